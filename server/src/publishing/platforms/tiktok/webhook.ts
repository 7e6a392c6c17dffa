import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Clients } from '../../../connections/clients.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { publishAttempts, scheduledPosts } from '../../../db/schema-publishing.ts'
import { socialAccounts } from '../../../db/schema.ts'
import { readTiktokWebhook, type TiktokEvent } from '../../../providers/tiktok/posting/webhook.ts'
import type { PostOrder } from '../../platform-posting.ts'
import { noteAccepted } from '../../states.ts'

const PLATFORM = 'tiktok'

export interface TiktokWebhookParts {
  db: Pick<Db, 'publishing'>
  clients: Pick<Clients, 'withKey'>
  urlOf(post: { username: string; postId: string; kind: PostOrder['kind'] }): string
}

const whoseSchema = z.object({ client_key: z.string().max(200), user_openid: z.string().max(200) })
/** People who connected the same account. */
const OWNERS_MAX = 20

/**
 * What TikTok says by itself, at least once and in any order: a second source beside asking. False when it was not TikTok who said it. An event
 * never ends a post by itself but makes it be asked for at once, so that a doubled or late one changes nothing.
 */
export async function takeTiktokEvent(
  { db, clients, urlOf }: TiktokWebhookParts,
  { body, signature }: { body: Uint8Array; signature: string | null },
): Promise<boolean> {
  const whose = whoseSchema.safeParse(parsed(body))
  if (!whose.success) return false
  const { client_key: clientKey, user_openid: openId } = whose.data
  const owners = await db.publishing.asSystem((tx) =>
    tx
      .select({ userId: socialAccounts.userId })
      .from(socialAccounts)
      .where(and(eq(socialAccounts.platform, PLATFORM), eq(socialAccounts.accountId, openId), eq(socialAccounts.clientKey, clientKey)))
      .limit(OWNERS_MAX),
  )
  for (const userId of [...owners.map((row) => row.userId), null]) {
    const client = await clients.withKey(PLATFORM, userId, clientKey)
    if (!client) continue
    const read = readTiktokWebhook(body, signature, { secret: client.secret, now: Date.now() / 1000 })
    if ('fault' in read) continue
    await db.publishing.asSystem((tx) => apply(tx, read.event, urlOf))
    return true
  }
  return false
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

async function apply(tx: Tx, event: TiktokEvent, urlOf: TiktokWebhookParts['urlOf']): Promise<void> {
  if (event.kind === 'account-removed') return markRemoved(tx, event)
  if (event.publishId === null) return
  if (event.kind === 'published' || event.kind === 'public') await bind(tx, event, event.publishId)
  if (event.kind === 'public' && event.postId !== null) await link(tx, event, { postId: event.postId, urlOf })
  await tx
    .update(scheduledPosts)
    .set({ nextAt: sql`now()` })
    .where(
      and(eq(scheduledPosts.platform, PLATFORM), eq(scheduledPosts.remoteId, event.publishId), eq(scheduledPosts.delivery, 'accepted')),
    )
}

/** Its posts wait from the next one on; the platform would refuse them. */
async function markRemoved(tx: Tx, { openId, clientKey }: TiktokEvent): Promise<void> {
  await tx
    .update(socialAccounts)
    .set({ state: 'reconnect', updatedAt: sql`now()` })
    .where(and(eq(socialAccounts.platform, PLATFORM), eq(socialAccounts.accountId, openId), eq(socialAccounts.clientKey, clientKey)))
}

/** Attempts that may have come out, of which only one can be meant: events are told for three days. */
const MAY_HAVE_COME_OUT = sql`publish_attempts.phase in ('sending', 'unconfirmed') and publish_attempts.remote_id is null
  and publish_attempts.started_at > now() - interval '3 days'`

/**
 * A post that came out under an id that nobody here knows is the one whose answer was lost. Attempts of which no file was fetched cannot have come
 * out; where there is more than one of the others, nothing is guessed. It is asked for by its id then, whatever its person was told.
 */
async function bind(tx: Tx, { openId }: TiktokEvent, publishId: string): Promise<void> {
  const [known] = await tx.select({ id: publishAttempts.id }).from(publishAttempts).where(eq(publishAttempts.remoteId, publishId)).limit(1)
  if (known) return
  const open = await tx
    .select({ attemptId: publishAttempts.id, postId: scheduledPosts.id, delivery: scheduledPosts.delivery })
    .from(scheduledPosts)
    .innerJoin(publishAttempts, eq(publishAttempts.postId, scheduledPosts.id))
    .where(and(eq(scheduledPosts.platform, PLATFORM), eq(scheduledPosts.accountId, openId), MAY_HAVE_COME_OUT))
    .limit(2)
    // Its person may say at this very moment what they found.
    .for('update', { of: scheduledPosts })
  const [attempt] = open
  if (!attempt || open.length > 1 || !['uncertain', 'unconfirmed'].includes(attempt.delivery)) return
  await noteAccepted(tx, attempt.attemptId, { remoteId: publishId, resume: undefined })
  const found = sql`id = ${attempt.postId} and delivery = ${attempt.delivery}`
  if (attempt.delivery === 'uncertain')
    return void (await tx
      .update(scheduledPosts)
      .set({ nextAt: sql`now()` })
      .where(found))
  await tx.update(publishAttempts).set({ live: true, finishedAt: null }).where(eq(publishAttempts.id, attempt.attemptId))
  await tx
    .update(scheduledPosts)
    .set({
      delivery: 'accepted',
      status: 'pending',
      remoteId: publishId,
      nextAt: sql`now()`,
      fence: sql`fence + 1`,
      errorMessage: null,
      errorCode: null,
      fixHref: null,
    })
    .where(found)
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
