import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Clients } from '../../../connections/clients.ts'
import { databaseNow } from '../../../database-clock.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { publishAttempts, scheduledPosts } from '../../../db/schema-publishing.ts'
import { socialAccounts } from '../../../db/schema.ts'
import { claimOf, maySign, readTiktokWebhook, type TiktokClaim, type TiktokEvent } from '../../../platforms/tiktok/posting/webhook.ts'
import type { PublishRequest } from '../../../platforms/publishing.ts'
import { bindAttempt } from '../../publishing/attempts.ts'
import { transitionAll } from '../../publishing/transition.ts'

const PLATFORM = 'tiktok'

export interface TiktokWebhookParts {
  db: Pick<Db, 'publishing'>
  clients: Pick<Clients, 'withKey'>
  urlOf(post: { username: string; postId: string; kind: PublishRequest['kind'] }): string
}

/** Users who connected the same account. */
const OWNERS_MAX = 20

/**
 * Applies an event that TikTok sent, at least once and in any order: a second source besides polling. False when TikTok did not send it. An event
 * never ends a post by itself but makes it be asked for at once, so that a doubled or late one changes nothing.
 */
export async function receiveTiktokEvent(
  parts: TiktokWebhookParts,
  { body, signature }: { body: Uint8Array; signature: string | null },
): Promise<boolean> {
  const claim = claimOf(body)
  const now = databaseNow() / 1000
  if (!claim || !maySign(signature, now)) return false
  for await (const secret of secretsOf(parts, claim)) {
    const read = readTiktokWebhook(body, signature, { secret, now })
    if ('fault' in read) continue
    await parts.db.publishing.asSystem((tx) => apply(tx, read.event, parts.urlOf))
    return true
  }
  return false
}

/** Secrets of the application that an event claims to be for. The database is queried only for a user's own application. */
async function* secretsOf({ db, clients }: TiktokWebhookParts, { clientKey, openId }: TiktokClaim): AsyncIterable<string> {
  const own = await clients.withKey(PLATFORM, null, clientKey)
  if (own) return yield own.secret
  const owners = await db.publishing.asSystem((tx) =>
    tx.select({ userId: socialAccounts.userId }).from(socialAccounts).where(isAccount({ clientKey, openId })).limit(OWNERS_MAX),
  )
  for (const { userId } of owners) {
    const client = await clients.withKey(PLATFORM, userId, clientKey)
    if (client) yield client.secret
  }
}

const isAccount = ({ clientKey, openId }: TiktokClaim) =>
  and(eq(socialAccounts.platform, PLATFORM), eq(socialAccounts.accountId, openId), eq(socialAccounts.clientKey, clientKey))

async function apply(tx: Tx, event: TiktokEvent, urlOf: TiktokWebhookParts['urlOf']): Promise<void> {
  if (event.kind === 'account-removed') return markRemoved(tx, event)
  const { kind, publishId } = event
  if (publishId === null) return
  if (kind === 'published' || kind === 'public' || kind === 'failed') await bind(tx, { ...event, kind, publishId })
  if (kind === 'public' && event.postId !== null) await link(tx, event, { postId: event.postId, urlOf })
  const isPost = and(eq(scheduledPosts.platform, PLATFORM), eq(scheduledPosts.remoteId, publishId), eq(scheduledPosts.delivery, 'accepted'))
  await transitionAll(tx, isPost, { kind: 'status-announced' })
}

/**
 * Its posts wait from the next one on; the platform would refuse them. An event from before the account's tokens were given is about an earlier
 * connection, and one that is not newer than the last that was applied is a replay.
 */
async function markRemoved(tx: Tx, event: TiktokEvent): Promise<void> {
  const at = sql`to_timestamp(${event.createdAt})`
  const isNews = sql`${at} >= date_trunc('second', coalesce(authorized_at, created_at)) and (removed_at is null or ${at} > removed_at)`
  await tx
    .update(socialAccounts)
    .set({ state: 'reconnect', removedAt: sql<Date>`${at}`, updatedAt: sql`now()` })
    .where(and(isAccount(event), isNews))
}

type PostEvent = TiktokEvent & { kind: 'published' | 'public' | 'failed'; publishId: string }

/** By how many seconds the clocks of TikTok and of the database may differ: an event from before an attempt is not about it. */
const CLOCKS_APART = 60

