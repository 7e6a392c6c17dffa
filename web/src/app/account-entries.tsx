import type { Me, PublicConfig } from '@ninesixteen/shared/api/account'
import { CreditCard, Settings, ShieldCheck, Sparkles, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { manageSubscription } from './billing-page.ts'
import { paths } from './paths.ts'

/** A link or an action. */
export type AccountEntry = { label: string; icon: ReactNode } & ({ to: string } | { run(): void })

/** Entries of the account menu, in the studio and on public pages, without signing out. */
export function accountEntries(
  { proPlan, isOperator, canManageSubscription }: Me,
  { billing }: Pick<PublicConfig, 'billing'>,
): AccountEntry[] {
  const manage: AccountEntry = { label: 'Manage Subscription', icon: <CreditCard />, run: () => void manageSubscription() }
  return [
    ...(proPlan ? [] : [{ label: 'Upgrade to Pro', icon: <Sparkles />, to: paths.pricing }]),
    ...(billing === 'off' || !canManageSubscription ? [] : [manage]),
    // Without a plan, the settings redirect to pricing; the account page is open to every user.
    proPlan ? { label: 'Settings', icon: <Settings />, to: paths.settings } : { label: 'Account', icon: <UserRound />, to: paths.account },
    ...(isOperator ? [{ label: 'Operator', icon: <ShieldCheck />, to: paths.operator }] : []),
  ]
}
