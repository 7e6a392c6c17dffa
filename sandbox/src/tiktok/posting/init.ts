import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../../kit/recorded.ts'
import type { Chaos } from '../../kit/chaos.ts'
import type { SlidingWindow } from '../../kit/sliding-window.ts'
import { failed, ok } from '../responses.ts'
import type { Grant, Grants } from '../grants.ts'
import { audiencesOf, granted, holderOf } from '../user.ts'
import { inboxVideoBody, isGoodPlan, photoBody, videoBody, type UploadPlan } from './bodies.ts'
import type { Post, Posts } from './posts.ts'
import { pull } from './pull.ts'
import type { Files } from '../../published-posts/files.ts'
import type { Uploads } from './uploads.ts'

export interface PostingSettings {
  /** Unaudited applications post for their author only, whose account has to be private. */
  audited: boolean
  /** People for whom an application that was not audited may post within 24 hours. */
  unauditedUsers: number
  /** Accounts that are set to private. */
  privateAccounts: string[]
  /** Whether files are fetched before the start of a post is answered, and not behind it. */
  pullsFirst: boolean
  /** How long after the start of a post its files are fetched, in milliseconds. */
  pullDelayMs: number
  /** URL prefixes that belong to the application; `*` matches any port. */
  verifiedPrefixes: string[]
}

export interface Posting {
  grants: Grants
  posts: Posts
  files: Files
  chaos: Chaos
  uploads: Uploads
  settings: PostingSettings
  /** Six requests per minute and token. */
  calls: SlidingWindow
  origin: (c: Context) => string
}

/** The three endpoints that start a post. */
export function serveInit(app: Hono<RecordedEnv>, posting: Posting): void {
  app.post('/v2/post/publish/content/init/', async (c) => {
    const body = await read(c, photoBody, posting)
    if (body instanceof Response) return body
    const mode = body.post_mode
    const { privacy_level: privacy, brand_content_toggle: isBranded } = body.post_info
    const rejection = admit(c, posting, { mode, privacy, isBranded, urls: body.source_info.photo_images })
    if (rejection instanceof Response) return rejection
    const post = posting.posts.add({
      grant: rejection,
      kind: 'photo',
      mode,
      // The label of a photo post is beside its info, that of a video within.
      info: { ...body.post_info, ...body.source_info, is_aigc: body.is_aigc },
      isUpload: false,
    })
    await startPost(post, body.source_info.photo_images, posting)
    return ok(c, { publish_id: post.publishId })
  })

  app.post('/v2/post/publish/video/init/', async (c) => {
    const body = await read(c, videoBody, posting)
    if (body instanceof Response) return body
    return video(c, posting, { mode: 'DIRECT_POST', info: body.post_info, source: body.source_info })
  })
  app.post('/v2/post/publish/inbox/video/init/', async (c) => {
    const body = await read(c, inboxVideoBody, posting)
    if (body instanceof Response) return body
    return video(c, posting, { mode: 'MEDIA_UPLOAD', info: {}, source: body.source_info })
  })
}

interface Video {
  mode: Post['mode']
  info: z.infer<typeof videoBody>['post_info']
  source: z.infer<typeof videoBody>['source_info']
}

async function video(c: Context<RecordedEnv>, posting: Posting, { mode, info, source }: Video): Promise<Response> {
  const isUpload = source.source === 'FILE_UPLOAD'
  const { privacy_level: privacy, brand_content_toggle: isBranded } = info
  const rejection = admit(c, posting, { mode, privacy, isBranded, urls: isUpload ? [] : [source.video_url] })
  if (rejection instanceof Response) return rejection
  if (isUpload && !isGoodPlan(source)) return failed(c, 'invalid_params', { message: 'The total chunk count is invalid' })
  const post = posting.posts.add({ grant: rejection, kind: 'video', mode, info: { ...info }, isUpload })
  if (!isUpload) {
    await startPost(post, [source.video_url], posting)
    return ok(c, { publish_id: post.publishId })
  }
  return ok(c, { publish_id: post.publishId, upload_url: uploadUrl(c, posting, { post, plan: source }) })
}

