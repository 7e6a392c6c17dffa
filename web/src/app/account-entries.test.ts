import { meSchema } from '@ninesixteen/shared/api/account'
import { expect, it } from 'vitest'
import { accountEntries } from './account-entries.tsx'

const settings = {
  theme: 'dark',
  themeFollowsSystem: false,
  defaultContentStyle: 'educational',
  autoSave: true,
  mailFailed: true,
  mailAttention: true,
  mailHandOver: true,
}

function labelsOf(account: object, billing: 'sandbox' | 'off' = 'sandbox'): string[] {
  const me = meSchema.parse({ id: 'ann', email: 'ann@example.org', displayName: 'Ann', settings, ...account })
  return accountEntries(me, { billing }).map(({ label }) => label)
}

it('a free account gets no link that redirects to pricing', () => {
  expect(labelsOf({ proPlan: false })).toEqual(['Upgrade to Pro', 'Account'])
  expect(labelsOf({ proPlan: false, canManageSubscription: true })).toEqual(['Upgrade to Pro', 'Manage Subscription', 'Account'])
})

it('a Pro account gets the settings, and the subscription if plans are sold', () => {
  expect(labelsOf({ proPlan: true, canManageSubscription: true })).toEqual(['Manage Subscription', 'Settings'])
  expect(labelsOf({ proPlan: true, canManageSubscription: true }, 'off')).toEqual(['Settings'])
})
