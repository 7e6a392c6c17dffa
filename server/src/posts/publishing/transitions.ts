import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Delivery, PostStatus } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../../db/db.ts'
import { postEvents, publishAttempts, mediaLinks, scheduledPosts } from '../../db/schema-publishing.ts'
import { emit } from '../../telemetry/telemetry.ts'
import type { ClaimedPost } from './claim.ts'
import { LeaseLost } from './lease.ts'
import type { PostFile, Problem, Pulls } from '../../platforms/publishing.ts'
import { mediaTokenHash } from './media-token.ts'

/** Longest that addresses of an attempt are good for: a platform fetches within an hour. */
const PULL_SECONDS = 2 * 60 * 60

/** Whether a platform may have it. */
export function isSent(delivery: Delivery): boolean {
  return delivery === 'sending' || delivery === 'uncertain' || delivery === 'accepted'
}

/** What a transition changes; what is not named stays. */
export interface Change {
  delivery: Delivery
  status?: PostStatus
  /** Seconds from now until it is taken in hand again; null when it has come to an end. */
  nextIn?: number | null
  detail?: string | null
  problem?: Problem | null
  remoteId?: string
  remoteUrl?: string | null
  published?: boolean
  attempts?: number
  /** Whether the worker lets go of it. */
  release?: boolean
  event?: { kind: string; text: string }
}

type Held = Pick<ClaimedPost, 'id' | 'userId' | 'fence'>

/** The beginnings and ends that figures are kept of. */
const COUNTED: readonly Delivery[] = ['sending', 'published', 'failed', 'unconfirmed', 'missed']

/** One step of a post by the worker that holds it. Throws LeaseLost, and changes nothing, when somebody else does by now. */
export async function step(tx: Tx, post: Held, change: Change): Promise<void> {
  const { nextIn, detail, problem, release } = change
  const set = {
    delivery: change.delivery,
    ...(change.status !== undefined && { status: change.status }),
    ...(nextIn !== undefined && { nextAt: nextIn === null ? null : sql<Date>`clock_timestamp() + make_interval(secs => ${nextIn})` }),
    ...(detail !== undefined && { detail }),
    ...(problem !== undefined && {
      errorMessage: problem?.message ?? null,
      errorCode: problem?.code ?? null,
      fixHref: problem?.fixHref ?? null,
    }),
    ...(change.remoteId !== undefined && { remoteId: change.remoteId }),
    ...(change.remoteUrl !== undefined && { remoteUrl: change.remoteUrl }),
    ...(change.attempts !== undefined && { attempts: change.attempts }),
    ...(change.published === true && { publishedAt: sql<Date>`clock_timestamp()` }),
    ...(release === true && { leaseUntil: null, worker: null, losses: 0 }),
    updatedAt: sql<Date>`now()`,
  }
  const rows = await tx
    .update(scheduledPosts)
    .set(set)
    .where(and(eq(scheduledPosts.id, post.id), eq(scheduledPosts.fence, post.fence)))
    .returning({ platform: scheduledPosts.platform })
  const [row] = rows
  if (!row) throw new LeaseLost()
  if (COUNTED.includes(change.delivery)) emit('post', { platform: row.platform, became: change.delivery })
  if (change.event) await addEvent(tx, post, change.event)
}

/** Lets go of a post whose row may stand a step further than its worker knows. False when somebody else holds it. */
export async function releaseLease(tx: Tx, post: Held): Promise<boolean> {
  const rows = await tx
    .update(scheduledPosts)
    .set({ leaseUntil: null, worker: null })
    .where(and(eq(scheduledPosts.id, post.id), eq(scheduledPosts.fence, post.fence)))
    .returning({ id: scheduledPosts.id })
  return rows.length > 0
}

/** Longest text of an event, in characters. */
const EVENT_MAX = 500

export async function addEvent(tx: Tx, post: Pick<ClaimedPost, 'id' | 'userId'>, { kind, text }: { kind: string; text: string }) {
  await tx.insert(postEvents).values({ userId: post.userId, postId: post.id, kind, text: text.slice(0, EVENT_MAX) })
}

export interface Attempt {
  id: string
  number: number
  marker: string
  /** In the address of each file, by its position; none where the platform fetches nothing. */
  pullTokens: readonly string[]
}

export interface Intent {
  marker: string
  /** The files that the platform will fetch. */
  pulled: readonly PostFile[]
  detail: string
}

/** Notes what is about to be sent. Once this is committed, the post may be public, and is never sent again without having been looked for. */
export async function recordIntent(tx: Tx, post: ClaimedPost, { marker, pulled, detail }: Intent): Promise<Attempt> {
  const number = post.attempts + 1
  const attempt: Attempt = { id: randomUUID(), number, marker, pullTokens: pulled.map(() => randomBytes(32).toString('base64url')) }
  if (number === 1) emit('post-lateness', { platform: post.platform, seconds: Math.max(0, post.late) })
  await step(tx, post, { delivery: 'sending', attempts: number, detail, event: { kind: 'sending', text: detail } })
  await tx
    .insert(publishAttempts)
    .values({ id: attempt.id, userId: post.userId, postId: post.id, attempt: number, phase: 'sending', marker, worker: post.worker })
  if (pulled.length > 0)
    await tx.insert(mediaLinks).values(
      pulled.map((file, index) => ({
        tokenHash: mediaTokenHash(attempt.pullTokens[index] ?? ''),
        userId: post.userId,
        attemptId: attempt.id,
        position: file.position,
        path: file.path,
        mimeType: file.mimeType,
        expiresAt: sql`now() + make_interval(secs => ${PULL_SECONDS})`,
      })),
    )
  await tx.execute(sql`
    update publish_lanes set starts = array(select at from unnest(starts) as at where at > now() - interval '1 minute') || now()
    where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId}`)
  return attempt
}

