import { authMessage, checkCredentials, CONFIRM_EMAIL_TEXT } from '@ninesixteen/shared/auth-messages'
import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { AuthCallError, authCalls } from '../../api/auth-calls.ts'
import { api } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { noteDeleted } from '../../app/deleted-note.ts'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { leaveAccount, useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel, PanelText } from '../../components/panel.tsx'
import { readDrive } from '../../drive/stored-connection.ts'
import styles from './account.module.css'
import { clearDevice } from './clear-device.ts'

/** Turns the demo into an account, or ends it. */
export function AccountDemo({ endsAt }: { endsAt: string }) {
  return (
    <>
      <Panel title="Keep your work" id="account-keep-heading">
        <PanelText>
          This demo is yours alone and ends on {dateAndTime(endsAt)}. Add an email and a password to turn it into your account, with
          everything you made and without the Pro plan.
        </PanelText>
        <KeepForm />
      </Panel>
      <Panel title="End the demo" id="account-end-heading">
        <PanelText>Everything in it is deleted at once. Do this on a shared computer.</PanelText>
        <EndDemo />
      </Panel>
    </>
  )
}

const EMPTY = { email: '', password: '', confirmation: '' }

function KeepForm() {
  const minLength = usePublicConfig().passwordMin
  const [fields, setFields] = useState(EMPTY)
  const [problem, setProblem] = useState<string | null>(null)
  const keep = useMutation({
    mutationFn: () => authCalls.convertDemo(fields.email.trim(), fields.password),
    // Reloads the page as the new account. If the address needs confirming first, the demo continues until then.
    onSuccess: ({ waits }) => {
      if (waits) return
      // The demo's plan has ended: without this, the page would redirect to pricing first.
      leaveAccount()
      location.assign(paths.account)
    },
    onError: (cause) => setProblem(cause instanceof AuthCallError ? authMessage(cause) : errorText(cause)),
  })
  const field = (name: keyof typeof EMPTY) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) => setFields({ ...fields, [name]: event.target.value }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const problemText = checkCredentials(fields, minLength)
    setProblem(problemText)
    if (!problemText) keep.mutate()
  }
  if (keep.data?.waits)
    return (
      <>
        <Notice kind="ok">{CONFIRM_EMAIL_TEXT}. With it the demo becomes your account; until then it is what it was.</Notice>
        <div className={styles.buttons}>
          <Button onClick={keep.reset}>Use another address</Button>
        </div>
      </>
    )
  return (
    <form className={styles.form} onSubmit={submit} aria-labelledby="account-keep-heading" noValidate>
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Password" type="password" autoComplete="new-password" {...field('password')} />
      <TextField label="Password again" type="password" autoComplete="new-password" {...field('confirmation')} />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={keep.isPending || keep.data?.waits === false}>
          {keep.isPending ? 'Saving...' : 'Keep as my account'}
        </Button>
      </div>
    </form>
  )
}

function EndDemo() {
  const { id } = useSignedIn()
  const [confirming, setConfirming] = useState(false)
  const end = useMutation({
    mutationFn: () => {
      // Only this browser has the Drive tokens, which revoke the grant at Google.
      const { accessToken, refreshToken } = readDrive()
      return api.account.endDemo({ drive: { accessToken, refreshToken } })
    },
    onSuccess: async () => {
      leaveAccount()
      await clearDevice(id)
      noteDeleted('demo')
      // A full load, so that none of the demo's data stays in memory.
      location.assign(paths.home)
    },
  })
  return (
    <>
      <Button variant="danger" icon={<Trash2 aria-hidden="true" />} onClick={() => setConfirming(true)}>
        End the demo
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="End the demo"
        confirmLabel="End the demo"
        busyLabel="Ending..."
        busy={end.isPending || end.isSuccess}
        onConfirm={() => end.mutate()}
      >
        Are you sure you want to end this demo? Your work in it cannot be recovered.
      </ConfirmDialog>
      {end.isError && <Notice kind="bad">{errorText(end.error)}</Notice>}
    </>
  )
}
