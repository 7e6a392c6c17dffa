import type { ReactNode } from 'react'
import { useSignedIn } from '../../app/session.ts'
import { AccountData } from './account-data.tsx'
import { AccountDemo } from './account-demo.tsx'
import { AccountPassword } from './account-password.tsx'
import { AccountProfile } from './account-profile.tsx'
import { AccountSessions } from './account-sessions.tsx'
import styles from './account.module.css'

/** Settings, Profile. `children` are the sign-in methods next to the password. */
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
