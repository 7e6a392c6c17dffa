import { randomBytes } from 'node:crypto'
import { asText } from '../../kit/as-text.ts'
import type { Clock } from '../../kit/clock.ts'
import { hashtagsIn, type Audience, type Live, type LiveFile } from '../../published-posts/ledger.ts'
import type { Grant } from '../grants.ts'
import type { SampleUser } from '../users.ts'
import { limitOf, type Limits } from './limits.ts'
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

export interface Post {
  publishId: string
  grant: Grant
  kind: 'photo' | 'video'
  mode: 'DIRECT_POST' | 'MEDIA_UPLOAD'
  /** The request. */
  info: Record<string, unknown>
  state: 'receiving' | 'done' | 'failed'
  failReason: FailReason | null
  files: LiveFile[]
  /** Whether bytes are sent here, and not fetched. */
  isUpload: boolean
  uploadedBytes: number
  /** In seconds. */
  createdAt: number
  publicAt: number | null
  /** 64 bits: too long for a JavaScript number. */
  postId: string
  /** Status requests while it was processing or just done. */
  polls: number
  /** Whether its id is public: moderation has approved it. */
  isModerated: boolean
  /** Whether its author deleted it afterwards. */
  isRemoved: boolean
}

const PREFIXES = {
  photo: { DIRECT_POST: 'p_pub_url~v2', MEDIA_UPLOAD: 'p_inbox_url~v2' },
  file: { DIRECT_POST: 'v_pub_file~v2-1', MEDIA_UPLOAD: 'v_inbox_file~v2-1' },
  url: { DIRECT_POST: 'v_pub_url~v2', MEDIA_UPLOAD: 'v_inbox_url~v2' },
} as const

const DAY = 86_400
/** Posts that are remembered. */
const KEPT = 20_000

const AUDIENCES: Readonly<Record<string, Audience>> = {
  PUBLIC_TO_EVERYONE: 'everyone',
  FOLLOWER_OF_CREATOR: 'followers',
  MUTUAL_FOLLOW_FRIENDS: 'friends',
}

export function audienceOf({ info }: Pick<Post, 'info'>): Audience {
  return AUDIENCES[String(info['privacy_level'])] ?? 'self'
}

export interface PostsSettings extends Limits {
  /** Time that moderation takes before a post and its id are public, in milliseconds. */
  moderationMs: number
}

interface PostsParts {
  clock: Clock
  webhooks: Webhooks
  live: Live
  settings: PostsSettings
}

