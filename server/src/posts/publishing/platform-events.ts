import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Clients } from '../../connections/clients.ts'
import { addReconnectWebhook } from '../../connections/webhook-events.ts'
import { databaseNow } from '../../database-clock.ts'
import type { Db, Tx } from '../../db/db.ts'
import { publishAttempts, scheduledPosts } from '../../db/schema-publishing.ts'
import { isAccountOfPost } from '../account-of-post.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import type { EventClaim, PlatformEvent, PlatformWebhook } from '../../platforms/webhook.ts'
import { bindAttempt } from './attempts.ts'
import { transitionAll } from './transition.ts'

export interface PlatformEventDeps {
  db: Pick<Db, 'publishing'>
  clients: Pick<Clients, 'withKey'>
}

/** A platform that reports events. */
interface Source {
  platform: PlatformId
  webhook: PlatformWebhook
}

/** Users who connected the same account. */
const OWNERS_MAX = 20

/**
 * Applies an event that a platform sent, at least once and in any order: a second source besides polling. False when the platform did not send it.
 * An event never ends a post by itself but makes it be asked for at once, so that a doubled or late one changes nothing.
 */
export async function receivePlatformEvent(
  deps: PlatformEventDeps,
  source: Source,
  { body, signature }: { body: Uint8Array; signature: string | null },
): Promise<boolean> {
  const signed = { body, signature, now: databaseNow() / 1000 }
  const claim = source.webhook.claimOf(signed)
  if (!claim) return false
  for await (const secret of secretsOf(deps, source.platform, claim)) {
    const event = source.webhook.read(signed, secret)
    if (!event) continue
    await deps.db.publishing.asSystem((tx) => apply(tx, source, event))
    return true
  }
  return false
}

/** Secrets of the application that an event claims to be for. The database is queried only for a user's own application. */
async function* secretsOf({ db, clients }: PlatformEventDeps, platform: PlatformId, claim: EventClaim): AsyncIterable<string> {
  const own = await clients.withKey(platform, null, claim.clientKey)
  if (own) return yield own.secret
  const owners = await db.publishing.asSystem((tx) =>
    tx.select({ userId: socialAccounts.userId }).from(socialAccounts).where(isAccount(platform, claim)).limit(OWNERS_MAX),
  )
  for (const { userId } of owners) {
    const client = await clients.withKey(platform, userId, claim.clientKey)
    if (client) yield client.secret
  }
}

const isAccount = (platform: PlatformId, { clientKey, accountId }: EventClaim) =>
  and(eq(socialAccounts.platform, platform), eq(socialAccounts.accountId, accountId), eq(socialAccounts.clientKey, clientKey))

async function apply(tx: Tx, { platform, webhook }: Source, event: PlatformEvent): Promise<void> {
  if (event.kind === 'account-removed') return markRemoved(tx, platform, event)
  const { kind, remoteId, postId } = event
  if (remoteId === null) return
  if (kind === 'published' || kind === 'public' || kind === 'failed') await bindRemoteId(tx, platform, { ...event, kind, remoteId })
  if (kind === 'public' && postId !== null) await storeUrl(tx, { platform, webhook }, { remoteId, postId })
  const isPost = and(eq(scheduledPosts.platform, platform), eq(scheduledPosts.remoteId, remoteId), eq(scheduledPosts.delivery, 'accepted'))
  await transitionAll(tx, isPost, { kind: 'status-announced' })
}

/**
 * Its posts wait from the next one on; the platform would refuse them. An event from before the account's tokens were given is about an earlier
 * connection, and one that is not newer than the last that was applied is a replay.
 */
async function markRemoved(tx: Tx, platform: PlatformId, event: PlatformEvent): Promise<void> {
  const at = sql`to_timestamp(${event.createdAt})`
  const isNewer = sql`${at} >= date_trunc('second', coalesce(authorized_at, created_at)) and (removed_at is null or ${at} > removed_at)`
  const isRemovable = and(isAccount(platform, event), isNewer)
  const lost = await tx
    .select()
    .from(socialAccounts)
    .where(and(isRemovable, eq(socialAccounts.state, 'active')))
    .for('update')
  await tx
    .update(socialAccounts)
    .set({ state: 'reconnect', removedAt: sql<Date>`${at}`, updatedAt: sql`now()` })
    .where(isRemovable)
  for (const account of lost) await addReconnectWebhook(tx, account)
}

type PostEvent = PlatformEvent & { kind: 'published' | 'public' | 'failed'; remoteId: string }