/** Attempts whose outcome is open: in a worker's hands, looked for, or left to the user. Events come for three days. */
const isOpen = sql`publish_attempts.remote_id is null and publish_attempts.started_at > now() - interval '3 days'
  and (publish_attempts.phase = 'sending' and publish_attempts.live
    or publish_attempts.phase = 'unconfirmed' and scheduled_posts.delivery = 'unconfirmed')`

/** TikTok publishes when it has all pictures, and of a video it has nothing before its id is known here. */
const mayBePublished = sql`${isOpen} and scheduled_posts.kind = 'slides' and not exists (
  select from pull_links where attempt_id = publish_attempts.id and fetched_at is null)`

/** One that was given up as absent fails at TikTok as well, under an id that was never read here. */
const mayHaveFailed = sql`(${isOpen} or publish_attempts.remote_id is null and publish_attempts.phase = 'lost')`

/** Attempts with the state of their post, which is locked because its user may confirm the outcome at this moment. */
async function attempts(tx: Tx, condition: SQL | undefined) {
  return (
    tx
      .select({ id: publishAttempts.id, phase: publishAttempts.phase, postId: scheduledPosts.id, delivery: scheduledPosts.delivery })
      .from(scheduledPosts)
      .innerJoin(publishAttempts, eq(publishAttempts.postId, scheduledPosts.id))
      .where(and(eq(scheduledPosts.platform, PLATFORM), condition))
      .limit(2)
      // The post first and its attempt after it, as everything does that changes both.
      .for('update', { of: scheduledPosts })
  )
}

/**
 * An unknown id belongs to the attempt whose answer was lost, or has not come yet. Where more than one attempt can be meant, nothing is guessed. A
 * worker that still waits for the answer writes its id over this one; a worker that reconciles asks for the post by it.
 */
async function bind(tx: Tx, event: PostEvent): Promise<void> {
  const [known] = await attempts(tx, eq(publishAttempts.remoteId, event.publishId))
  if (known) return askAgain(tx, event.publishId, known)
  const began = sql`publish_attempts.started_at < to_timestamp(${event.createdAt + CLOCKS_APART})`
  const whose = eq(scheduledPosts.accountId, event.openId)
  const [attempt, another] = await attempts(tx, and(whose, began, event.kind === 'failed' ? mayHaveFailed : mayBePublished))
  if (!attempt || another) return
  const phase = await bindAttempt(tx, attempt.id, event.publishId)
  if (phase !== null) await askAgain(tx, event.publishId, { ...attempt, phase })
}

/** Has a worker ask for the post by its id now, also where its user was told that the outcome is unknown. */
async function askAgain(tx: Tx, remoteId: string, { id, phase, postId, delivery }: Awaited<ReturnType<typeof attempts>>[number]) {
  const isPost = eq(scheduledPosts.id, postId)
  if (delivery === 'uncertain') return void (await transitionAll(tx, isPost, { kind: 'status-announced' }))
  if (delivery !== 'unconfirmed' || phase !== 'unconfirmed') return
  await tx.update(publishAttempts).set({ phase: 'accepted', live: true, finishedAt: null }).where(eq(publishAttempts.id, id))
  await transitionAll(tx, isPost, { kind: 'remote-id-announced', remoteId })
}

/** The address of a post is known only when the world can see it, which may be long after it was published. */
async function link(
  tx: Tx,
  { publishId }: TiktokEvent,
  { postId, urlOf }: { postId: string; urlOf: TiktokWebhookParts['urlOf'] },
): Promise<void> {
  const posts = await tx
    .select({ id: scheduledPosts.id, kind: scheduledPosts.kind, username: socialAccounts.username })
    .from(scheduledPosts)
    .innerJoin(
      socialAccounts,
      and(
        eq(socialAccounts.userId, scheduledPosts.userId),
        eq(socialAccounts.platform, scheduledPosts.platform),
        eq(socialAccounts.accountId, scheduledPosts.accountId),
      ),
    )
    .where(and(eq(scheduledPosts.platform, PLATFORM), eq(scheduledPosts.remoteId, publishId ?? ''), isNull(scheduledPosts.remoteUrl)))
  for (const { id, kind, username } of posts)
    await tx
      .update(scheduledPosts)
      .set({ remoteUrl: urlOf({ username, postId, kind }) })
      .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, 'published')))
}
