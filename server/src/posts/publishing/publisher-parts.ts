import type { SQL, SQLWrapper } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Tokens } from '../../platforms/account.ts'
import type { Db, Tx } from '../../db/db.ts'
import type { FileStore } from '../../storage/store/file-store.ts'
import type { ClaimedPost } from './claim.ts'
import type { Clocks } from './lease.ts'
import type { PlatformPublishers } from '../../platforms/publishing.ts'

/** The places at which a worker can be watched, and ended by a test. */
export type Stage = 'claimed' | 'prepared' | 'intent' | 'answered' | 'recorded' | 'asking'

/** News of a post for its person. */
export interface PostOutcomeEvent {
  kind: 'failed' | 'attention'
  /** The same cause is told by mail once an hour at most. */
  cause: string
  post: ClaimedPost
  title: string
  body: string
  href: string
}

export interface PublisherParts {
  db: Db
  store: Pick<FileStore, 'read' | 'stream'>
  tokens: Tokens
  postings: PlatformPublishers
  /** Under which platforms find this server; without a slash at the end. */
  publicUrl(): string
  /** Draws the pictures of a post which has none yet. */
  freeze(userId: string, postId: string): Promise<void>
  /** Has the videos made that posts of this user lack. */
  orderVideos(tx: Tx, userId: string): Promise<void>
  /** Posts that go out by their person's own hands, and are not sent. */
  handOver: {
    /** False when the worker does not hold the post any more. */
    begin(tx: Tx, post: ClaimedPost): Promise<boolean>
    /** The end of a post of which its person said nothing for a day; false when they did after all. */
    expire(tx: Tx, post: ClaimedPost): Promise<boolean>
  }
  /** Whether the person with this id has the plan that posts are sent for. */
  hasPlan(userId: SQLWrapper): SQL<boolean>
  tell(tx: Tx, userId: string, news: PostOutcomeEvent): Promise<void>
  log: Logger
  clocks: Clocks
  /** How long a post stays in the hands of a worker that says nothing. */
  leaseSeconds: number
  /** What is later than that is not sent by itself any more. */
  graceSeconds: number
  /** Posts of one platform that are in work at a time: a platform that answers slowly takes no place of another. */
  atOnce: number
  /** Of those, posts of one person: whose accounts all stall keeps nobody else waiting. */
  ofPerson: number
  /** By how much waits of our own choosing are shortened: 1, and less in tests. Those that a platform asks for are not. */
  waits: number
  /** From 0 up to 1, by chance. */
  random(): number
  onStage?: (stage: Stage, postId: string) => Promise<void>
}
