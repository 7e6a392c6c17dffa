import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { WebhookEvent } from '@ninesixteen/shared/api/webhooks'
import { DELIVERIES, type Delivery, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts, type WaitsFor } from '../../db/schema-publishing.ts'
import { emit } from '../../telemetry/telemetry.ts'
import { addEvents, type PostEventKind } from '../post-events.ts'
import { isDelivery, type PostRow } from '../post-rows.ts'
import { addPostWebhooks } from '../webhook-events.ts'
import { RULES, type DeliveryEvent, type DeliveryEventKind, type Rule } from './delivery-events.ts'
import { LeaseLost } from './lease.ts'

/** A post after a transition. */
export type ChangedPost = Pick<PostRow, 'id' | 'userId' | 'platform' | 'projectId' | 'delivery' | 'attempts' | 'fence' | 'nextAt'>

/** A claimed post. The fence tells whether the worker still holds it. */
export interface HeldPost {
  id: string
  userId: string
  fence: number
}

export interface HistoryEntry {
  kind: PostEventKind
  text: string
}

/** States that metrics count. */
const COUNTED: readonly DeliveryEventKind[] = ['sending', 'published', 'failed', 'unconfirmed', 'missed']

/** Events that users' webhooks report. */
const WEBHOOKS: Partial<Record<DeliveryEventKind, WebhookEvent>> = {
  scheduled: 'post.scheduled',
  retried: 'post.scheduled',
  'not-found-on-platform': 'post.scheduled',
  published: 'post.published',
  'found-on-platform': 'post.published',
  'posted-manually': 'post.published',
  failed: 'post.failed',
  missed: 'post.failed',
  'not-renderable': 'post.failed',
  'manual-posting-missed': 'post.failed',
  'not-posted-manually': 'post.failed',
  unconfirmed: 'post.unconfirmed',
}

/** Applies an event to a claimed post, records it in the history, and returns the new row. Throws LeaseLost, and changes nothing, when the worker no longer holds the post. */
export async function transition<Post extends HeldPost>(
  tx: Tx,
  post: Post,
  event: DeliveryEvent & { history?: HistoryEntry },
): Promise<Post & Pick<ChangedPost, 'delivery' | 'attempts' | 'fence' | 'nextAt'>> {
  const isHeld = and(eq(scheduledPosts.id, post.id), eq(scheduledPosts.userId, post.userId), eq(scheduledPosts.fence, post.fence))
  const [changed] = await transitionAll(tx, isHeld, event)
  if (!changed) throw new LeaseLost()
  const { platform, delivery, attempts, fence, nextAt } = changed
  if (COUNTED.includes(event.kind)) emit('post', { platform, became: delivery })
  if (event.history) await addEvents(tx, post.userId, [{ postId: post.id, ...event.history }])
  return { ...post, delivery, attempts, fence, nextAt }
}

/** Throws LeaseLost when the worker no longer holds the post. Until the transaction ends, no other worker can claim it. */
export async function requireHeld(tx: Tx, { id, fence }: Pick<HeldPost, 'id' | 'fence'>): Promise<void> {
  const isHeld = and(eq(scheduledPosts.id, id), eq(scheduledPosts.fence, fence))
  const [held] = await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(isHeld).for('update')
  if (!held) throw new LeaseLost()
}

/** Applies an event to all matching posts whose state allows it; returns their new values. */
export async function transitionAll(tx: Tx, condition: SQL | undefined, event: DeliveryEvent): Promise<ChangedPost[]> {
  const { id, userId, platform, projectId, delivery, attempts, fence, nextAt } = scheduledPosts
  const changed = await tx
    .update(scheduledPosts)
    .set({ ...ruleColumns(RULES[event.kind], event), ...eventColumns(event) })
    .where(and(condition, isDelivery(statesOf(RULES[event.kind]))))
    .returning({ id, userId, platform, projectId, delivery, attempts, fence, nextAt })
  const webhook = WEBHOOKS[event.kind]
  if (webhook && changed.length > 0) await addPostWebhooks(tx, webhook, changed)
  return changed
}