type Phase = (typeof publishAttempts.$inferInsert)['phase']

export interface AttemptEnd {
  phase: Phase
  code?: string
  message?: string
}

/**
 * The platform's answer to an attempt: a fact, whoever holds the post by now. It outranks an id that an event of the platform was taken to mean; an
 * attempt that came to its end keeps its end.
 */
export async function recordAccepted(
  tx: Tx,
  attemptId: string,
  { remoteId, resume }: { remoteId: string; resume: Record<string, unknown> | undefined },
): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({ phase: sql`case when live then 'accepted' else phase end`, remoteId, resume: resume ?? null })
    .where(eq(publishAttempts.id, attemptId))
}

/** An id by which the platform named an attempt before its answer was read. Returns where the attempt is by now; null when it has an id already. */
export async function bindAttempt(tx: Tx, attemptId: string, remoteId: string): Promise<Phase | null> {
  const [bound] = await tx
    .update(publishAttempts)
    .set({ remoteId })
    .where(and(eq(publishAttempts.id, attemptId), isNull(publishAttempts.remoteId)))
    .returning({ phase: publishAttempts.phase })
  return bound?.phase ?? null
}

/** The end of an attempt, and of the addresses of its files: nothing of it is fetched any more. */
export async function endAttempt(tx: Tx, attemptId: string, { phase, code, message }: AttemptEnd): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({
      phase,
      live: false,
      code: code ?? null,
      message: message?.slice(0, EVENT_MAX) ?? null,
      finishedAt: sql`clock_timestamp()`,
    })
    .where(eq(publishAttempts.id, attemptId))
  await revokeMediaLinks(tx, attemptId)
}

export async function storeResumeState(tx: Tx, attemptId: string, resume: Record<string, unknown>): Promise<void> {
  await tx.update(publishAttempts).set({ resume }).where(eq(publishAttempts.id, attemptId))
}

export interface LiveAttempt {
  id: string
  number: number
  marker: string
  remoteId: string | null
  resume: Record<string, unknown> | null
  secondsAgo: number
}

/** The attempt whose outcome is open. */
export async function liveAttempt(tx: Tx, postId: string): Promise<LiveAttempt | null> {
  const [row] = await tx
    .select({
      id: publishAttempts.id,
      number: publishAttempts.attempt,
      marker: publishAttempts.marker,
      remoteId: publishAttempts.remoteId,
      resume: publishAttempts.resume,
      secondsAgo: sql<number>`extract(epoch from now() - started_at)::float8`,
    })
    .from(publishAttempts)
    .where(and(eq(publishAttempts.postId, postId), eq(publishAttempts.live, true)))
  return row ?? null
}

/** Ends the addresses of an attempt, for good: nothing is given away after this is committed. */
export async function revokeMediaLinks(tx: Tx, attemptId: string): Promise<Pulls> {
  const { rows } = await tx.execute<Pulls & Record<string, unknown>>(sql`
    with fenced as (
      update pull_links set fenced_at = coalesce(fenced_at, clock_timestamp()) where attempt_id = ${attemptId} returning fetched_at
    ) select count(*)::int as given, count(fetched_at)::int as fetched from fenced`)
  return rows[0] ?? { given: 0, fetched: 0 }
}

/** Lets go of the lane of an account, or keeps it shut for a while. Another worker's lane is left alone. */
export async function releaseAccountLock(
  tx: Tx,
  post: ClaimedPost,
  { pauseSeconds = 0, hold = false }: { pauseSeconds?: number; hold?: boolean } = {},
) {
  const pause = pauseSeconds > 0 ? sql`clock_timestamp() + make_interval(secs => ${pauseSeconds})` : sql`paused_until`
  await tx.execute(sql`
    update publish_lanes set
      lease_until = case when fence = ${post.laneFence} then null else lease_until end,
      worker = case when fence = ${post.laneFence} then null else worker end,
      paused_until = ${pause},
      held_since = case when ${hold} then coalesce(held_since, now()) else held_since end
    where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId}`)
}

/** Seconds until another post of the account may be begun; 0 when one may be now. */
export async function secondsUntilStart(tx: Tx, post: ClaimedPost, startsPerMinute: number): Promise<number> {
  const { rows } = await tx.execute<{ seconds: number | null }>(sql`
    select extract(epoch from min(at) + interval '61 seconds' - now())::float8 as seconds from (
      select at from publish_lanes, unnest(starts) as at
      where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId} and at > now() - interval '1 minute'
      order by at desc limit ${startsPerMinute}
    ) recent having count(*) >= ${startsPerMinute}`)
  return rows[0]?.seconds ?? 0
}
