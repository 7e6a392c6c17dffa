import type { Me, PublicConfig } from '@ninesixteen/shared/api/account'
import { CreditCard, Settings, ShieldCheck, Sparkles, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { manageSubscription } from './billing-page.ts'
import { paths } from './paths.ts'

/** It leads somewhere, or does something. */
export type AccountEntry = { label: string; icon: ReactNode } & ({ to: string } | { run(): void })

/** What a person finds in the menu of their account, wherever it is opened; signing out comes after. */
export function accountEntries(
  { proPlan, isOperator, canManageSubscription }: Me,
  { billing }: Pick<PublicConfig, 'billing'>,
): AccountEntry[] {
  const manage: AccountEntry = { label: 'Manage Subscription', icon: <CreditCard />, run: () => void manageSubscription() }
  return [
    ...(proPlan ? [] : [{ label: 'Upgrade to Pro', icon: <Sparkles />, to: paths.pricing }]),
    ...(billing === 'off' || !canManageSubscription ? [] : [manage]),
    // The settings lead to the prices without a plan; the account itself is open to everyone.
    proPlan ? { label: 'Settings', icon: <Settings />, to: paths.settings } : { label: 'Account', icon: <UserRound />, to: paths.account },
    ...(isOperator ? [{ label: 'Operator', icon: <ShieldCheck />, to: paths.operator }] : []),
  ]
}
