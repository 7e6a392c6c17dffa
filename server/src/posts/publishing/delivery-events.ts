import type { SQL } from 'drizzle-orm'
import { CHANGEABLE, DELIVERIES, RETRYABLE, UNSENT, type Delivery } from '@ninesixteen/shared/publishing/delivery'
import type { WaitsFor } from '../../db/schema-publishing.ts'
import type { Problem } from '../../platforms/publishing.ts'
import type { PostRow } from '../post-rows.ts'

/** When a worker may take the post again, and why not earlier. */
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
  /** The platform certainly did nothing; the worker still holds the post. */
  | { kind: 'not-sent' }
  | { kind: 'response-lost'; detail: string }
  | { kind: 'accepted'; remoteId: string; detail: string }
  /** Nothing changed for the platform: an unsent post waits again, a sent one stays sent. */
  | ({ kind: 'rescheduled' } & Wait)
  /** The attempt ended and certainly left nothing on the platform: another one follows. */
  | ({ kind: 'attempt-ended' } & Wait)
  /** `remoteId` is null where the platform gave the post no other id. */
  | { kind: 'published'; remoteId: string | null; remoteUrl: string | null; detail: string | null }
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
  /** Another process removes what the attempt left on the platform. */
  | { kind: 'attempt-withdrawn' }
  | { kind: 'remote-id-announced'; remoteId: string }

export type DeliveryEventKind = DeliveryEvent['kind']

export interface Rule {
  /** The next state by current state. A state without an entry rejects the event. */
  to: Partial<Record<Delivery, Delivery>>
  /** `revoked` also raises the fence, so that a worker that held the post writes nothing more. */
  lease: 'unchanged' | 'taken' | 'renewed' | 'released' | 'revoked'
}

/** The platform may have the post. */
export const SENT: readonly Delivery[] = ['sending', 'uncertain', 'accepted']

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
  'attempt-withdrawn': { to: stay('uncertain', 'accepted'), lease: 'revoked' },
  'remote-id-announced': { to: become('accepted', 'unconfirmed'), lease: 'revoked' },
}

/** The next state after an event; null when the state rejects it. */
export function nextDelivery(from: Delivery, kind: DeliveryEventKind): Delivery | null {
  return RULES[kind].to[from] ?? null
}

/** Whether the platform may have the post. */
export function isSent(delivery: Delivery): boolean {
  return SENT.includes(delivery)
}
