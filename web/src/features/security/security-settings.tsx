import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CodesSettings } from './codes-settings.tsx'
import { PasskeysSettings } from './passkeys-settings.tsx'
import styles from './security.module.css'

/** Settings, Profile: passkeys and two-factor codes. */
export function SecuritySettings() {
  const security = useQuery(orpc.security.read.queryOptions({ staleTime: 0 }))
  return (
    <Panel title="Sign-in and security" id="account-security-heading">
      {security.isPending && <Skeleton height={160} radius="12px" />}
      {security.isError && <Notice kind="bad">{errorText(security.error)}</Notice>}
      {security.data && (
        <div className={styles.ways}>
          <PasskeysSettings passkeys={security.data.passkeys} />
          <CodesSettings codes={security.data.codes} />
        </div>
      )}
    </Panel>
  )
}
