import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { readReturn, storeReturn } from '../../app/connect-return.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useSignedIn } from '../../app/session.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import credentials from './credentials.module.css'
import { CredentialsPanel } from './credentials-panel.tsx'
import { GoogleDriveCard } from './google-drive-card.tsx'
import { LocalModels } from './local-models.tsx'
import styles from './settings.module.css'

/** Settings, Accounts: connections and API keys. `children` are the platforms' cards. */
export function AccountConnections({ children }: { children: ReactNode }) {
  const { demo } = useSignedIn()
  const [search] = useSearchParams()
  const backPath = search.get('back')
  const back = readReturn(backPath)
  useEffect(() => storeReturn(readReturn(backPath)), [backPath])
  return (
    <>
      {back && (
        <ButtonLink to={back.to} size="small" icon={<ArrowLeft />} className={styles.back}>
          {back.label}
        </ButtonLink>
      )}
      <Panel title="Accounts" id="accounts-heading">
        <div className={styles.connections}>
          {children}
          <GoogleDriveCard />
        </div>
      </Panel>
      <LocalModels />
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
