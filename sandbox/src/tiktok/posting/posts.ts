import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Grant } from '../grants.ts'
import type { Person } from '../people.ts'
import type { Webhooks } from './webhooks.ts'

/** Why a post failed, in the platform's words. */
export type FailReason =
  | 'file_format_check_failed'
  | 'picture_size_check_failed'
  | 'duration_check_failed'
  | 'frame_rate_check_failed'
  | 'photo_pull_failed'
  | 'video_pull_failed'
  | 'publish_cancelled'
  | 'auth_removed'
  | 'spam_risk'
  | 'spam_risk_text'
  | 'spam_risk_too_many_posts'
  | 'spam_risk_user_banned_from_posting'
  | 'internal'

/** What arrived of a file: enough to compare it with what was meant. */
export interface ReceivedFile {
  sha256: string
  bytes: number
  width?: number
  height?: number
}

export interface Post {
  publishId: string
  grant: Grant
  kind: 'photo' | 'video'
  mode: 'DIRECT_POST' | 'MEDIA_UPLOAD'
  /** As it was asked for. */
  info: Record<string, unknown>
  state: 'receiving' | 'done' | 'failed'
  failReason: FailReason | null
  files: ReceivedFile[]
  /** Whether bytes are sent here, and not fetched. */
  isUpload: boolean
  uploadedBytes: number
  /** In seconds. */
  createdAt: number
  publicAt: number | null
  /** 64 bits: too long for a JavaScript number. */
  postId: string
  /** How often its status was asked for while it was being received or just done. */
  polls: number
}

const PREFIXES = {
  photo: { DIRECT_POST: 'p_pub_url~v2', MEDIA_UPLOAD: 'p_inbox_url~v2' },
  file: { DIRECT_POST: 'v_pub_file~v2-1', MEDIA_UPLOAD: 'v_inbox_file~v2-1' },
  url: { DIRECT_POST: 'v_pub_url~v2', MEDIA_UPLOAD: 'v_inbox_url~v2' },
} as const

/** A creator's posts of a day over all applications, and the drafts that may wait in their inbox. */
const POSTS_A_DAY = 15
const DRAFTS_A_DAY = 5
const DAY = 86_400

/** Everything that was posted, in memory. Nothing is ever posted twice here for one call: what is doubled was asked for twice. */
export function createPosts(clock: Clock, webhooks: Webhooks) {
  const posts: Post[] = []
  const failing: FailReason[] = []
  let lastId = 7_431_234_567_890_123_456n

  const today = (grant: Grant, mode: Post['mode']) =>
    posts.filter(
      (post) =>
        post.grant.person === grant.person && post.mode === mode && post.state !== 'failed' && post.createdAt > clock.seconds() - DAY,
    )

  /** The id stands in the event as a number, as it does in the status. */
  const tell = (post: Post, what: 'complete' | 'failed' | 'inbox_delivered' | 'publicly_available') => {
    const { grant, publishId, mode, failReason, postId } = post
    const more = failReason ? { reason: failReason } : {}
    const content = JSON.stringify({ publish_id: publishId, publish_type: mode, ...more })
    const withId = what === 'publicly_available' ? `${content.slice(0, -1)},"post_id":${postId}}` : content
    webhooks.send({ event: `post.publish.${what}`, clientKey: grant.clientKey, person: grant.person, content: withId })
  }
  const fail = (post: Post, failReason: FailReason): void => {
    if (post.state !== 'receiving') return
    Object.assign(post, { state: 'failed', failReason })
    tell(post, 'failed')
  }

  return {
    /** Why this person may not post any more today; null when they may. */
    cap(grant: Grant, mode: Post['mode']): string | null {
      if (mode === 'DIRECT_POST') return today(grant, mode).length >= POSTS_A_DAY ? 'spam_risk_too_many_posts' : null
      return today(grant, mode).length >= DRAFTS_A_DAY ? 'spam_risk_too_many_pending_share' : null
    },
    /** For whom an application posted within 24 hours. */
    peopleToday(clientKey: string): Person[] {
      const theirs = posts.filter(
        ({ grant, mode, createdAt }) => grant.clientKey === clientKey && mode === 'DIRECT_POST' && createdAt > clock.seconds() - DAY,
      )
      return [...new Set(theirs.map(({ grant }) => grant.person))]
    },
    add(given: Pick<Post, 'grant' | 'kind' | 'mode' | 'info' | 'isUpload'>): Post {
      lastId += 1_000_003n
      const prefix = PREFIXES[given.kind === 'photo' ? 'photo' : given.isUpload ? 'file' : 'url'][given.mode]
      const post: Post = {
        ...given,
        publishId: `${prefix}.${randomBytes(9).toString('hex')}`,
        state: 'receiving',
        failReason: null,
        files: [],
        uploadedBytes: 0,
        createdAt: clock.seconds(),
        publicAt: null,
        postId: String(lastId),
        polls: 0,
      }
      posts.push(post)
      return post
    },
    /** All files are there: the post is public, or lies in the inbox. Unless a failure was asked for, or it was cancelled. */
    finish(post: Post): void {
      if (post.state !== 'receiving') return
      const reason = failing.shift() ?? (post.grant.isRevoked ? 'auth_removed' : null)
      if (reason) return fail(post, reason)
      Object.assign(post, { state: 'done', publicAt: post.mode === 'DIRECT_POST' ? clock.seconds() : null })
      tell(post, post.mode === 'DIRECT_POST' ? 'complete' : 'inbox_delivered')
      if (isSeenByAll(post)) tell(post, 'publicly_available')
    },
    fail,
    find: (publishId: string) => posts.find((post) => post.publishId === publishId),
    /** The next posts fail for these reasons, once everything is received. */
    failNext: (reasons: readonly FailReason[]) => void failing.push(...reasons),
    /** For tests: what the world can see, and what it cannot. */
    list: () => posts.map(({ grant, ...post }) => ({ ...post, account: grant.person.id, clientKey: grant.clientKey })),
    reset() {
      posts.length = 0
      failing.length = 0
    },
  }
}
export type Posts = ReturnType<typeof createPosts>

/** Whether the world can see it, and it has an id that may be known. */
export function isSeenByAll({ publicAt, info }: Post): boolean {
  return publicAt !== null && info['privacy_level'] === 'PUBLIC_TO_EVERYONE'
}
