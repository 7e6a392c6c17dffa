import { and, eq, sql, type SQL } from 'drizzle-orm'
import { CHANGEABLE, DELIVERIES, RETRYABLE, UNSENT, type Delivery, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import type { Tx } from '../../db/db.ts'
import { scheduledPosts, type WaitsFor } from '../../db/schema-publishing.ts'
import { emit } from '../../telemetry/telemetry.ts'
import { addEvents, type PostEventKind } from '../post-events.ts'
import { isDelivery, type PostRow } from '../post-rows.ts'
import { LeaseLost } from './lease.ts'
import type { Problem } from '../../platforms/publishing.ts'

/** When a worker takes the post again, and why not earlier. */
interface Wait {
  /** Seconds from now. */
  nextIn: number
  detail: string | null
  waitsFor: WaitsFor | null
}

/** Columns that a user's change writes along with the state. */
export type PostContentColumns = Partial<
  Pick<
    PostRow,
    'caption' | 'companyId' | 'description' | 'film' | 'kind' | 'options' | 'projectId' | 'projectVersion' | 'snapshot' | 'timeZone'
  >
>

/** Everything that changes the state of a post. */
export type DeliveryEvent =
  /* A worker that holds the lease. */
  | { kind: 'claimed'; worker: string; leaseSeconds: number }
  | { kind: 'lease-renewed'; leaseSeconds: number }
  | { kind: 'lease-released' }
  /** The intent is recorded: from here on the post may be public. */
  | { kind: 'sending'; attempts: number; detail: string }
  /** The platform surely did nothing; the worker still holds the post. */
  | { kind: 'not-sent' }
  | { kind: 'response-lost'; detail: string }
  | { kind: 'accepted'; remoteId: string; detail: string }
  /** Nothing changed for the platform: an unsent post waits again, a sent one stays sent. */
  | ({ kind: 'rescheduled' } & Wait)
  /** The attempt ended and surely left nothing on the platform: another one follows. */
  | ({ kind: 'attempt-ended' } & Wait)
  | { kind: 'published'; remoteUrl: string | null; detail: string | null }
  | { kind: 'failed' | 'missed' | 'unconfirmed'; problem: Problem }
  | { kind: 'manual-posting-started'; hours: number; detail: string }
  | { kind: 'manual-posting-missed'; problem: Problem }
  /* The user. */
  | { kind: 'scheduled'; time: Date | 'now'; content: PostContentColumns }
  | { kind: 'unscheduled'; content: PostContentColumns }
  | { kind: 'edited'; content: PostContentColumns }
  | { kind: 'slides-refreshed'; content: PostContentColumns; wait: Pick<Wait, 'detail' | 'waitsFor'> | null }
  | { kind: 'cancelled' }
  | { kind: 'retried'; time: Date | 'now' }
  | { kind: 'found-on-platform'; sentAt: SQL<Date> }
  | { kind: 'not-found-on-platform' }
  | { kind: 'brought-forward' }
  | { kind: 'manual-posting-extended'; hours: number }
  | { kind: 'posted-manually'; remoteUrl: string | null }
  | { kind: 'not-posted-manually'; problem: Problem }
  /* Background jobs, billing, connected accounts and webhooks. */
  | { kind: 'media-rendered' }
  | { kind: 'not-renderable'; problem: Problem }
  | { kind: 'preflight-checked'; detail: string | null }
  | { kind: 'account-lost' | 'plan-lost'; detail: string }
  | { kind: 'account-back' | 'plan-back' }
  | { kind: 'status-announced' }
  | { kind: 'remote-id-announced'; remoteId: string }

export type DeliveryEventKind = DeliveryEvent['kind']

interface Rule {
  /** The state in which the event leaves a post, by the state it was in. A state that is missing refuses the event. */
  to: Partial<Record<Delivery, Delivery>>
  /** `revoked` also raises the fence, so that a worker that held the post writes nothing more. */
  lease: 'unchanged' | 'taken' | 'renewed' | 'released' | 'revoked'
}

const SENT: readonly Delivery[] = ['sending', 'uncertain', 'accepted']

const stay = (...states: readonly Delivery[]) => Object.fromEntries(states.map((state) => [state, state]))
const become = (to: Delivery, ...states: readonly Delivery[]) => Object.fromEntries(states.map((state) => [state, to]))
const KEEP_SCHEDULE = { ...become('waiting', ...UNSENT), ...stay('draft', 'handed-over') }

/** Which events each state allows, and where they lead. */
export const RULES: Readonly<Record<DeliveryEventKind, Rule>> = {
  claimed: { to: { ...stay('prepared', ...SENT, 'claimed', 'handed-over'), waiting: 'claimed' }, lease: 'taken' },
  'lease-renewed': { to: stay(...DELIVERIES), lease: 'renewed' },
  'lease-released': { to: stay(...DELIVERIES), lease: 'released' },
  sending: { to: become('sending', 'claimed', 'prepared'), lease: 'unchanged' },
  'not-sent': { to: become('claimed', 'sending', 'claimed'), lease: 'unchanged' },
  'response-lost': { to: become('uncertain', 'sending', 'uncertain'), lease: 'unchanged' },
  accepted: { to: become('accepted', ...SENT), lease: 'unchanged' },
  rescheduled: { to: { ...become('waiting', ...UNSENT), ...stay(...SENT, 'handed-over') }, lease: 'released' },
  'attempt-ended': { to: become('waiting', ...SENT), lease: 'released' },
  published: { to: become('published', 'accepted'), lease: 'released' },
  failed: { to: become('failed', ...UNSENT, ...SENT), lease: 'released' },
  missed: { to: become('missed', ...UNSENT), lease: 'released' },
  unconfirmed: { to: become('unconfirmed', ...SENT), lease: 'released' },
  'manual-posting-started': { to: become('handed-over', ...UNSENT), lease: 'revoked' },
  'manual-posting-missed': { to: become('missed', 'handed-over'), lease: 'revoked' },

  scheduled: { to: become('waiting', ...CHANGEABLE), lease: 'revoked' },
  unscheduled: { to: become('draft', ...CHANGEABLE), lease: 'revoked' },
  edited: { to: KEEP_SCHEDULE, lease: 'revoked' },
  'slides-refreshed': { to: KEEP_SCHEDULE, lease: 'revoked' },
  cancelled: { to: become('cancelled', ...CHANGEABLE), lease: 'revoked' },
  retried: { to: become('waiting', ...RETRYABLE), lease: 'revoked' },
  'found-on-platform': { to: become('published', 'unconfirmed'), lease: 'revoked' },
  'not-found-on-platform': { to: become('waiting', 'unconfirmed'), lease: 'revoked' },
  'brought-forward': { to: stay('waiting'), lease: 'unchanged' },
  'manual-posting-extended': { to: stay('handed-over'), lease: 'revoked' },
  'posted-manually': { to: become('published', 'handed-over'), lease: 'revoked' },
  'not-posted-manually': { to: become('failed', 'handed-over'), lease: 'revoked' },

  'media-rendered': { to: stay(...DELIVERIES.filter((state) => ![...SENT, 'published'].includes(state))), lease: 'unchanged' },
  'not-renderable': { to: become('failed', ...CHANGEABLE), lease: 'revoked' },
  'preflight-checked': { to: stay('waiting'), lease: 'unchanged' },
  'account-lost': { to: stay('waiting'), lease: 'unchanged' },
  'account-back': { to: stay('waiting'), lease: 'unchanged' },
  'plan-lost': { to: stay(...UNSENT), lease: 'unchanged' },
  'plan-back': { to: stay(...UNSENT), lease: 'unchanged' },
  'status-announced': { to: stay('uncertain', 'accepted'), lease: 'unchanged' },
  'remote-id-announced': { to: become('accepted', 'unconfirmed'), lease: 'revoked' },
}

/** The state in which an event leaves a post; null where the state refuses it. */
export function nextDelivery(from: Delivery, kind: DeliveryEventKind): Delivery | null {
  return RULES[kind].to[from] ?? null
}

/** Whether the platform may have the post. */
export function isSent(delivery: Delivery): boolean {
  return SENT.includes(delivery)
}

/** A post as a transition left it. */
export type ChangedPost = Pick<PostRow, 'id' | 'userId' | 'platform' | 'projectId' | 'delivery' | 'attempts' | 'fence' | 'nextAt'>

/** A post in the hands of a worker. The fence says whether it still is. */
export interface HeldPost {
  id: string
  userId: string
  fence: number
}

export interface HistoryEntry {
  kind: PostEventKind
  text: string
}

/** States of which metrics count how many posts a worker brought there. */
const COUNTED: readonly DeliveryEventKind[] = ['sending', 'published', 'failed', 'unconfirmed', 'missed']

/** Moves a post that a worker holds, and returns its new value. Throws LeaseLost, and changes nothing, when the worker holds it no more. */
export async function transition<Post extends HeldPost>(
  tx: Tx,
  post: Post,
  event: DeliveryEvent,
  history?: HistoryEntry,
): Promise<Post & Pick<ChangedPost, 'delivery' | 'attempts' | 'fence' | 'nextAt'>> {
  const isHeld = and(eq(scheduledPosts.id, post.id), eq(scheduledPosts.userId, post.userId), eq(scheduledPosts.fence, post.fence))
  const [changed] = await transitionAll(tx, isHeld, event)
  if (!changed) throw new LeaseLost()
  const { platform, delivery, attempts, fence, nextAt } = changed
  if (COUNTED.includes(event.kind)) emit('post', { platform, became: delivery })
  if (history) await addEvents(tx, post.userId, [{ postId: post.id, ...history }])
  return { ...post, delivery, attempts, fence, nextAt }
}

/** Moves all posts of a condition whose state allows the event; returns those, as they are now. */
export async function transitionAll(tx: Tx, which: SQL | undefined, event: DeliveryEvent): Promise<ChangedPost[]> {
  const { id, userId, platform, projectId, delivery, attempts, fence, nextAt } = scheduledPosts
  return tx
    .update(scheduledPosts)
    .set({ ...ruleColumns(RULES[event.kind], event), ...eventColumns(event) })
    .where(and(which, isDelivery(statesOf(RULES[event.kind]))))
    .returning({ id, userId, platform, projectId, delivery, attempts, fence, nextAt })
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

/** Its media are still to be rendered, whatever else about the post changes. */
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
      return { publishedAt: sql<Date>`clock_timestamp()`, remoteUrl: event.remoteUrl, detail: event.detail }
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

/** A post whose time came while its video was made goes out at once. A worker that holds the post goes on with it. */
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
