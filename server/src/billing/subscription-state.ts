import type { SubscriptionState } from '@ninesixteen/shared/api/billing'

/** Grace period after a failed payment, in days. */
export const GRACE_DAYS = 7
const DAY_MS = 24 * 60 * 60 * 1000

/** The facts about a subscription and its customer that decide. */
export interface SubscriptionFacts {
  status: string | null
  isPaid: boolean
  periodStart: Date | null
  periodEnd: Date | null
  endsAt: Date | null
  withdrawnAt: Date | null
  withdrawnBy: 'refund' | 'dispute' | null
}

const NONE: SubscriptionState = { state: 'none' }

/** Whether a refunded or disputed charge paid for this or a later period. */
export function isWithdrawn({ periodStart, withdrawnAt }: Pick<SubscriptionFacts, 'periodStart' | 'withdrawnAt'>): boolean {
  if (withdrawnAt === null) return false
  return periodStart === null || periodStart <= withdrawnAt
}

/** State of a subscription at a time. docs/billing.md has the same as a table. */
export function subscriptionState(facts: SubscriptionFacts, now: Date): SubscriptionState {
  const { status, isPaid, periodStart, periodEnd, endsAt, withdrawnBy } = facts
  if (isWithdrawn(facts)) return { state: 'ended', why: withdrawnBy === 'dispute' ? 'disputed' : 'refunded' }
  switch (status) {
    case 'active':
    case 'trialing':
      // It continues until the provider reports its end, regardless of our clock.
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

/** Best first. */
const ORDER: readonly SubscriptionState['state'][] = ['active', 'ending', 'past-due', 'ended', 'none']

export function isBetter(one: SubscriptionState, other: SubscriptionState): boolean {
  return ORDER.indexOf(one.state) < ORDER.indexOf(other.state)
}

export function givesPlan({ state }: SubscriptionState): boolean {
  return state === 'active' || state === 'ending' || state === 'past-due'
}

/** Statuses of a subscription that exists at the provider, with or without the plan: a second one would be paid twice. */
export const ACTIVE_STATUSES: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid', 'paused']
