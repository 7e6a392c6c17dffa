import type { ApiKeyRow } from '@ninesixteen/shared/api/api-keys'
import { MCP_PATH } from '@ninesixteen/shared/public-api/limits'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plug, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { paths } from '../../app/paths.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Entry, EntryList } from '../../components/entry-list.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Lists the keys of the public API and connected apps; creates and revokes them. Demos have none. */
export function ApiKeys() {
  return useSignedIn().demo ? null : <KeyPanels />
}

interface RevokeTexts {
  title: string
  confirm: string
  busy: string
  done: string
  failed: string
  warning(name: string): string
}

const REVOKE_KEY: RevokeTexts = {
  title: 'Revoke this API key',
  confirm: 'Revoke key',
  busy: 'Revoking...',
  done: 'API key revoked',
  failed: 'The API key could not be revoked',
  warning: (name) => `Programs that use ${name} stop working at once. This cannot be undone.`,
}

const DISCONNECT_APP: RevokeTexts = {
  title: 'Disconnect this app',
  confirm: 'Disconnect',
  busy: 'Disconnecting...',
  done: 'App disconnected',
  failed: 'The app could not be disconnected',
  warning: (name) => `${name} loses access at once. You can connect it again from the app.`,
}

function KeyPanels() {
  const client = useQueryClient()
  const list = useQuery(orpc.apiKeys.list.queryOptions({ staleTime: 0 }))
  const refresh = () => client.invalidateQueries({ queryKey: orpc.apiKeys.list.key() })
  const companies = useQuery(orpc.companies.list.queryOptions())
  const nameOf = (id: string | null) => companies.data?.find((company) => company.id === id)?.name
  const [isCreating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKeyRow | null>(null)
  const texts = revoking?.isApp ? DISCONNECT_APP : REVOKE_KEY
  const revoke = useMutation({
    mutationFn: (id: string) => api.apiKeys.revoke({ id }),
    onSuccess: () => notify.ok(texts.done),
    onError: (error) => notify.error(texts.failed, errorText(error)),
    onSettled: async () => {
      setRevoking(null)
      await refresh()
    },
  })
  const rowsOf = (isApp: boolean) => {
    const keys = list.data?.filter((key) => key.isApp === isApp) ?? []
    if (keys.length === 0) return null
    return (
      <EntryList>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} company={nameOf(key.companyId)} onRevoke={() => setRevoking(key)} />
        ))}
      </EntryList>
    )
  }
  return (
    <>
      <Panel title="API keys" id="api-keys-heading">
        <PanelText>
          Use Ninesixteen from scripts and other programs. A key only does what you allow, and you can revoke it at any time. See the{' '}
          <Link to={paths.apiReference}>API reference</Link>.
        </PanelText>
        {list.isPending && <Skeleton height={120} radius="12px" />}
        {list.isError && <Notice kind="bad">{errorText(list.error)}</Notice>}
        {rowsOf(false)}
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
          Create an API key
        </Button>
      </Panel>
      <Panel title="Connected apps" id="connected-apps-heading">
        <PanelText>Agents that speak MCP connect with this address. You choose what each may do.</PanelText>
        <CopyField name="Address" text={location.origin + MCP_PATH} />
        {rowsOf(true)}
      </Panel>
      {isCreating && <NewKeyDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title={texts.title}
        confirmLabel={texts.confirm}
        busyLabel={texts.busy}
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        {revoking && texts.warning(revoking.name)}
      </ConfirmDialog>
    </>
  )
}

interface KeyRowProps {
  apiKey: ApiKeyRow
  /** The only company that the key can access; undefined for all. */
  company: string | undefined
  onRevoke(): void
}

function KeyRow({ apiKey, company, onRevoke }: KeyRowProps) {
  const { name, ending, scopes, isApp } = apiKey
  const state = endedText(apiKey) ?? usageText(apiKey)
  const usage = isApp ? (
    state
  ) : (
    <>
      <code>n16_…{ending}</code> · {state}
    </>
  )
  const action = isApp ? 'Disconnect' : 'Revoke'
  const reach = [...(company === undefined ? [] : [`Only ${company}`]), scopes.join(', ')].join(' · ')
  return (
    <Entry icon={isApp ? <Plug aria-hidden="true" /> : <KeyRound aria-hidden="true" />} name={name} facts={[usage, reach]}>
      {apiKey.revokedAt === null && (
        <Button size="small" aria-label={`${action} ${name}`} onClick={onRevoke}>
          {action}
        </Button>
      )}
    </Entry>
  )
}

const formatDay = (time: string): string => shownDay(new Date(time))

/** Says why a key no longer works; null while it does. */
function endedText({ isApp, revokedAt, expiresAt }: ApiKeyRow): string | null {
  if (revokedAt !== null) return `${isApp ? 'Disconnected' : 'Revoked'} ${formatDay(revokedAt)}`
  return expiresAt !== null && new Date(expiresAt) <= new Date() ? `Expired ${formatDay(expiresAt)}` : null
}

function usageText({ lastUsedAt, expiresAt }: ApiKeyRow): string {
  const used = lastUsedAt === null ? 'Not used yet' : `Last used ${dateAndTime(lastUsedAt)}`
  return expiresAt === null ? used : `${used} · expires ${formatDay(expiresAt)}`
}
