import { describe, expect, test } from 'vitest'
import { givesPlan, GRACE_DAYS, isWithdrawn, subscriptionState, type SubscriptionFacts } from './subscription-state.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const days = (count: number) => new Date(NOW.getTime() + count * 24 * 60 * 60 * 1000)
const known = (given: Partial<SubscriptionFacts>): SubscriptionFacts => ({
  status: 'active',
  isPaid: true,
  periodStart: days(-10),
  periodEnd: days(20),
  endsAt: null,
  withdrawnAt: null,
  withdrawnBy: null,
  ...given,
})
const at = (given: Partial<SubscriptionFacts>) => subscriptionState(known(given), NOW)

describe('a subscription', () => {
  test.each([
    ['active', { status: 'active' }, 'active', true],
    ['in a trial', { status: 'trialing' }, 'active', true],
    ['cancelled to its end', { endsAt: days(20) }, 'ending', true],
    ['cancelled, whose end nobody told yet', { endsAt: days(-1) }, 'ending', true],
    ['paid, of which no more is known', { status: null, periodStart: null }, 'active', true],
    ['paid by a debit that is on its way', { status: 'incomplete', isPaid: false }, 'none', false],
    ['whose first payment never came', { status: 'incomplete_expired' }, 'none', false],
    ['over', { status: 'canceled' }, 'ended', false],
    ['whose payments were given up', { status: 'unpaid' }, 'ended', false],
    ['paused', { status: 'paused' }, 'ended', false],
    ['of a status that is not known', { status: 'frozen' }, 'none', false],
  ] as const)('%s', (_, given, state, isPro) => {
    expect(at(given).state).toBe(state)
    expect(givesPlan(at(given))).toBe(isPro)
  })

  test('whose payment failed keeps the plan for the days of grace and not a moment longer', () => {
    const failed = (before: number) => at({ status: 'past_due', periodStart: days(-before) })
    expect(failed(GRACE_DAYS - 0.001)).toEqual({
      state: 'past-due',
      since: days(-(GRACE_DAYS - 0.001)).toISOString(),
      endsAt: days(0.001).toISOString(),
    })
    expect(failed(GRACE_DAYS)).toEqual({ state: 'ended', why: 'unpaid' })
  })

  test('of which the payment was given back gives nothing for that period, and the next one again', () => {
    const paidNow = { periodStart: days(-10), withdrawnAt: days(-10), withdrawnBy: 'refund' } as const
    expect(at(paidNow)).toEqual({ state: 'ended', why: 'refunded' })
    expect(at({ ...paidNow, withdrawnBy: 'dispute' })).toEqual({ state: 'ended', why: 'disputed' })
    expect(at({ ...paidNow, withdrawnAt: days(-40) }).state).toBe('active')
    expect(isWithdrawn({ periodStart: null, withdrawnAt: days(-1) })).toBe(true)
  })
})
