import type { SubscriptionState } from '@ninesixteen/shared/api/billing'

/** How long a subscription gives the plan after a payment of it failed, in days. */
export const GRACE_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** What is known of a subscription and of its customer that decides. */
export interface Known {
  status: string | null
  isPaid: boolean
  periodStart: Date | null
  periodEnd: Date | null
  endsAt: Date | null
  withdrawnAt: Date | null
  withdrawnBy: 'refund' | 'dispute' | null
}

const NONE: SubscriptionState = { state: 'none' }

/** Money that went back, or is disputed, was paid for this period, or for one that is over. */
export function isWithdrawn({ periodStart, withdrawnAt }: Pick<Known, 'periodStart' | 'withdrawnAt'>): boolean {
  if (withdrawnAt === null) return false
  return periodStart === null || periodStart <= withdrawnAt
}

/** How a subscription stands at a moment. docs/billing.md has the same as a table. */
export function standing(known: Known, now: Date): SubscriptionState {
  const { status, isPaid, periodStart, periodEnd, endsAt, withdrawnBy } = known
  if (isWithdrawn(known)) return { state: 'ended', why: withdrawnBy === 'dispute' ? 'disputed' : 'refunded' }
  switch (status) {
    case 'active':
    case 'trialing':
      // Until its end is told it stands: whoever says it is over is the provider, not our clock.
      if (endsAt !== null) return { state: 'ending', endsAt: endsAt.toISOString() }
      return { state: 'active', renewsAt: periodEnd?.toISOString() ?? null }
    case null:
    case 'incomplete':
      return isPaid ? { state: 'active', renewsAt: null } : NONE
    case 'past_due': {
      const since = periodStart ?? now
      const end = new Date(since.getTime() + GRACE_DAYS * DAY_MS)
      return end > now ? { state: 'past-due', since: since.toISOString(), endsAt: end.toISOString() } : { state: 'ended', why: 'unpaid' }
    }
    case 'canceled':
      return { state: 'ended', why: 'cancelled' }
    case 'unpaid':
    case 'paused':
      return { state: 'ended', why: 'unpaid' }
    default:
      return NONE
  }
}

/** The best first. */
const ORDER: readonly SubscriptionState['state'][] = ['active', 'ending', 'past-due', 'ended', 'none']

export function isBetter(one: SubscriptionState, other: SubscriptionState): boolean {
  return ORDER.indexOf(one.state) < ORDER.indexOf(other.state)
}

export function givesPlan({ state }: SubscriptionState): boolean {
  return state === 'active' || state === 'ending' || state === 'past-due'
}

/** Statuses of a subscription that still stands at the provider, whether it gives the plan or not: a second one would be paid twice. */
export const STANDING_STATUSES: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']