/** Answers at once and downloads afterwards, unless a test set `pullsFirst`. */
async function startPost(post: Post, urls: readonly string[], posting: Posting): Promise<void> {
  const { pullsFirst, pullDelayMs } = posting.settings
  const work = async () => {
    if (pullDelayMs > 0) await wait(pullDelayMs, undefined, { ref: false })
    await pull(post, urls, posting)
  }
  const pulled = work().catch(() => posting.posts.fail(post, 'internal'))
  if (pullsFirst) await pulled
}

function uploadUrl(c: Context, { uploads, origin }: Posting, { post, plan }: { post: Post; plan: UploadPlan }): string {
  const { id, token } = uploads.open(post, plan)
  return `${origin(c)}/tiktok-upload/video/?upload_id=${id}&upload_token=${token}`
}

interface PostTerms {
  mode: Post['mode']
  privacy: string | undefined
  isBranded: boolean | undefined
  urls: readonly string[]
}

/** The grant under which it may be posted, or the refusal. */
function admit(c: Context<RecordedEnv>, posting: Posting, { mode, privacy, isBranded, urls }: PostTerms): Grant | Response {
  const { grants, posts, settings, calls } = posting
  const grant = granted(c, grants, mode === 'DIRECT_POST' ? 'video.publish' : 'video.upload')
  if (grant instanceof Response) return grant
  if (!calls.take(c.req.header('authorization') ?? '')) return failed(c, 'rate_limit_exceeded')
  const cap = posts.cap(grant, mode) ?? (mode === 'DIRECT_POST' ? userCap(grant, posting) : null)
  if (cap) return failed(c, cap)
  if (mode === 'DIRECT_POST') {
    const isPrivate = settings.privateAccounts.includes(grant.user.id)
    if (privacy === undefined) return failed(c, 'invalid_params', { message: 'privacy_level is missing' })
    if (!audiencesOf(isPrivate).includes(privacy)) return failed(c, 'privacy_level_option_mismatch')
    // The guidelines forbid it; the API's error is not documented.
    if (isBranded && privacy === 'SELF_ONLY') return failed(c, 'invalid_params', { message: 'Branded content cannot be private' })
    if (!settings.audited && (privacy !== 'SELF_ONLY' || !isPrivate)) return failed(c, 'unaudited_client_can_only_post_to_private_accounts')
  }
  return urls.every((url) => isOwned(url, settings.verifiedPrefixes)) ? grant : failed(c, 'url_ownership_unverified')
}

/** An unaudited application can post for a few users a day, who can continue. */
export function userCap(grant: Grant, { posts, settings }: Pick<Posting, 'posts' | 'settings'>): 'reached_active_user_cap' | null {
  const others = settings.audited ? [] : posts.usersToday(grant.clientKey).filter((user) => user !== grant.user)
  return others.length >= settings.unauditedUsers ? 'reached_active_user_cap' : null
}

/** Plain http and numeric hosts are allowed only by a prefix, on this machine. */
export function isOwned(url: string, prefixes: readonly string[]): boolean {
  const { href, username } = new URL(url)
  if (username) return false
  return prefixes.some((prefix) => {
    const [before = '', after] = prefix.split('*')
    if (after === undefined) return href.startsWith(prefix)
    const rest = href.startsWith(before) ? href.slice(before.length) : ''
    return /^\d{1,5}$/.test(rest.slice(0, rest.indexOf('/'))) && rest.slice(rest.indexOf('/')).startsWith(after)
  })
}

/** The body, or the refusal: of an unknown caller nothing is read. */
async function read<T>(c: Context<RecordedEnv>, schema: z.ZodType<T>, { grants }: Posting): Promise<T | Response> {
  const holder = holderOf(c, grants)
  if (holder instanceof Response) return holder
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return failed(c, 'invalid_params')
  try {
    const parsed = schema.safeParse(await c.req.json())
    return parsed.success ? parsed.data : failed(c, 'invalid_params')
  } catch (error) {
    if (error instanceof SyntaxError) return failed(c, 'invalid_params')
    throw error
  }
}
