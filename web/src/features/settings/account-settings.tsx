import type { ReactNode } from 'react'
import { useSignedIn } from '../../app/session.ts'
import { AccountData } from './account-data.tsx'
import { AccountDemo } from './account-demo.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountProfile } from './account-profile.tsx'
import { AccountSessions } from './account-sessions.tsx'
import styles from './account.module.css'

/** Settings, Profile: who one is here, how one gets in, and the way out. `children` are the ways in beside the password. */
export function AccountSettings({ children }: { children: ReactNode }) {
  const { demo } = useSignedIn()
  return (
    <div className={styles.account}>
      {demo ? (
        <AccountDemo endsAt={demo.endsAt} />
      ) : (
        <>
          <AccountProfile />
          <AccountPassword />
          {children}
        </>
      )}
      <AccountSessions />
      <AccountData />
    </div>
  )
}
