import type { Me } from '@ninesixteen/shared/api/account'
import { ChevronDown, LogOut } from 'lucide-react'
import { Menu, MenuHeading, MenuItem, MenuLink, MenuSeparator } from '../components/menu.tsx'
import { accountEntries } from '../app/account-entries.tsx'
import styles from '../app/account-trigger.module.css'
import { DemoLabel } from '../app/demo-label.tsx'
import { usePublicConfig } from '../app/public-config.ts'
import { useSignOut } from '../app/session.ts'

/** Labelled with the part of the email before @. */
export function UserMenu({ me }: { me: Me }) {
  const config = usePublicConfig()
  const signingOut = useSignOut()
  const name = me.demo ? me.displayName : (me.email.split('@')[0] ?? me.displayName)
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
      {accountEntries(me, config).map((entry) =>
        'to' in entry ? (
          <MenuLink key={entry.label} to={entry.to} icon={entry.icon}>
            {entry.label}
          </MenuLink>
        ) : (
          <MenuItem key={entry.label} icon={entry.icon} onSelect={entry.run}>
            {entry.label}
          </MenuItem>
        ),
      )}
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={signingOut.run}>
        Log out
      </MenuItem>
    </Menu>
  )
}
