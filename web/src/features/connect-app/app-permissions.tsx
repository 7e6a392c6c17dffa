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

/** Unchecked by default: the user publishes the app's drafts. */
const UNCHECKED: ApiScope = 'posts:schedule'
const ALL = 'all'

export interface AppPermissionsProps {
  requestKey: RequestKey
  request: AppRequest
  /** After the answer to a device; an app on this computer continues by itself. */
  onAnswered(decision: 'connected' | 'declined'): void
}

/** Lets the user choose what the app may do, and sends the answer. */
export function AppPermissions({ requestKey, request, onAnswered }: AppPermissionsProps) {
  const { name, scopes: requestedScopes, returnsTo } = request
  const [scopes, setScopes] = useState<readonly ApiScope[]>(() => requestedScopes.filter((scope) => scope !== UNCHECKED))
  const [companyId, setCompanyId] = useState(ALL)
  const [isSubmitted, setSubmitted] = useState(false)
  const companies = useQuery(orpc.companies.list.queryOptions())
  const decision = useMutation({
    mutationFn: (granted: readonly ApiScope[]) =>
      api.appRequests.answer({ ...requestKey, scopes: [...granted], companyId: companyId === ALL ? null : companyId }),
    onSuccess: ({ continueAt }, granted) => {
      if (continueAt === null) onAnswered(granted.length > 0 ? 'connected' : 'declined')
      else location.assign(continueAt)
    },
  })
  // The page stays busy until the app's own page replaces it.
  const isBusy = decision.isPending || decision.isSuccess
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSubmitted(true)
    if (scopes.length > 0) decision.mutate(scopes)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Notice kind={request.host === null ? 'warn' : 'info'}>{originText(request)}</Notice>
      <CheckboxGroup
        label={`${name} may`}
        options={requestedScopes}
        labels={SCOPE_LABELS}
        value={scopes}
        error={isSubmitted && scopes.length === 0 ? ERRORS.API_KEY_SCOPES_REQUIRED[1] : null}
        onChange={setScopes}
      />
      {requestedScopes.includes(UNCHECKED) && !scopes.includes(UNCHECKED) && (
        <p className={styles.hint}>Its posts stay drafts until you schedule them.</p>
      )}
      <Select
        label="Company"
        value={companyId}
        options={[{ value: ALL, label: 'All companies' }, ...(companies.data ?? []).map(({ id, name: label }) => ({ value: id, label }))]}
        onChange={setCompanyId}
      />
      {decision.isError && <Notice kind="bad">{errorText(decision.error)}</Notice>}
      <div className={styles.buttons}>
        <Button variant="primary" size="large" wide type="submit" busy={isBusy}>
          {isBusy ? 'Connecting...' : 'Connect'}
        </Button>
        <Button size="large" wide disabled={isBusy} onClick={() => decision.mutate([])}>
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
