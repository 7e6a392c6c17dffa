import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import type { Tx, Db } from '../db/db.ts'
import { webhookDeliveries, webhookEndpoints } from '../db/schema-webhooks.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { WebhookResponse } from '../providers/webhook-sender.ts'
import { notify } from '../notifications/notifications.ts'
import type { ClaimedDelivery } from './claim.ts'
import { dropWaiting } from './endpoints.ts'
import { retryDelay } from './retry-schedule.ts'

/** An endpoint that fails for this long is switched off. */
const FAILING_DAYS = 5
const GONE = 410
/** How long an endpoint counts as slow after a slow response. */
const SLOW_FOR = sql`interval '1 hour'`
/** Retention of deliveries. */
const RETENTION = sql`interval '30 days'`

/** A response, or why there was none. */
export type AttemptResult = WebhookResponse | { unreachable: string }

interface Attempt {
  jobs: Jobs
  claimed: ClaimedDelivery
  result: AttemptResult
  isSlow: boolean
  random: number
}

/** Records the result of a request, schedules the retry, and frees the endpoint. */
export async function recordAttempt(tx: Tx, { jobs, claimed, result, isSlow, random }: Attempt): Promise<void> {
  const isDelivered = 'status' in result && result.status >= 200 && result.status < 300
  const attempts = claimed.attempts + 1
  const retryAfter = 'status' in result ? result.retryAfter : null
  const delay = isDelivered ? null : retryDelay({ attempts, retryAfter, random })
  const state = isDelivered ? 'delivered' : delay === null ? 'failed' : 'waiting'
  // "Send again" or an end by the user meanwhile wins.
  const isAsClaimed = and(
    eq(webhookDeliveries.id, claimed.id),
    eq(webhookDeliveries.attempts, claimed.attempts),
    isNotNull(webhookDeliveries.nextAt),
  )
  await tx
    .update(webhookDeliveries)
    .set({
      ...('status' in result
        ? { status: result.status, answer: result.answer, error: errorOf(result.status) }
        : { status: null, answer: null, error: result.unreachable }),
      state,
      attempts,
      nextAt: delay === null ? null : sql<Date>`now() + make_interval(secs => ${delay})`,
      attemptedAt: sql`now()`,
    })
    .where(isAsClaimed)
  const failingSince = isDelivered ? null : sql<Date>`coalesce(${webhookEndpoints.failingSince}, now())`
  const slowUntil = isSlow ? sql<Date>`now() + ${SLOW_FOR}` : sql<Date>`coalesce(${webhookEndpoints.slowUntil}, now())`
  await tx.update(webhookEndpoints).set({ busyUntil: null, failingSince, slowUntil }).where(eq(webhookEndpoints.id, claimed.endpointId))
  if (!isDelivered) await switchOffIfDead(tx, jobs, { claimed, isGone: 'status' in result && result.status === GONE })
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The endpoint redirected (${status}). Redirects aren’t followed.`
  return `The endpoint answered ${status}.`
}

async function switchOffIfDead(
  tx: Tx,
  jobs: Jobs,
  { claimed: { endpointId, userId }, isGone }: { claimed: ClaimedDelivery; isGone: boolean },
): Promise<void> {
  const { id, isOn, failingSince, name, url } = webhookEndpoints
  const isDead = isGone ? undefined : lt(failingSince, sql`now() - make_interval(days => ${FAILING_DAYS})`)
  const [off] = await tx
    .update(webhookEndpoints)
    .set({ isOn: false, offReason: isGone ? 'gone' : 'failing' })
    .where(and(eq(id, endpointId), isOn, isDead))
    .returning({ name, url })
  if (!off) return
  await dropWaiting(tx, endpointId)
  const label = off.name === '' ? new URL(off.url).host : off.name
  const reason = isGone ? 'its endpoint answered that it is gone (410)' : `every delivery has failed for ${FAILING_DAYS} days`
  await notify(jobs, tx, {
    userId,
    kind: 'attention',
    cause: `webhook-off ${endpointId}`,
    title: `Webhook “${label}” was switched off`,
    body: `We switched it off because ${reason}. Fix the endpoint, then turn the webhook on in Settings.`,
    href: '/settings?tab=webhooks',
  })
}

/** Deletes old deliveries, also waiting ones of endpoints that are off. */
export async function deleteOldDeliveries({ db }: { db: Db }): Promise<void> {
  await db.long.asSystem((tx) => tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, sql`now() - ${RETENTION}`)))
}
