import type { Credential } from '@ninesixteen/shared/api/credentials'
import {
  CREDENTIAL_NAMES,
  CREDENTIALS,
  GROUP_LABELS,
  isChecked,
  type CredentialGroup,
  type CredentialName,
} from '@ninesixteen/shared/api/credential-names'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './credentials.module.css'

type Values = Partial<Record<CredentialName, string>>

const HINTS: Partial<Record<CredentialName, string>> = {
  'openai.base_url': 'Any OpenAI-compatible provider, ending in /v1. It must be public, or allowed by this server.',
  'openai.key': 'If you add your own base URL as well, this server’s models and daily tokens do not limit you.',
  'openai.model': 'Writes your slides and ideas. Without your own base URL, it must be one this server offers.',
  'images.base_url': 'Any OpenAI-compatible images API, ending in /v1. It must be public, or allowed by this server.',
  'images.key': 'If you add your own base URL as well, this server’s model and daily photos do not limit you.',
  'images.model': 'Makes your photos. It counts only with your own base URL.',
}

function useGroup(group: CredentialGroup) {
  const client = useQueryClient()
  const save = useMutation(
    orpc.credentials.set.mutationOptions({
      onSuccess: (list) => {
        client.setQueryData(orpc.credentials.list.queryKey(), list)
        void client.invalidateQueries({ queryKey: orpc.accounts.platforms.key() })
      },
    }),
  )
  const check = useMutation(orpc.credentials.check.mutationOptions())
  return { save, check: { ...check, run: isChecked(group) ? () => check.mutate({ group }) : null } }
}

/** The credentials of one provider: secrets are write-only, and a check asks the provider. */
export function CredentialGroupForm({ group, all }: { group: CredentialGroup; all: Credential[] }) {
  const names = CREDENTIAL_NAMES.filter((name) => CREDENTIALS[name].group === group)
  const stored = all.filter((credential) => names.includes(credential.name))
  const isSet = stored.some((credential) => credential.set)
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries(stored.map((credential) => [credential.name, credential.value ?? ''])),
  )
  const { save, check } = useGroup(group)
  const changedCredentials = stored.filter((credential) => (values[credential.name] ?? '') !== (credential.value ?? ''))
  const id = `credentials-${group}`
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate({ values: Object.fromEntries(changedCredentials.map(({ name }) => [name, values[name] || null])) })
  }
  const clear = () => save.mutate({ values: Object.fromEntries(names.map((name) => [name, null])) })
  return (
    <form className={styles.group} aria-labelledby={id} onSubmit={submit} autoComplete="off">
      <h3 id={id} className={styles.name}>
        {GROUP_LABELS[group]}
      </h3>
      {!isChecked(group) && <p className={styles.unused}>Not used yet. We’ll save it for when {GROUP_LABELS[group]} is available.</p>}
      {stored.some((credential) => !credential.readable) && (
        <Notice kind="warn">
          This was saved with a different secret key of this server and cannot be read. Enter it again, or remove it.
        </Notice>
      )}
      {/* The user name, for browsers that offer to save secrets. */}
      <input type="text" autoComplete="username" hidden readOnly value={GROUP_LABELS[group]} />
      <div className={styles.fields}>
        {stored.map((credential) => (
          <CredentialField
            key={credential.name}
            credential={credential}
            owner={GROUP_LABELS[group]}
            value={values[credential.name] ?? ''}
            onChange={(value) => setValues({ ...values, [credential.name]: value })}
          />
        ))}
      </div>
      {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      {check.data && <Notice kind={check.data.ok ? 'ok' : 'warn'}>{check.data.message}</Notice>}
      {check.isError && <Notice kind="bad">{errorText(check.error)}</Notice>}
      <div className={styles.buttons}>
        <Button
          type="submit"
          variant={changedCredentials.length > 0 ? 'primary' : 'secondary'}
          busy={save.isPending}
          disabled={changedCredentials.length === 0}
        >
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        {check.run && (
          <Button busy={check.isPending} disabled={!isSet || changedCredentials.length > 0} onClick={check.run}>
            {check.isPending ? 'Checking...' : 'Check'}
          </Button>
        )}
        {isSet && (
          <Button variant="ghost" disabled={save.isPending} onClick={clear}>
            Remove
          </Button>
        )}
      </div>
    </form>
  )
}

function stateOf({ name, set, readable, last4 }: Credential): string {
  if (!set) return 'Not set'
  if (!readable) return 'Cannot be read'
  if (!CREDENTIALS[name].secret) return 'Not set'
  return last4 ? `Set, ending in ${last4}` : 'Set'
}

interface CredentialFieldProps {
  credential: Credential
  owner: string
  value: string
  onChange(value: string): void
}

function CredentialField({ credential, owner, value, onChange }: CredentialFieldProps) {
  const { label, secret } = CREDENTIALS[credential.name]
  return (
    <TextField
      label={label}
      aria-label={`${owner}: ${label}`}
      type={secret ? 'password' : 'text'}
      // Not this site's password: a password manager would fill in the wrong value.
      autoComplete="new-password"
      spellCheck={false}
      placeholder={stateOf(credential)}
      hint={HINTS[credential.name]}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
