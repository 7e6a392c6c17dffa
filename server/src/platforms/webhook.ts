import type { PostKind } from '@ninesixteen/shared/publishing/delivery'

/** The application and the account that an event names. */
export interface EventClaim {
  clientKey: string
  accountId: string
}

/** An event about an account or one of its posts. */
export interface PlatformEvent extends EventClaim {
  /** `published` may be visible to few; `public` to everyone. */
  kind: 'published' | 'public' | 'failed' | 'account-removed' | 'other'
  /** In seconds since 1970. */
  createdAt: number
  /** The id by which the platform knows the post; null if the event isn't about a post. */
  remoteId: string | null
  /** The id in the URL of a public post; null until it has one. */
  postId: string | null
}

/** An event as it arrives. */
export interface SignedEvent {
  body: Uint8Array
  /** The signature header; null if absent. */
  signature: string | null
  /** By the database's clock, in seconds since 1970. */
  now: number
}

/** A platform that reports events, at least once and in any order. */
export interface PlatformWebhook {
  signatureHeader: string
  /** The claim of an unverified event; null if it can't be the platform's. Reads no secret. */
  claimOf(signed: SignedEvent): EventClaim | null
  /** The event, verified with the application's secret; null if the signature is wrong. */
  read(signed: SignedEvent, secret: string): PlatformEvent | null
  /** The URL of a public post. */
  urlOf(post: { username: string; postId: string; kind: PostKind }): string
}
