import { randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { mediaLinks, publishAttempts } from '../../db/schema-publishing.ts'
import { emit } from '../../telemetry/telemetry.ts'
import { addEvents } from '../post-events.ts'
import type { ClaimedPost, LiveAttempt } from './claim.ts'
import { mediaTokenHash } from './media-download.ts'
import type { PostFile, Pulls } from '../../platforms/publishing.ts'
import { transition } from './transition.ts'

/** Longest time that the media links of an attempt are valid: a platform downloads within an hour. */
const LINK_SECONDS = 2 * 60 * 60
/** Longest message of an attempt, in characters. */
const MESSAGE_MAX = 500

export interface Attempt extends LiveAttempt {
  /** The token in the link of each file, by its position; none where the platform downloads nothing. */
  mediaTokens: readonly string[]
}

export interface Intent {
  marker: string
  /** The files that the platform will download. */
  downloaded: readonly PostFile[]
  detail: string
}

/**
 * Records what the worker is about to send. Once this is committed, the post may be public: it is never sent again before the platform was asked
 * about it. Throws LeaseLost.
 */
export async function recordIntent(
  tx: Tx,
  post: ClaimedPost,
  { marker, downloaded, detail }: Intent,
): Promise<{ post: ClaimedPost; attempt: Attempt }> {
  const number = post.attempts + 1
  const mediaTokens = downloaded.map(() => randomBytes(32).toString('base64url'))
  const attempt: Attempt = {
    id: randomUUID(),
    number,
    marker,
    mediaTokens,
    remoteId: null,
    resume: null,
    worker: post.worker,
    secondsAgo: 0,
  }
  if (number === 1) emit('post-lateness', { platform: post.platform, seconds: Math.max(0, post.late) })
  const sending = await transition(tx, post, { kind: 'sending', attempts: number, detail, history: { kind: 'sending', text: detail } })
  await tx
    .insert(publishAttempts)
    .values({ id: attempt.id, userId: post.userId, postId: post.id, attempt: number, phase: 'sending', marker, worker: post.worker })
  if (downloaded.length > 0)
    await tx.insert(mediaLinks).values(
      downloaded.map((file, index) => ({
        tokenHash: mediaTokenHash(mediaTokens[index] ?? ''),
        userId: post.userId,
        attemptId: attempt.id,
        position: file.position,
        path: file.path,
        mimeType: file.mimeType,
        expiresAt: sql`now() + make_interval(secs => ${LINK_SECONDS})`,
      })),
    )
  await tx.execute(sql`
    update publish_lanes set starts = array(select at from unnest(starts) as at where at > now() - interval '1 minute') || now()
    where user_id = ${post.userId} and platform = ${post.platform} and account_id = ${post.accountId}`)
  return { post: sending, attempt }
}

type Phase = (typeof publishAttempts.$inferInsert)['phase']

export interface AttemptEnd {
  phase: Phase
  code?: string
  message?: string
}

/**
 * Stores the platform's answer to an attempt, whichever worker holds the post by now. It replaces an id that was taken from an event of the platform; an
 * attempt that has ended keeps its end.
 */
export async function recordAccepted(
  tx: Tx,
  attemptId: string,
  { remoteId, resume }: { remoteId: string; resume: Record<string, unknown> | null },
): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({ phase: sql`case when live then 'accepted' else phase end`, remoteId, resume })
    .where(eq(publishAttempts.id, attemptId))
}

/**
 * Stores the id by which the platform named an attempt before its answer was read. Returns the phase of the attempt; null when it already has
 * an id.
 */
export async function bindAttempt(tx: Tx, attemptId: string, remoteId: string): Promise<Phase | null> {
  const [bound] = await tx
    .update(publishAttempts)
    .set({ remoteId })
    .where(and(eq(publishAttempts.id, attemptId), isNull(publishAttempts.remoteId)))
    .returning({ phase: publishAttempts.phase })
  return bound?.phase ?? null
}

/** Ends an attempt and revokes its media links. */
export async function endAttempt(tx: Tx, attemptId: string, { phase, code, message }: AttemptEnd): Promise<void> {
  await tx
    .update(publishAttempts)
    .set({
      phase,
      live: false,
      code: code ?? null,
      message: message?.slice(0, MESSAGE_MAX) ?? null,
      finishedAt: sql`clock_timestamp()`,
    })
    .where(eq(publishAttempts.id, attemptId))
  await revokeMediaLinks(tx, attemptId)
}

