import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { RemoteHosts } from '../providers/remote-file.ts'

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

/** Where a platform is, and as which application the server calls it. Base URLs have no slash at the end, so that the sandbox can stand in. */
export interface PlatformSettings {
  /** The instance's own key pair; null where the operator set none, and people bring theirs. */
  client: ClientKeys | null
  /** True while the local sandbox stands in for the platform. */
  sandbox: boolean
  /** Of the consent page, which the browser opens. */
  authorizeUrl: string
  apiUrl: string
  /** Hosts of the platform's images. */
  pictures: RemoteHosts
}

/** Of whom, and by which row. */
export interface AccountRef {
  userId: string
  id: string
}

/** What a call to the platform is made with. */
export interface AccountAccess {
  client: ClientKeys
  tokens: { access: string; refresh: string | null }
  scopes: string[]
  account: { id: string; accountId: string; username: string; platform: PlatformId }
}

/** The tokens of connected accounts: opened for a call, renewed before they expire, once for all who wait. */
export interface Tokens {
  /**
   * Makes a call with tokens that are good. An answer that the token is not accepted renews it and repeats the call once;
   * after that the account is marked, and ACCOUNT_RECONNECT is thrown. Other failures leave the account as it is.
   */
  use<T>(ref: AccountRef, call: (access: AccountAccess) => Promise<T>): Promise<T>
}
