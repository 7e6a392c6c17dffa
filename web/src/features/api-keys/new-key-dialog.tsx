import type { NewApiKey } from '@ninesixteen/shared/api/api-keys'
import { API_KEY_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { ERRORS } from '@ninesixteen/shared/errors'
import { API_SCOPES, SCOPE_LABELS, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import { ShownOnce } from '../../components/shown-once.tsx'
import styles from './api-keys.module.css'

const FORM = 'new-api-key'
const ALL = 'all'

const EXPIRY = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '366', label: 'In a year' },
  { value: 'never', label: 'Never' },
] as const
type Expiry = (typeof EXPIRY)[number]['value']

/** Asks what the key may do, then shows it once. */
export function NewKeyDialog({ onCreated, onClose }: { onCreated(): void; onClose(): void }) {
  const create = useMutation({ mutationFn: (input: NewApiKey) => api.apiKeys.create(input), onSuccess: onCreated })
  const secret = create.data?.secret
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title={secret === undefined ? 'Create an API key' : 'Your API key'}
      size="small"
      footer={
        secret === undefined ? (
          <>
            <DialogCancel />
            <Button variant="primary" type="submit" form={FORM} busy={create.isPending}>
              {create.isPending ? 'Creating...' : 'Create key'}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={onClose}>
            I have copied it
          </Button>
        )
      }
    >
      {secret === undefined ? (
        <KeyForm error={create.isError ? errorText(create.error) : null} onSubmit={(input) => create.mutate(input)} />
      ) : (
        <ShownOnce name="API key" secret={secret} />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  error: string | null
  onSubmit(key: NewApiKey): void
}

function KeyForm({ error, onSubmit }: KeyFormProps) {
  const companies = useQuery(orpc.companies.list.queryOptions())
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [expiry, setExpiry] = useState<Expiry>('90')
  const [companyId, setCompanyId] = useState(ALL)
  const [isSubmitted, setSubmitted] = useState(false)
  const isNameless = name.trim() === ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (isNameless || scopes.length === 0) return
    onSubmit({
      name,
      scopes: [...scopes],
      companyId: companyId === ALL ? null : companyId,
      days: expiry === 'never' ? null : Number(expiry),
    })
  }
  return (
    <form id={FORM} className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={API_KEY_NAME_MAX}
        hint="The program that uses it."
        error={isSubmitted && isNameless ? ERRORS.API_KEY_NAME_REQUIRED[1] : null}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <CheckboxGroup
        label="The key may"
        options={API_SCOPES}
        labels={SCOPE_LABELS}
        value={scopes}
        error={isSubmitted && scopes.length === 0 ? ERRORS.API_KEY_SCOPES_REQUIRED[1] : null}
        onChange={setScopes}
      />
      <Select
        label="Company"
        value={companyId}
        options={[{ value: ALL, label: 'All companies' }, ...(companies.data ?? []).map(({ id, name: label }) => ({ value: id, label }))]}
        onChange={setCompanyId}
      />
      <Select<Expiry> label="Expires" value={expiry} options={EXPIRY} onChange={setExpiry} />
      {error !== null && <Notice kind="bad">{error}</Notice>}
    </form>
  )
}
