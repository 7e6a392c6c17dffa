import type { ReactNode } from 'react'
import { useSignedIn } from '../../app/session.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import credentials from './credentials.module.css'
import { CredentialsPanel } from './credentials-panel.tsx'
import { GoogleDriveCard } from './google-drive-card.tsx'
import styles from './settings.module.css'

/** Settings, Accounts: what is connected, and with whose keys. `children` are the cards of the platforms. */
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
          <Notice kind="info">A demo keeps no keys. Create an account to use your own.</Notice>
        </Panel>
      ) : (
        <CredentialsPanel />
      )}
    </>
  )
}
