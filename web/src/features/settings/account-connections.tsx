import type { ReactNode } from 'react'
import { Panel } from '../../components/panel.tsx'
import { CredentialsPanel } from './credentials-panel.tsx'
import { GoogleDriveCard } from './google-drive-card.tsx'
import styles from './settings.module.css'

/** Settings, Accounts: what is connected, and with whose keys. `children` are the cards of the platforms. */
export function AccountConnections({ children }: { children: ReactNode }) {
  return (
    <>
      <Panel title="Accounts" id="accounts-heading">
        <div className={styles.connections}>
          {children}
          <GoogleDriveCard />
        </div>
      </Panel>
      <CredentialsPanel />
    </>
  )
}
