import type { AppRequest } from '@ninesixteen/shared/api/app-requests'
import { ERRORS } from '@ninesixteen/shared/errors'
import { SCOPE_LABELS, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { CheckboxGroup } from '../../components/checkbox-group.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import styles from './connect-app.module.css'

export type RequestKey = { request: string } | { code: string }

/** The user publishes, unless they allow this too. */
const UNCHECKED: ApiScope = 'posts:schedule'
const ALL = 'all'

export interface AppPermissionsProps {
  asked: RequestKey
  request: AppRequest
  /** After the answer to a device; an app on this computer continues by itself. */
  onAnswered(answer: 'connected' | 'declined'): void
}

/** Lets the user choose what the app may do, and sends the answer. */
export function AppPermissions({ asked, request, onAnswered }: AppPermissionsProps) {
  const { name, scopes: wanted, returnsTo } = request
  const [scopes, setScopes] = useState<readonly ApiScope[]>(() => wanted.filter((scope) => scope !== UNCHECKED))
  const [companyId, setCompanyId] = useState(ALL)
  const [wasSent, setSent] = useState(false)
  const companies = useQuery(orpc.companies.list.queryOptions())
  const answer = useMutation({
    mutationFn: (given: readonly ApiScope[]) =>
      api.appRequests.answer({ ...asked, scopes: [...given], companyId: companyId === ALL ? null : companyId }),
    onSuccess: ({ continueAt }, given) => {
      if (continueAt === null) onAnswered(given.length > 0 ? 'connected' : 'declined')
      else location.assign(continueAt)
    },
  })
  // The page stays busy until the app's own page replaces it.
  const isBusy = answer.isPending || answer.isSuccess
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSent(true)
    if (scopes.length > 0) answer.mutate(scopes)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Notice kind={request.host === null ? 'warn' : 'info'}>{originText(request)}</Notice>
      <CheckboxGroup
        label={`${name} may`}
        options={wanted}
        labels={SCOPE_LABELS}
        value={scopes}
        error={wasSent && scopes.length === 0 ? ERRORS.API_KEY_SCOPES_REQUIRED[1] : null}
        onChange={setScopes}
      />
      {wanted.includes(UNCHECKED) && !scopes.includes(UNCHECKED) && (
        <p className={styles.hint}>Its posts stay drafts until you schedule them.</p>
      )}
      <Select
        label="Company"
        value={companyId}
        options={[{ value: ALL, label: 'All companies' }, ...(companies.data ?? []).map(({ id, name: label }) => ({ value: id, label }))]}
        onChange={setCompanyId}
      />
      {answer.isError && <Notice kind="bad">{errorText(answer.error)}</Notice>}
      <div className={styles.buttons}>
        <Button variant="primary" size="large" wide type="submit" busy={isBusy}>
          {isBusy ? 'Connecting...' : 'Connect'}
        </Button>
        <Button size="large" wide disabled={isBusy} onClick={() => answer.mutate([])}>
          Decline
        </Button>
      </div>
      <p className={styles.hint}>
        {returnsTo === null ? 'Your device continues by itself.' : `You return to ${returnsTo}.`} You can disconnect the app in your
        settings at any time.
      </p>
    </form>
  )
}

function originText({ host, returnsTo }: AppRequest): string {
  if (returnsTo === null) return 'Continue only if you started this yourself, on a device in front of you.'
  if (host === null) return 'The app chose this name itself. Continue only if you started this in the app.'
  return `This app is described by ${host}.`
}
