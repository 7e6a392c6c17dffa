import type { Credential } from '@ninesixteen/shared/api/credentials'
import { CREDENTIAL_GROUPS, CREDENTIALS, type CredentialGroup } from '@ninesixteen/shared/api/credential-names'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { CredentialGroupForm } from './credential-group-form.tsx'
import styles from './credentials.module.css'

/** Settings, Accounts: the user's own API keys, which replace the instance's. */
export function CredentialsPanel() {
  const list = useQuery(orpc.credentials.list.queryOptions())
  return (
    <Panel title="Your own API credentials" id="credentials-heading" className={styles.panel}>
      <p className={styles.lead}>
        Leave these empty to use the keys of this server. We encrypt your keys, use them only for you, and show only their last four
        characters.
      </p>
      {list.isError && <Notice kind="bad">Failed to load user data</Notice>}
      {list.isPending && <Skeleton height={180} radius="12px" />}
      {list.data && groupsOf(list.data).map((group) => <Group key={group} group={group} all={list.data} />)}
    </Panel>
  )
}

/** An older server lacks some. */
function groupsOf(all: readonly Credential[]): CredentialGroup[] {
  return CREDENTIAL_GROUPS.filter((group) => all.some(({ name }) => CREDENTIALS[name].group === group))
}

function Group({ group, all }: { group: CredentialGroup; all: Credential[] }) {
  // The key remounts the form when the stored values change.
  const stored = all.map((one) => one.updatedAt).join()
  return <CredentialGroupForm key={stored} group={group} all={all} />
}