const statesOf = ({ to }: Rule): Delivery[] => DELIVERIES.filter((state) => to[state] !== undefined)

const inSeconds = (seconds: number) => sql<Date>`clock_timestamp() + make_interval(secs => ${seconds})`
const now = sql<Date>`now()`

function statusOf(delivery: Delivery): PostStatus {
  if (delivery === 'published') return 'published'
  return ['failed', 'unconfirmed', 'cancelled', 'missed'].includes(delivery) ? 'failed' : 'pending'
}

/** Columns that follow from the rule alone: the state and the lease. */
function ruleColumns(rule: Rule, event: DeliveryEvent) {
  const states = statesOf(rule)
  const moves = states.filter((state) => rule.to[state] !== state)
  const targets = [...new Set(states.map((state) => rule.to[state] ?? state))]
  const [target] = targets
  const isMove = moves.length > 0 && target !== undefined
  return {
    ...(isMove && {
      delivery: targets.length === 1 ? target : caseOf(rule, states),
      status: statusOf(target),
      errorMessage: 'problem' in event ? event.problem.message : null,
      errorCode: 'problem' in event ? event.problem.code : null,
      fixHref: 'problem' in event ? event.problem.fixHref : null,
      ...(statusOf(target) !== 'pending' && { nextAt: null, detail: null, waitsFor: null }),
    }),
    ...leaseColumns(rule, event),
    ...(rule.lease !== 'taken' && rule.lease !== 'renewed' && { updatedAt: now }),
  }
}

function caseOf({ to }: Rule, states: readonly Delivery[]): SQL<Delivery> {
  const cases = states.map((state) => sql`when ${state} then ${to[state]}`)
  return sql<Delivery>`case ${scheduledPosts.delivery} ${sql.join(cases, sql` `)} end`
}

function leaseColumns({ lease }: Rule, event: DeliveryEvent) {
  const until = 'leaseSeconds' in event ? sql<Date>`now() + make_interval(secs => ${event.leaseSeconds})` : null
  const raised = sql<number>`${scheduledPosts.fence} + 1`
  switch (lease) {
    case 'unchanged':
      return {}
    case 'taken': {
      const losses = sql<number>`case when ${scheduledPosts.leaseUntil} is null then 0 else ${scheduledPosts.losses} + 1 end`
      return { leaseUntil: until, worker: 'worker' in event ? event.worker : null, fence: raised, losses }
    }
    case 'renewed':
      return { leaseUntil: until }
    case 'released':
      return { leaseUntil: null, worker: null }
    case 'revoked':
      return { leaseUntil: null, worker: null, fence: raised }
  }
}

/** Its media are not rendered yet, whatever else changes. */
const LACKS_MEDIA = sql`${scheduledPosts.waitsFor} in ('video', 'slides')`
const KEEP_MEDIA_WAIT = {
  detail: sql<string | null>`case when ${LACKS_MEDIA} then ${scheduledPosts.detail} end`,
  waitsFor: sql<WaitsFor | null>`case when ${LACKS_MEDIA} then ${scheduledPosts.waitsFor} end`,
}
const WAITS_FOR_NOTHING = { detail: null, waitsFor: null }
const NOT_ON_PLATFORM = { remoteId: null, remoteUrl: null }

