/** The key pair by which a platform knows the application: `client_key` and secret, or consumer key and secret. */
export interface ClientKeys {
  key: string
  secret: string
}

/** What a platform gave for an account, in plain text: it is sealed before it leaves the server's memory. */
export interface AccountTokens {
  access: string
  /** The refresh token, or the token secret where tokens are signed with one. */
  refresh: string | null
  /** Null for a token that does not expire. */
  expiresInSeconds: number | null
  /** What the person really allowed, which may be less than was asked for; empty where the platform knows no scopes. */
  scopes: string[]
}

/** Who an account is, as the platform itself says to the holder of the token. */
export interface AccountIdentity {
  accountId: string
  username: string
  displayName: string
  /** Often signed and short-lived: whoever shows it later keeps a copy of the picture. */
  avatarUrl: string | null
  /** How many blogs the account owns, where the platform has blogs. */
  blogs: number | null
}

/** What is asked of the platform when a person wants to connect an account. */
export interface ConnectRequest {
  redirectUri: string
  /** Random, of our own making; a platform that names the attempt itself ignores it. */
  state: string
  /** Ask who it is even if the browser is signed in at the platform: for another account. */
  force: boolean
}

export interface StartedAttempt {
  /** The consent page. */
  url: string
  /** By what the callback names this attempt: the state, or the request token. */
  attempt: string
  /** What only who began it knows: the code verifier, or the request token's secret. */
  secret: string
}

export interface FinishedAttempt {
  attempt: string
  secret: string
  /** What the callback brought as the proof: the code, or the verifier. */
  proof: string
  redirectUri: string
}

/** How accounts of a platform are connected. Everything thrown is a PlatformError. */
export interface AccountProvider {
  begin(client: ClientKeys, order: ConnectRequest): Promise<StartedAttempt>
  finish(client: ClientKeys, attempt: FinishedAttempt): Promise<AccountTokens>
  identify(client: ClientKeys, tokens: AccountTokens): Promise<AccountIdentity>
  /** Null where tokens do not expire. */
  refresh: ((client: ClientKeys, refreshToken: string) => Promise<AccountTokens>) | null
  /** Tells the platform that the account is no longer used, which ends the whole grant; null where it has no such call. */
  revoke: ((client: ClientKeys, accessToken: string) => Promise<void>) | null
  /** One cheap call that says whether the key pair is accepted; throws a PlatformError of kind `client` when it is not. */
  checkClient(client: ClientKeys, redirectUri: string): Promise<void>
}

/** What every platform's settings have beside its addresses. */
export interface PlatformClient {
  /** The instance's own key pair; null where the operator set none, and people bring theirs. */
  client: ClientKeys | null
  /** True while the local sandbox stands in for the platform. */
  sandbox: boolean
}
