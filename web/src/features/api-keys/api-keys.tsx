import type { ApiKeyRow } from '@ninesixteen/shared/api/api-keys'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Entry, EntryList } from '../../components/entry-list.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Lists the keys of the public API; creates and revokes them. Demos have none. */
export function ApiKeys() {
  return useSignedIn().demo ? null : <KeysPanel />
}

function KeysPanel() {
  const client = useQueryClient()
  const list = useQuery(orpc.apiKeys.list.queryOptions({ staleTime: 0 }))
  const refresh = () => client.invalidateQueries({ queryKey: orpc.apiKeys.list.key() })
  const companies = useQuery(orpc.companies.list.queryOptions())
  const nameOf = (id: string | null) => companies.data?.find((company) => company.id === id)?.name
  const [isCreating, setCreating] = useState(false)
  const [asked, setAsked] = useState<ApiKeyRow | null>(null)
  const revoke = useMutation({
    mutationFn: (id: string) => api.apiKeys.revoke({ id }),
    onSuccess: () => notify.ok('API key revoked'),
    onError: (cause) => notify.error('The API key could not be revoked', errorText(cause)),
    onSettled: async () => {
      setAsked(null)
      await refresh()
    },
  })
  return (
    <Panel title="API keys" id="api-keys-heading">
      <PanelText>
        Use Ninesixteen from scripts and other programs. A key only does what you allow, and you can revoke it at any time.
      </PanelText>
      {list.isPending && <Skeleton height={120} radius="12px" />}
      {list.isError && <Notice kind="bad">{errorText(list.error)}</Notice>}
      {list.data && list.data.length > 0 && (
        <EntryList>
          {list.data.map((key) => (
            <KeyRow key={key.id} apiKey={key} company={nameOf(key.companyId)} onRevoke={() => setAsked(key)} />
          ))}
        </EntryList>
      )}
      <Button icon={<Plus aria-hidden="true" />} onClick={() => setCreating(true)}>
        Create an API key
      </Button>
      {isCreating && <NewKeyDialog onCreated={() => void refresh()} onClose={() => setCreating(false)} />}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Revoke this API key"
        confirmLabel="Revoke key"
        busyLabel="Revoking..."
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.id)}
      >
        Programs that use {asked?.name ?? 'it'} stop working at once. This cannot be undone.
      </ConfirmDialog>
    </Panel>
  )
}

interface KeyRowProps {
  apiKey: ApiKeyRow
  /** The only company that it reaches. */
  company: string | undefined
  onRevoke(): void
}

function KeyRow({ apiKey, company, onRevoke }: KeyRowProps) {
  const { name, ending, scopes } = apiKey
  const state = stateOf(apiKey)
  const life = (
    <>
      <code>n16_…{ending}</code> · {state ?? lifeOf(apiKey)}
    </>
  )
  const reach = [...(company === undefined ? [] : [`Only ${company}`]), scopes.join(', ')].join(' · ')
  return (
    <Entry icon={<KeyRound aria-hidden="true" />} name={name} facts={[life, reach]}>
      {apiKey.revokedAt === null && (
        <Button size="small" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </Entry>
  )
}

const on = (time: string): string => shownDay(new Date(time))

/** Says why a key no longer works; null while it does. */
function stateOf({ revokedAt, expiresAt }: ApiKeyRow): string | null {
  if (revokedAt !== null) return `Revoked ${on(revokedAt)}`
  return expiresAt !== null && new Date(expiresAt) <= new Date() ? `Expired ${on(expiresAt)}` : null
}

function lifeOf({ lastUsedAt, expiresAt }: ApiKeyRow): string {
  const used = lastUsedAt === null ? 'Not used yet' : `Last used ${dateAndTime(lastUsedAt)}`
  return expiresAt === null ? used : `${used} · expires ${on(expiresAt)}`
}
