import { describe, expect, test } from 'vitest'
import { givesPlan, GRACE_DAYS, isWithdrawn, subscriptionState, type SubscriptionFacts } from './subscription-state.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 24 * 60 * 60 * 1000)
const factsOf = (overrides: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  status: 'active',
  isPaid: true,
  periodStart: days(-10),
  periodEnd: days(20),
  endsAt: null,
  withdrawnAt: null,
  withdrawnBy: null,
  ...overrides,
})
const stateOf = (overrides: Partial<SubscriptionFacts>) => subscriptionState(factsOf(overrides), NOW)

describe('subscriptionState', () => {
  test.each([
    ['active', { status: 'active' }, 'active', true],
    ['in a trial', { status: 'trialing' }, 'active', true],
    ['cancelled to its end', { endsAt: days(20) }, 'ending', true],
    ['cancelled, with an end that is overdue', { endsAt: days(-1) }, 'ending', true],
    ['paid, without further facts', { status: null, periodStart: null }, 'active', true],
    ['with a pending debit', { status: 'incomplete', isPaid: false }, 'none', false],
    ['without its first payment', { status: 'incomplete_expired' }, 'none', false],
    ['over', { status: 'canceled' }, 'ended', false],
    ['unpaid after all retries', { status: 'unpaid' }, 'ended', false],
    ['paused', { status: 'paused' }, 'ended', false],
    ['with an unknown status', { status: 'frozen' }, 'none', false],
  ] as const)('%s', (_, overrides, state, isPro) => {
    expect(stateOf(overrides).state).toBe(state)
    expect(givesPlan(stateOf(overrides))).toBe(isPro)
  })

  test('keeps the plan for exactly the grace period after a failed payment', () => {
    const failed = (daysAgo: number) => stateOf({ status: 'past_due', periodStart: days(-daysAgo) })
    expect(failed(GRACE_DAYS - 0.001)).toEqual({
      state: 'past-due',
      since: days(-(GRACE_DAYS - 0.001)).toISOString(),
      endsAt: days(0.001).toISOString(),
    })
    expect(failed(GRACE_DAYS)).toEqual({ state: 'ended', why: 'unpaid' })
  })

  test('withdraws a refunded period but not the next one', () => {
    const paidNow = { periodStart: days(-10), withdrawnAt: days(-10), withdrawnBy: 'refund' } as const
    expect(stateOf(paidNow)).toEqual({ state: 'ended', why: 'refunded' })
    expect(stateOf({ ...paidNow, withdrawnBy: 'dispute' })).toEqual({ state: 'ended', why: 'disputed' })
    expect(stateOf({ ...paidNow, withdrawnAt: days(-40) }).state).toBe('active')
    expect(isWithdrawn({ periodStart: null, withdrawnAt: days(-1) })).toBe(true)
  })
})
