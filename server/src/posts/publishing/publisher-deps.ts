import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Tokens } from '../../platforms/account.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { FileStore } from '../../storage/store/file-store.ts'
import type { ClaimedPost } from './claim.ts'
import type { Clocks } from './lease.ts'
import type { PlatformPublishers } from '../../platforms/publishing.ts'

/** The stages at which a test can watch a worker, or end it. */
export type Stage = 'claimed' | 'intent' | 'answered' | 'recorded' | 'asking'

/** A notification for the user of a post. */
export interface PostOutcomeEvent {
  kind: 'failed' | 'attention'
  /** Emails about the same cause go out at most once an hour. */
  cause: string
  post: ClaimedPost
  title: string
  body: string
  href: string
}

export interface PublisherDeps {
  db: Db
  store: Pick<FileStore, 'read' | 'stream'>
  tokens: Tokens
  postings: PlatformPublishers
  /** The origin under which platforms reach this server; without a slash at the end. */
  publicUrl(): string
  /** Renders the media of a post that has none yet. */
  renderMedia(userId: string, postId: string): Promise<void>
  /** Enqueues the videos that posts of this user lack. */
  orderVideos(tx: Tx, userId: string): Promise<void>
  /** Posts that the user publishes themselves. */
  manualPosting: {
    /** False when the worker no longer holds the post. */
    begin(tx: Tx, post: ClaimedPost): Promise<boolean>
    /** Ends a post that the user did not mark as posted within a day; false when they did after all. */
    expire(tx: Tx, post: ClaimedPost): Promise<boolean>
  }
  /** Whether the user with this id has the plan that posts are sent for. */
  hasPlan(userId: SQLWrapper): SQL<boolean>
  notify(tx: Tx, userId: string, event: PostOutcomeEvent): Promise<void>
  log: Logger
  clocks: Clocks
  /** How long a worker that doesn't renew its lease still holds a post. */
  leaseSeconds: number
  /** A post that is later than this is missed. */
  graceSeconds: number
  /** Most posts of one platform in progress, so that a slow platform does not block another. */
  atOnce: number
  /** The share of one user's posts, so that a user with unresponsive accounts blocks no other user. */
  userPostsMax: number
  /** Factor on our own waits: 1, and less in tests. It doesn't apply to waits that a platform asks for. */
  waits: number
  /** Random, from 0 up to 1. */
  random(): number
  onStage?: (stage: Stage, postId: string) => Promise<void>
}