/** Most seconds by which the clocks of a platform and the database may differ: an event from before an attempt is not about it. */
const CLOCKS_APART = 60

/** Attempts with an unknown outcome: in progress, being reconciled, or left to the user. Events arrive for up to three days. */
const isOpen = sql`publish_attempts.remote_id is null and publish_attempts.started_at > now() - interval '3 days'
  and (publish_attempts.phase = 'sending' and publish_attempts.live
    or publish_attempts.phase = 'unconfirmed' and scheduled_posts.delivery = 'unconfirmed')`

/** A platform publishes a photo post once it has downloaded all photos; it cannot have a video before this server knows its id. */
const mayBePublished = sql`${isOpen} and scheduled_posts.kind = 'slides' and not exists (
  select from pull_links where attempt_id = publish_attempts.id and fetched_at is null)`

/** An attempt that was given up as absent may still fail at the platform, under an id that this server never received. */
const mayHaveFailed = sql`(${isOpen} or publish_attempts.remote_id is null and publish_attempts.phase = 'lost')`

/** Attempts with the state of their post, which is locked because its user may confirm the outcome concurrently. */
async function attempts(tx: Tx, platform: PlatformId, condition: SQL | undefined) {
  return (
    tx
      .select({ id: publishAttempts.id, phase: publishAttempts.phase, postId: scheduledPosts.id, delivery: scheduledPosts.delivery })
      .from(scheduledPosts)
      .innerJoin(publishAttempts, eq(publishAttempts.postId, scheduledPosts.id))
      .where(and(eq(scheduledPosts.platform, platform), condition))
      .limit(2)
      // Locks the post before its attempt, like all code that changes both.
      .for('update', { of: scheduledPosts })
  )
}

/**
 * An unknown id belongs to the attempt whose answer was lost, or has not come yet. Where more than one attempt can be meant, nothing is guessed. A
 * worker that still waits for the answer writes its id over this one; a worker that reconciles asks for the post by it.
 */
async function bindRemoteId(tx: Tx, platform: PlatformId, event: PostEvent): Promise<void> {
  const [bound] = await attempts(tx, platform, eq(publishAttempts.remoteId, event.remoteId))
  if (bound) return pollAgain(tx, event.remoteId, bound)
  const startedBefore = sql`publish_attempts.started_at < to_timestamp(${event.createdAt + CLOCKS_APART})`
  const isAccountPost = eq(scheduledPosts.accountId, event.accountId)
  const [attempt, another] = await attempts(
    tx,
    platform,
    and(isAccountPost, startedBefore, event.kind === 'failed' ? mayHaveFailed : mayBePublished),
  )
  if (!attempt || another) return
  const phase = await bindAttempt(tx, attempt.id, event.remoteId)
  if (phase !== null) await pollAgain(tx, event.remoteId, { ...attempt, phase })
}

/** Makes a worker poll the post now, also when its user was notified that the outcome is unknown. */
async function pollAgain(tx: Tx, remoteId: string, { id, phase, postId, delivery }: Awaited<ReturnType<typeof attempts>>[number]) {
  const isPost = eq(scheduledPosts.id, postId)
  if (delivery === 'uncertain') return void (await transitionAll(tx, isPost, { kind: 'status-announced' }))
  if (delivery !== 'unconfirmed' || phase !== 'unconfirmed') return
  await tx.update(publishAttempts).set({ phase: 'accepted', live: true, finishedAt: null }).where(eq(publishAttempts.id, id))
  await transitionAll(tx, isPost, { kind: 'remote-id-announced', remoteId })
}

/** A platform reports the URL of a post once it is visible, which may be long after it was published. */
async function storeUrl(tx: Tx, { platform, webhook }: Source, { remoteId, postId }: { remoteId: string; postId: string }): Promise<void> {
  const posts = await tx
    .select({ id: scheduledPosts.id, kind: scheduledPosts.kind, username: socialAccounts.username })
    .from(scheduledPosts)
    .innerJoin(socialAccounts, isAccountOfPost)
    .where(and(eq(scheduledPosts.platform, platform), eq(scheduledPosts.remoteId, remoteId), isNull(scheduledPosts.remoteUrl)))
  for (const { id, kind, username } of posts)
    await tx
      .update(scheduledPosts)
      .set({ remoteUrl: webhook.urlOf({ username, postId, kind }) })
      .where(and(eq(scheduledPosts.id, id), eq(scheduledPosts.status, 'published')))
}
