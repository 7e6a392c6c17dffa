import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { RemoteHosts } from '../providers/remote-file.ts'

/** The application's key pair: client key and secret, or consumer key and secret. */
export interface ClientKeys {
  key: string
  secret: string
}

/** An account's tokens in plain text; encrypted before they are stored. */
export interface AccountTokens {
  access: string
  /** The refresh token, or the token secret where tokens are signed with one. */
  refresh: string | null
  /** Null for a token that does not expire. */
  expiresInSeconds: number | null
  /** The granted scopes, which may be fewer than requested; empty if the platform has no scopes. */
  scopes: string[]
}

/** An account as the platform describes it. */
export interface AccountIdentity {
  accountId: string
  username: string
  displayName: string
  /** Often signed and short-lived: store a copy of the image to show it later. */
  avatarUrl: string | null
  /** Number of blogs the account owns; null if the platform has no blogs. */
  blogs: number | null
}

/** The request to connect an account. */
export interface ConnectRequest {
  redirectUri: string
  /** Random. A platform that issues its own request token ignores it. */
  state: string
  /** Ask the user to choose an account, even if the browser is signed in to the platform. */
  force: boolean
}

export interface StartedAttempt {
  /** The consent page. */
  url: string
  /** The attempt's identifier in the callback: the state, or the request token. */
  attempt: string
  /** The code verifier, or the request token's secret. */
  secret: string
}

export interface FinishedAttempt {
  attempt: string
  secret: string
  /** The code or verifier from the callback. */
  proof: string
  redirectUri: string
}

/** Client of a platform's sign-in. Throws only PlatformError. */
export interface AccountProvider {
  begin(client: ClientKeys, order: ConnectRequest): Promise<StartedAttempt>
  finish(client: ClientKeys, attempt: FinishedAttempt): Promise<AccountTokens>
  identify(client: ClientKeys, tokens: AccountTokens): Promise<AccountIdentity>
  /** Null if tokens don't expire. */
  refresh: ((client: ClientKeys, refreshToken: string) => Promise<AccountTokens>) | null
  /** Revokes the whole grant; null if the platform has no endpoint for that. */
  revoke: ((client: ClientKeys, accessToken: string) => Promise<void>) | null
  /** One cheap request. Throws a PlatformError of the fault `client` if the platform rejects the key pair. */
  checkClient(client: ClientKeys, redirectUri: string): Promise<void>
}

/** A platform's base URLs, without a slash at the end, and the application's key pair. */
export interface PlatformSettings {
  /** The operator's key pair; null if users bring their own. */
  client: ClientKeys | null
  /** True while the local sandbox replaces the platform. */
  sandbox: boolean
  /** Base URL of the consent page, which the browser opens. */
  authorizeUrl: string
  apiUrl: string
  /** Hosts of the platform's images. */
  imageHosts: RemoteHosts
}

/** A connected account's row. */
export interface AccountRef {
  userId: string
  id: string
}

/** Everything a request to the platform needs to authenticate. */
export interface AccountAccess {
  client: ClientKeys
  tokens: { access: string; refresh: string | null }
  scopes: string[]
  account: { id: string; accountId: string; username: string; platform: PlatformId }
}

/** Tokens of connected accounts, decrypted for a request and refreshed before they expire. Concurrent callers share one refresh. */
export interface Tokens {
  /**
   * Runs `call` with valid tokens. If the platform rejects the token, refreshes it and runs `call` once more; if that fails too, marks the
   * account and throws ACCOUNT_RECONNECT. Other failures leave the account unchanged.
   */
  use<T>(ref: AccountRef, call: (access: AccountAccess) => Promise<T>): Promise<T>
}
