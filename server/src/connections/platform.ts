import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import type { ErrorCode } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { AccountProvider, AccountTokens, ClientKeys, PlatformClient } from '../providers/platform-account.ts'
import type { FollowedBlog, PhotoPost } from '../providers/photo-source.ts'

/** By what a platform lets photos be read: the application, and the account in whose name. */
export interface PhotoReader {
  client: ClientKeys
  tokens: Pick<AccountTokens, 'access' | 'refresh'>
}

/** A platform whose blogs' photos can stand behind slides. */
export interface PlatformPhotos {
  followed(reader: PhotoReader, limit: number): Promise<FollowedBlog[]>
  posts(reader: PhotoReader, blog: string, limit: number): Promise<PhotoPost[]>
  /** True when the blog is gone or closed, which is no fault of the connection. */
  isGone(thrown: unknown): boolean
}

/** Everything the product needs to know of a platform in order to connect accounts of it. */
export interface Platform {
  label: string
  settings: PlatformClient
  accounts: AccountProvider
  photos: PlatformPhotos | null
  /** Path of the page to which the platform sends people back. */
  callbackPath: string
  /** Whether somebody who is not signed in may connect, to save it after signing in. */
  signedOutToo: boolean
  /** Where a person's own key pair stands. */
  credentials: { key: CredentialName; secret: CredentialName }
  /** The specification's errors of each step. */
  errors: { secretMissing: ErrorCode; exchange: ErrorCode; refresh: ErrorCode; identity: ErrorCode }
  /** The expiry that is shown for tokens which have none, in seconds. */
  shownExpirySeconds: number | null
}

/** Every platform of the registry, by its id. */
export type Platforms = Record<PlatformId, Platform>
