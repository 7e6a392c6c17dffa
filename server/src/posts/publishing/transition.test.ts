import { expect, test } from 'vitest'
import { CHANGEABLE, DELIVERIES, RETRYABLE, UNSENT, type Delivery } from '@ninesixteen/shared/publishing/delivery'
import { isSent, nextDelivery, RULES, type DeliveryEventKind } from './delivery-events.ts'

const KINDS = Object.keys(RULES) as DeliveryEventKind[]
const ENDS: readonly Delivery[] = ['published', 'failed', 'unconfirmed', 'cancelled', 'missed']

/** The next state by state and event. A state without an entry rejects the event. */
const ALLOWED: Record<Delivery, Partial<Record<DeliveryEventKind, Delivery>>> = {
  draft: {
    scheduled: 'waiting',
    unscheduled: 'draft',
    edited: 'draft',
    'slides-refreshed': 'draft',
    cancelled: 'cancelled',
    'media-rendered': 'draft',
    'not-renderable': 'failed',
  },
  waiting: {
    claimed: 'claimed',
    rescheduled: 'waiting',
    failed: 'failed',
    missed: 'missed',
    'manual-posting-started': 'handed-over',
    scheduled: 'waiting',
    unscheduled: 'draft',
    edited: 'waiting',
    'slides-refreshed': 'waiting',
    cancelled: 'cancelled',
    'brought-forward': 'waiting',
    'media-rendered': 'waiting',
    'not-renderable': 'failed',
    'preflight-checked': 'waiting',
    'account-lost': 'waiting',
    'account-back': 'waiting',
    'plan-lost': 'waiting',
    'plan-back': 'waiting',
  },
  claimed: {
    claimed: 'claimed',
    sending: 'sending',
    'not-sent': 'claimed',
    rescheduled: 'waiting',
    failed: 'failed',
    missed: 'missed',
    'manual-posting-started': 'handed-over',
    scheduled: 'waiting',
    unscheduled: 'draft',
    edited: 'waiting',
    'slides-refreshed': 'waiting',
    cancelled: 'cancelled',
    'media-rendered': 'claimed',
    'not-renderable': 'failed',
    'plan-lost': 'claimed',
    'plan-back': 'claimed',
  },
  prepared: {
    claimed: 'prepared',
    sending: 'sending',
    rescheduled: 'waiting',
    failed: 'failed',
    missed: 'missed',
    'manual-posting-started': 'handed-over',
    scheduled: 'waiting',
    unscheduled: 'draft',
    edited: 'waiting',
    'slides-refreshed': 'waiting',
    cancelled: 'cancelled',
    'media-rendered': 'prepared',
    'not-renderable': 'failed',
    'plan-lost': 'prepared',
    'plan-back': 'prepared',
  },
  sending: {
    claimed: 'sending',
    'not-sent': 'claimed',
    'response-lost': 'uncertain',
    accepted: 'accepted',
    rescheduled: 'sending',
    'attempt-ended': 'waiting',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
  },
  uncertain: {
    claimed: 'uncertain',
    'response-lost': 'uncertain',
    accepted: 'accepted',
    rescheduled: 'uncertain',
    'attempt-ended': 'waiting',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
    'status-announced': 'uncertain',
    'attempt-withdrawn': 'uncertain',
  },
  accepted: {
    claimed: 'accepted',
    accepted: 'accepted',
    rescheduled: 'accepted',
    'attempt-ended': 'waiting',
    published: 'published',
    failed: 'failed',
    unconfirmed: 'unconfirmed',
    'status-announced': 'accepted',
    'attempt-withdrawn': 'accepted',
  },
  'handed-over': {
    claimed: 'handed-over',
    rescheduled: 'handed-over',
    'manual-posting-missed': 'missed',
    scheduled: 'waiting',
    unscheduled: 'draft',
    edited: 'handed-over',
    'slides-refreshed': 'handed-over',
    cancelled: 'cancelled',
    'manual-posting-extended': 'handed-over',
    'posted-manually': 'published',
    'not-posted-manually': 'failed',
    'media-rendered': 'handed-over',
    'not-renderable': 'failed',
  },
  published: {},
  failed: { retried: 'waiting', 'media-rendered': 'failed' },
  unconfirmed: {
    'found-on-platform': 'published',
    'not-found-on-platform': 'waiting',
    'remote-id-announced': 'accepted',
    'media-rendered': 'unconfirmed',
  },
  cancelled: { retried: 'waiting', 'media-rendered': 'cancelled' },
  missed: { retried: 'waiting', 'media-rendered': 'missed' },
}
/** A lease may end in any state. */
const OF_LEASES: readonly DeliveryEventKind[] = ['lease-renewed', 'lease-released']

test.each(DELIVERIES.flatMap((state) => KINDS.map((kind) => [state, kind] as const)))(
  'a post in state %s handles the event %s',
  (state, kind) => {
    const expected = OF_LEASES.includes(kind) ? state : (ALLOWED[state][kind] ?? null)
    expect(nextDelivery(state, kind)).toBe(expected)
  },
)

test('only a recorded intent or a platform event makes a post one that the platform may have', () => {
  const ways = KINDS.filter((kind) => DELIVERIES.some((from) => !isSent(from) && isSent(nextDelivery(from, kind) ?? from)))
  expect(ways.toSorted()).toEqual(['remote-id-announced', 'sending'])
})

test('a post that the platform may have is neither changed by its user nor sent again before the attempt ends', () => {
  for (const from of DELIVERIES.filter(isSent)) {
    expect(nextDelivery(from, 'sending')).toBeNull()
    for (const kind of ['scheduled', 'unscheduled', 'edited', 'slides-refreshed', 'cancelled', 'retried'] as const)
      expect(nextDelivery(from, kind)).toBeNull()
  }
})

test('only a user’s decision or a platform event takes a post out of a final state', () => {
  const ways = KINDS.filter((kind) => ENDS.some((from) => !ENDS.includes(nextDelivery(from, kind) ?? from)))
  expect(ways.toSorted()).toEqual(['not-found-on-platform', 'remote-id-announced', 'retried'])
})

test('users can change only changeable posts and retry only retryable ones', () => {
  const allowing = (kind: DeliveryEventKind) => DELIVERIES.filter((state) => nextDelivery(state, kind) !== null)
  for (const kind of ['scheduled', 'unscheduled', 'edited', 'slides-refreshed', 'cancelled'] as const)
    expect(allowing(kind).toSorted()).toEqual(CHANGEABLE.toSorted())
  expect(allowing('retried').toSorted()).toEqual(RETRYABLE.toSorted())
  expect(allowing('plan-lost').toSorted()).toEqual(UNSENT.toSorted())
})

test('every change by a user revokes the lease', () => {
  const byUser = ['scheduled', 'unscheduled', 'edited', 'slides-refreshed', 'cancelled', 'retried', 'found-on-platform'] as const
  for (const kind of byUser) expect(RULES[kind].lease).toBe('revoked')
})
