import type { EmailState, Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { emitAuthEvent } from '../../app/auth-events.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './account.module.css'

const stateKey = orpc.account.emailState.key()

/** Shows the address and its state, and changes it. */
export function AccountEmail() {
  const { email } = useSignedIn()
  const state = useQuery(orpc.account.emailState.queryOptions({ staleTime: 0 })).data
  return (
    <>
      {state?.isRefused && (
        <Notice kind="warn">
          The mail server of {email} rejected our last mail. Check the address: without it, you can’t reset a lost password.
        </Notice>
      )}
      {state?.change ? <WaitingChange change={state.change} /> : <EmailForm />}
    </>
  )
}

/** A pending change, which both addresses must confirm. */
function WaitingChange({ change }: { change: NonNullable<EmailState['change']> }) {
  const { email } = useSignedIn()
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => api.account.cancelEmailChange(),
    onSettled: () => client.invalidateQueries({ queryKey: stateKey }),
    onError: (cause) => notify.error('The change was not cancelled', errorText(cause)),
  })
  const missing = [!change.isApproved && email, !change.isConfirmed && change.email].filter(Boolean)
  return (
    <section className={styles.form} aria-label="Email">
      <Notice kind={change.isRefused ? 'bad' : 'info'}>
        {change.isRefused
          ? `The mail server of ${change.email} refused our message. Cancel the change and check the address.`
          : `${change.email} replaces ${email} once both are confirmed. Open the mail we sent to ${missing.join(' and to ')}.`}
      </Notice>
      <div className={styles.buttons}>
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep {email}
        </Button>
      </div>
    </section>
  )
}

function EmailForm() {
  const { email } = useSignedIn()
  const client = useQueryClient()
  const [address, setAddress] = useState(email)
  const [password, setPassword] = useState('')
  const newEmail = address.trim().toLowerCase()
  const isChanged = newEmail !== '' && newEmail !== email.toLowerCase()
  const save = useMutation({
    mutationFn: () => api.account.changeEmail({ email: newEmail, password }),
    onSuccess: async (response) => {
      setPassword('')
      setAddress(response.email)
      if (response.waits) return client.invalidateQueries({ queryKey: stateKey })
      client.setQueryData<Me | null>(meKey, (me) => me && { ...me, email: response.email })
      emitAuthEvent({ event: 'user-updated' })
      notify.ok('Email changed', 'Sign in with the new address from now on.')
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChanged && password !== '') save.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} aria-label="Email">
      {/* The user name, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <TextField label="Email" type="email" autoComplete="email" value={address} onChange={(event) => setAddress(event.target.value)} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="You sign in with this address, so we ask for your password."
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" busy={save.isPending} disabled={!isChanged || password === ''}>
          {save.isPending ? 'Saving...' : 'Change email'}
        </Button>
      </div>
    </form>
  )
}