/** Columns that the event itself sets. */
function eventColumns(event: DeliveryEvent) {
  switch (event.kind) {
    case 'sending':
      return { attempts: event.attempts, detail: event.detail, waitsFor: null }
    case 'response-lost':
      return { detail: event.detail, waitsFor: 'platform' as const }
    case 'accepted':
      return { remoteId: event.remoteId, nextAt: inSeconds(0), detail: event.detail, waitsFor: 'platform' as const }
    case 'rescheduled':
    case 'attempt-ended':
      return { nextAt: inSeconds(event.nextIn), detail: event.detail, waitsFor: event.waitsFor }
    case 'published':
      return {
        ...(event.remoteId !== null && { remoteId: event.remoteId }),
        publishedAt: sql<Date>`clock_timestamp()`,
        remoteUrl: event.remoteUrl,
        detail: event.detail,
      }
    case 'manual-posting-started':
      return { nextAt: inHours(event.hours), detail: event.detail, waitsFor: 'user' as const }
    case 'manual-posting-extended':
      return { nextAt: inHours(event.hours) }
    case 'scheduled':
      return { ...event.content, ...timeColumns(event.time), ...KEEP_MEDIA_WAIT }
    case 'unscheduled':
      return { ...event.content, scheduledTime: null, nextAt: null, ...KEEP_MEDIA_WAIT }
    case 'edited':
      return event.content
    case 'slides-refreshed':
      return { ...event.content, ...(event.wait ?? withoutWait(sql`${scheduledPosts.waitsFor} = 'slides'`)) }
    case 'cancelled':
      return { errorMessage: 'Cancelled', errorCode: 'cancelled' }
    case 'retried':
      return { ...timeColumns(event.time), ...WAITS_FOR_NOTHING, ...NOT_ON_PLATFORM, mediaFailures: 0, mediaRetryAt: null }
    case 'found-on-platform':
      return { publishedAt: event.sentAt }
    case 'not-found-on-platform':
      return { ...timeColumns('now'), ...WAITS_FOR_NOTHING, ...NOT_ON_PLATFORM }
    case 'posted-manually':
      return { publishedAt: now, remoteUrl: event.remoteUrl }
    case 'media-rendered':
      return mediaColumns()
    case 'preflight-checked':
      return checkColumns(event.detail)
    case 'account-lost':
      return { detail: event.detail, waitsFor: 'account' as const }
    case 'plan-lost':
      return { detail: event.detail, waitsFor: 'plan' as const }
    case 'account-back':
    case 'plan-back':
      return WAITS_FOR_NOTHING
    case 'brought-forward':
    case 'status-announced':
      return { nextAt: now }
    case 'remote-id-announced':
      return { remoteId: event.remoteId, nextAt: now }
    default:
      return {}
  }
}

const inHours = (hours: number) => sql<Date>`now() + make_interval(hours => ${hours}::integer)`

function timeColumns(time: Date | 'now') {
  const at = time === 'now' ? now : time
  return { scheduledTime: at, nextAt: at }
}

function withoutWait(condition: SQL) {
  return {
    detail: sql<string | null>`case when ${condition} then null else ${scheduledPosts.detail} end`,
    waitsFor: sql<WaitsFor | null>`case when ${condition} then null else ${scheduledPosts.waitsFor} end`,
  }
}

/** A post that became due while its video was rendered goes out at once. A worker that holds the post continues. */
function mediaColumns() {
  const isAwaited = sql`${scheduledPosts.delivery} = 'waiting' and ${scheduledPosts.waitsFor} = 'video' and ${scheduledPosts.scheduledTime} <= now()`
  const nextAt = sql<Date>`case when ${isAwaited} then now() else ${scheduledPosts.nextAt} end`
  return { ...withoutWait(LACKS_MEDIA), nextAt, mediaFailures: 0, mediaRetryAt: null }
}

/** The note replaces that the video is being made, and stays when it is done; jobs find slides to render by what the post waits for. */
function checkColumns(detail: string | null) {
  // A date of this process would drop the microseconds.
  const checkedFor = sql<Date>`${scheduledPosts.scheduledTime}`
  if (detail === null) return { checkedFor }
  const waitsFor = sql<WaitsFor | null>`nullif(${scheduledPosts.waitsFor}, 'video')`
  return { checkedFor, detail, waitsFor }
}