/** All posts, in memory. The sandbox never doubles a post: duplicates were requested. */
export function createPosts({ clock, webhooks, live, settings }: PostsParts) {
  const posts = new Map<string, Post>()
  /** Oldest first, for each user. */
  const byUser = new Map<SampleUser, Post[]>()
  /** When an application last posted for a user, in seconds. */
  const lastPosts = new Map<string, Map<SampleUser, number>>()
  const failing: FailReason[] = []
  let lastId = 7_431_234_567_890_123_456n

  const countToday = ({ user }: Grant, mode: Post['mode']) => {
    const userPosts = byUser.get(user) ?? []
    const start = userPosts.findLastIndex((post) => post.createdAt <= clock.seconds() - DAY) + 1
    return userPosts.slice(start).filter((post) => post.mode === mode && post.state !== 'failed').length
  }

  /** The event has the id as a number, like the status. */
  const emit = (post: Post, event: PostEvent) => {
    const { grant, publishId, mode, failReason, postId } = post
    const more = failReason ? { reason: failReason } : {}
    const content = JSON.stringify({ publish_id: publishId, publish_type: mode, ...more })
    const isAboutId = event === 'publicly_available' || event === 'no_longer_publicaly_available'
    const withId = isAboutId ? `${content.slice(0, -1)},"post_id":${postId}}` : content
    webhooks.send({ event: `post.publish.${event}`, clientKey: grant.clientKey, user: grant.user, content: withId })
  }
  const fail = (post: Post, failReason: FailReason): void => {
    if (post.state !== 'receiving') return
    Object.assign(post, { state: 'failed', failReason })
    emit(post, 'failed')
  }
  const moderated = (post: Post) => {
    // Not after everything was forgotten.
    if (posts.get(post.publishId) !== post) return
    post.isModerated = true
    if (isSeenByAll(post)) emit(post, 'publicly_available')
  }
  const comeOut = (post: Post): void => {
    post.publicAt = clock.seconds()
    live.add(liveForm(post))
    emit(post, 'complete')
    if (settings.moderationMs === 0) return moderated(post)
    setTimeout(() => moderated(post), settings.moderationMs).unref()
  }

  return {
    /** Why this user can't post any more today; null when they can. */
    cap(grant: Grant, mode: Post['mode']): string | null {
      if (!settings.limited) return null
      const isDirect = mode === 'DIRECT_POST'
      const most = limitOf(settings, isDirect ? 'postsADay' : 'draftsADay')()
      if (countToday(grant, mode) < most) return null
      return isDirect ? 'spam_risk_too_many_posts' : 'spam_risk_too_many_pending_share'
    },
    /** For whom an application posted within 24 hours. */
    usersToday(clientKey: string): SampleUser[] {
      const last = [...(lastPosts.get(clientKey) ?? [])]
      return last.filter(([, at]) => at > clock.seconds() - DAY).map(([user]) => user)
    },
    add(input: Pick<Post, 'grant' | 'kind' | 'mode' | 'info' | 'isUpload'>): Post {
      lastId += 1_000_003n
      const post = newPost(input, { postId: String(lastId), createdAt: clock.seconds() })
      posts.set(post.publishId, post)
      const { user, clientKey } = input.grant
      byUser.set(user, byUser.get(user) ?? [])
      byUser.get(user)?.push(post)
      if (input.mode === 'DIRECT_POST') {
        lastPosts.set(clientKey, lastPosts.get(clientKey) ?? new Map<SampleUser, number>())
        lastPosts.get(clientKey)?.set(user, post.createdAt)
      }
      const [oldest] = posts.values()
      if (posts.size > KEPT && oldest) {
        posts.delete(oldest.publishId)
        byUser.get(oldest.grant.user)?.shift()
      }
      return post
    },
    /** With all files, the post becomes public or goes to the inbox, unless it was cancelled or a failure was requested. */
    finish(post: Post): void {
      // After a reset, work in progress is not published.
      if (post.state !== 'receiving' || posts.get(post.publishId) !== post) return
      const reason = failing.shift() ?? (post.grant.isRevoked ? 'auth_removed' : null)
      if (reason) return fail(post, reason)
      post.state = 'done'
      if (post.mode === 'DIRECT_POST') return comeOut(post)
      emit(post, 'inbox_delivered')
      live.changed()
    },
    fail,
    find: (publishId: string) => posts.get(publishId),
    /** By the id under which the world knows it. */
    findPublic: (postId: string) => [...posts.values()].find((post) => post.postId === postId && post.publicAt !== null),
    /** As if its author deleted it in the app. */
    remove(post: Post): void {
      post.isRemoved = true
      if (isSeenByAll(post)) emit(post, 'no_longer_publicaly_available')
      live.changed()
    },
    /** The next posts fail for these reasons, once everything is received. */
    failNext: (reasons: readonly FailReason[]) => void failing.push(...reasons),
    /** For tests: what the world can see, and what it cannot. */
    list: () => [...posts.values()].map(({ grant, ...post }) => ({ ...post, account: grant.user.id, clientKey: grant.clientKey })),
    /** Drafts in inboxes, newest first. */
    inbox: () => [...posts.values()].filter((post) => post.mode === 'MEDIA_UPLOAD' && post.state === 'done').toReversed(),
    reset() {
      for (const collection of [posts, byUser, lastPosts]) collection.clear()
      failing.length = 0
    },
  }
}
export type Posts = ReturnType<typeof createPosts>
type PostEvent = 'complete' | 'failed' | 'inbox_delivered' | 'publicly_available' | 'no_longer_publicaly_available'

function newPost(input: Pick<Post, 'grant' | 'kind' | 'mode' | 'info' | 'isUpload'>, ids: Pick<Post, 'postId' | 'createdAt'>): Post {
  const prefix = PREFIXES[input.kind === 'photo' ? 'photo' : input.isUpload ? 'file' : 'url'][input.mode]
  return {
    ...input,
    ...ids,
    publishId: `${prefix}.${randomBytes(9).toString('hex')}`,
    state: 'receiving',
    failReason: null,
    files: [],
    uploadedBytes: 0,
    publicAt: null,
    polls: 0,
    isModerated: false,
    isRemoved: false,
  }
}

function liveForm(post: Post) {
  const { grant, postId, publishId, info, files } = post
  const [title, description] = [asText(info['title']), asText(info['description'])]
  return {
    platform: 'tiktok' as const,
    account: grant.user.id,
    blog: null,
    id: postId,
    publishId,
    title,
    description,
    text: '',
    tags: hashtagsIn(title, description),
    audience: audienceOf(post),
    files: [...files],
    slug: null,
  }
}

/** Whether it is public and has a public id. */
export function isSeenByAll({ publicAt, info, isModerated }: Post): boolean {
  return publicAt !== null && isModerated && info['privacy_level'] === 'PUBLIC_TO_EVERYONE'
}