export async function storeResumeState(tx: Tx, attemptId: string, resume: Record<string, unknown>): Promise<void> {
  await tx.update(publishAttempts).set({ resume }).where(eq(publishAttempts.id, attemptId))
}

/** Attempts of the same account at the platform, of all its users, without those of this post. */
const ofSameAccount = ({ id, platform, accountId }: Pick<ClaimedPost, 'id' | 'platform' | 'accountId'>) =>
  sql`p.platform = ${platform} and p.account_id = ${accountId} and p.id <> ${id}`

/** Returns those of these ids that other posts of the account have on the platform. The platform's id of a public post is also in the state of its attempt. */
export async function idsOfOtherPosts(
  tx: Tx,
  post: Pick<ClaimedPost, 'id' | 'platform' | 'accountId'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const wanted = sql.param([...ids])
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.remote_id as id from scheduled_posts p where ${ofSameAccount(post)} and p.remote_id = any(${wanted}::text[])
    union select a.resume ->> 'postId' from scheduled_posts p join publish_attempts a on a.post_id = p.id
      where ${ofSameAccount(post)} and a.resume ->> 'postId' = any(${wanted}::text[])`)
  return new Set(rows.map(({ id }) => id))
}

/** The states of the other open attempts of the account. */
export async function openStates(tx: Tx, post: Pick<ClaimedPost, 'id' | 'platform' | 'accountId'>): Promise<Record<string, unknown>[]> {
  const { rows } = await tx.execute<{ resume: Record<string, unknown> }>(sql`
    select a.resume from scheduled_posts p join publish_attempts a on a.post_id = p.id
    where ${ofSameAccount(post)} and p.next_at is not null and a.live and a.resume is not null`)
  return rows.map(({ resume }) => resume)
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
      worker: publishAttempts.worker,
      secondsAgo: sql<number>`extract(epoch from now() - started_at)::float8`,
    })
    .from(publishAttempts)
    .where(and(eq(publishAttempts.postId, postId), eq(publishAttempts.live, true)))
  return row ?? null
}

/** Revokes the media links of an attempt: once this is committed, the server delivers none of its files. */
export async function revokeMediaLinks(tx: Tx, attemptId: string): Promise<Pulls> {
  const { rows } = await tx.execute<Pulls & Record<string, unknown>>(sql`
    with fenced as (
      update pull_links set fenced_at = coalesce(fenced_at, clock_timestamp()) where attempt_id = ${attemptId} returning fetched_at
    ) select count(*)::int as issued, count(fetched_at)::int as fetched from fenced`)
  return rows[0] ?? { issued: 0, fetched: 0 }
}

/** Events that give a post a new time; earlier attempts and setbacks then no longer count. */
const RESCHEDULED = sql.raw(`('retried', 'moved', 'settled')`)

export interface AttemptsToCount {
  phase: Phase
  /** Only attempts that ended with this machine code. */
  code?: string
}

/** How many attempts ended this way since the user last scheduled the post. */
export async function attemptsSinceScheduled(tx: Tx, postId: string, { phase, code }: AttemptsToCount): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from publish_attempts
    where post_id = ${postId} and phase = ${phase} ${code === undefined ? sql`` : sql`and code = ${code}`}
      and started_at > coalesce((select max(at) from post_events where post_id = ${postId} and kind in ${RESCHEDULED}), '-infinity')`)
  return rows[0]?.count ?? 0
}

/** Why a post didn't go out the last time, in one sentence; null when it was not tried since the user last scheduled it. */
export async function lastSetback(tx: Tx, postId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from post_events
    where post_id = ${postId} and kind in ('postponed', 'failed', 'lost')
      and id > coalesce((select max(id) from post_events where post_id = ${postId} and kind in ${RESCHEDULED}), 0)
    order by id desc limit 1`)
  return rows[0]?.text ?? null
}

/** Whose account was disconnected while the post was being sent, as `@name`; null when no account was. */
export async function disconnectedName(tx: Tx, postId: string): Promise<string | null> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select text from post_events where post_id = ${postId} and kind = 'disconnected' order by id desc limit 1`)
  return rows[0]?.text.split(' ')[0] ?? null
}

/** Records why a post could not be tried, once per reason. */
export async function recordSetback(tx: Tx, post: Pick<ClaimedPost, 'id' | 'userId'>, text: string): Promise<void> {
  if ((await lastSetback(tx, post.id)) !== text) await addEvents(tx, post.userId, [{ postId: post.id, kind: 'postponed', text }])
}
