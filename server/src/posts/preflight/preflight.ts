import { eq, sql } from 'drizzle-orm'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { POST_OPTIONS, type PostOptions } from '@ninesixteen/shared/publishing/platforms'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import type { Tx } from '../../db/db.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import type { Finding, PlatformPreflight } from '../../platforms/preflight.ts'
import type { PostServices } from '../post-services.ts'
import { logoFindings, missingPhotos, photoFindings } from './slide-findings.ts'
import { shapeFindings } from './shape-findings.ts'
import type { PlannedPost } from './planned-post.ts'
import { nearbyPosts, type NearbyPosts, type SamePost } from './nearby-posts.ts'

type Account = typeof socialAccounts.$inferSelect

const ACCOUNTS_HREF = '/settings?tab=accounts'
/** An unresponsive platform doesn't block scheduling: publishing finds the problem later. */
const PLATFORM_TIMEOUT_MS = 6_000

interface Context {
  accounts: Account[]
  missing: ReadonlySet<string>
  around: ReadonlyMap<PlannedPost, NearbyPosts>
  now: Date
}

/** Every problem that would stop these posts, and every warning. A draft may still be incomplete. */
export async function checkPosts(services: PostServices, userId: string, posts: readonly PlannedPost[]): Promise<PostProblem[]> {
  const context = await services.db.asUser(userId, (tx) => readContext(tx, userId, posts))
  const signal = AbortSignal.timeout(PLATFORM_TIMEOUT_MS)
  const problems: PostProblem[] = []
  for (const post of posts) {
    const { platform, accountId } = post
    const findings = await checkPost(services.platformQuestions.preflights[platform], post, { context, signal })
    problems.push(...findings.map((finding) => ({ ...finding, platform, accountId })))
  }
  return problems
}

async function readContext(tx: Tx, userId: string, posts: readonly PlannedPost[]): Promise<Context> {
  const accounts = await tx.select().from(socialAccounts).where(eq(socialAccounts.userId, userId))
  const { rows } = await tx.execute<{ ms: number }>(sql`select (extract(epoch from now()) * 1000)::float8 as ms`)
  const now = new Date(rows[0]?.ms ?? Date.now())
  return { accounts, now, missing: await missingPhotos(tx, userId, posts), around: await nearbyPosts(tx, userId, { posts, now }) }
}

async function checkPost(
  preflight: PlatformPreflight,
  post: PlannedPost,
  { context, signal }: { context: Context; signal: AbortSignal },
): Promise<Finding[]> {
  const account = context.accounts.find(({ platform, accountId }) => platform === post.platform && accountId === post.accountId)
  if (!account) return [accountGone(post)]
  const always = [...shapeFindings(post), ...photoFindings(post, context.missing), ...logoFindings(post)]
  if (post.time === null) return always
  const parsed = POST_OPTIONS[post.platform].safeParse(post.options)
  if (!parsed.success) return [...optionFindings(preflight, post, parsed.error.issues), ...always]
  const findings = [...always, ...sameFindings(post, account, context)]
  if (account.state === 'reconnect' && !preflight.isByHand(parsed.data)) return [reconnect(account, post), ...findings]
  return [...findings, ...(await askPlatform(preflight, post, { context, signal, account, options: parsed.data }))]
}

interface PlatformCheck {
  context: Context
  signal: AbortSignal
  account: Account
  options: PostOptions
}

async function askPlatform(
  preflight: PlatformPreflight,
  post: PlannedPost,
  { context, signal, account, options }: PlatformCheck,
): Promise<Finding[]> {
  const { userId, id, username, scopes } = account
  const { kind, caption, description, video, time } = post
  const secondsLeft = time instanceof Date ? (time.getTime() - context.now.getTime()) / 1000 : 0
  const day = context.around.get(post)?.day ?? { posts: 0, pictures: 0 }
  const videoSeconds = (video?.frames.reduce((sum, frames) => sum + frames, 0) ?? 0) / VIDEO_FPS
  const pictures = kind === 'slides' ? post.pictures : 0
  try {
    const content = { kind, caption, description, pictures, videoSeconds }
    const toCheck = { account: { ref: { userId, id }, username, scopes }, options, ...content, secondsLeft, day }
    return await preflight.check(toCheck, signal)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ACCOUNT_RECONNECT') return [reconnect(account, post)]
    throw error
  }
}

function accountGone({ platform }: PlannedPost): Finding {
  const message = `This ${PLATFORMS[platform].label} account is no longer connected. Connect it again, or choose another one.`
  return { code: 'account-gone', severity: 'stop', message, fix: 'Connect the account', fixHref: ACCOUNTS_HREF }
}

function reconnect({ username }: Account, { platform }: PlannedPost): Finding {
  const { label } = PLATFORMS[platform]
  const message = `${label} no longer accepts the connection of @${username}. The post waits until you reconnect it, and goes out then.`
  return { code: 'reconnect', severity: 'warn', message, fix: `Reconnect @${username}`, fixHref: ACCOUNTS_HREF }
}

function optionFindings(
  preflight: PlatformPreflight,
  { platform }: PlannedPost,
  issues: readonly { path: PropertyKey[]; message: string; code?: string | undefined }[],
): Finding[] {
  const messages = issues.map(({ path, message, code }) => {
    const option = String(path[0] ?? '')
    // Messages of our own schemas are complete sentences.
    const text = code === 'custom' ? message : (preflight.lacks(option) ?? `Check your choice for ${option || 'the options'}`)
    return `${PLATFORMS[platform].label}: ${text}.`
  })
  const finding = { code: 'options', severity: 'stop', fix: null, fixHref: null } as const
  return [...new Set(messages)].map((message) => ({ ...finding, message }))
}

/** A duplicate may be intended, so it is only a warning. */
function sameFindings(post: PlannedPost, { username }: Account, { around }: Context): Finding[] {
  const duplicate = around.get(post)?.same
  if (!duplicate) return []
  const message = sameSlideshow(duplicate, { username, timeZone: post.timeZone })
  return [{ code: SAME_SLIDESHOW, severity: 'warn', message, fix: 'Look at it', fixHref: `/post_scheduler?post=${duplicate.id}` }]
}

export const SAME_SLIDESHOW = 'same-slideshow'

export function sameSlideshow({ at }: SamePost, { username, timeZone }: { username: string; timeZone: string }): string {
  return `The same slideshow also goes to @${username} on ${shownMoment(at, timeZone)}.`
}
