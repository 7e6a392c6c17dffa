import type { ReactNode } from 'react'
import { useSignedIn } from '../../app/session.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import credentials from './credentials.module.css'
import { CredentialsPanel } from './credentials-panel.tsx'
import { GoogleDriveCard } from './google-drive-card.tsx'
import styles from './settings.module.css'

/** Settings, Accounts: connections and API keys. `children` are the platforms' cards. */
export function AccountConnections({ children }: { children: ReactNode }) {
  const { demo } = useSignedIn()
  return (
    <>
      <Panel title="Accounts" id="accounts-heading">
        <div className={styles.connections}>
          {children}
          <GoogleDriveCard />
        </div>
      </Panel>
      {demo ? (
        <Panel title="Your own API credentials" id="credentials-heading" className={credentials.panel}>
          <Notice kind="info">A demo can’t store keys. Create an account to use your own.</Notice>
        </Panel>
      ) : (
        <CredentialsPanel />
      )}
    </>
  )
}
