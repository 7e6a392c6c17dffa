import type { Me } from '@ninesixteen/shared/api/account'
import { ChevronDown, CreditCard, LogOut, Settings, ShieldCheck, Sparkles, UserRound } from 'lucide-react'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../components/menu.tsx'
import { manageSubscription } from './billing-page.ts'
import { DemoLabel } from './demo-label.tsx'
import { paths } from './paths.ts'
import { usePublicConfig } from './public-config.ts'
import { useSignOut } from './use-sign-out.ts'
import styles from './user-menu.module.css'

export interface UserMenuProps {
  me: Me
  /** `name` on public pages, the part of the e-mail before @ in the studio. */
  show: 'name' | 'mailbox'
}

export function UserMenu({ me, show }: UserMenuProps) {
  const { billing } = usePublicConfig()
  const signingOut = useSignOut()
  const name = show === 'name' || me.demo ? me.displayName : (me.email.split('@')[0] ?? me.displayName)
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.trigger}>
          <span className={styles.initial} aria-hidden="true">
            {[...name][0]?.toUpperCase()}
          </span>
          <span className={styles.name}>{name}</span>
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </button>
      }
    >
      <MenuHeading>{me.demo ? <DemoLabel bare /> : me.email}</MenuHeading>
      {!me.proPlan && (
        <MenuLink to={paths.pricing} icon={<Sparkles />}>
          Upgrade to Pro
        </MenuLink>
      )}
      {billing !== 'off' && (
        <MenuItem icon={<CreditCard />} onSelect={() => void manageSubscription()}>
          Manage Subscription
        </MenuItem>
      )}
      <MenuLink to={paths.settings} icon={<Settings />}>
        Settings
      </MenuLink>
      {!me.proPlan && (
        <MenuLink to={paths.account} icon={<UserRound />}>
          Account
        </MenuLink>
      )}
      {me.isOperator && (
        <MenuLink to={paths.operator} icon={<ShieldCheck />}>
          Operator
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={signingOut.run}>
        Log out
      </MenuItem>
    </Menu>
  )
}
