import { useEffect, useState } from 'react'
import { authCalls, type EmailChangeAnswerState } from '../../api/auth-calls.ts'
import { emitAuthEvent } from '../../app/auth-events.ts'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './auth-form.module.css'
import { authFailureText, useCall } from './use-call.ts'
import { linkToken } from './link-token.ts'

/** Once per page load, however often React renders. */
let pendingState: Promise<EmailChangeAnswerState> | undefined

function loadStateOnce(token: string): Promise<EmailChangeAnswerState> {
  pendingState ??= authCalls.answerEmailChange(token, 'look')
  return pendingState
}

const TEXTS: Record<Exclude<EmailChangeAnswerState['state'], 'asked'>, [title: string, text: (email: string) => string]> = {
  'waits-for-old': [
    'One more confirmation needed',
    () => 'Your new address is confirmed. Now open the mail at your old address and approve the change.',
  ],
  'waits-for-new': ['One more confirmation needed', (email) => `You approved the change. Now open the mail at ${email} and confirm it.`],
  done: ['Your address was changed', (email) => `Sign in with ${email} from now on.`],
  refused: ['Your address was not changed', () => 'If you did not request the change, set a new password: someone knows your current one.'],
  taken: ['The address could not be changed', () => 'Another account now uses the new address. Yours was not changed.'],
}

/** Asks for confirmation with a button, because mail scanners open links, too. */
export function EmailChangeAnswer() {
  const [token] = useState(linkToken)
  const [loaded, setLoaded] = useState<EmailChangeAnswerState | null>(null)
  const [loadError, setLoadError] = useState<string | null>(null)
  const { busy, error, result: updated, run } = useCall<EmailChangeAnswerState>()
  useEffect(() => {
    loadStateOnce(token).then(setLoaded, (thrown: unknown) => setLoadError(authFailureText(thrown)))
  }, [token])
  const current = updated ?? loaded
  if (!current) return <ChangeLoading error={loadError} />
  if (current.state === 'asked') {
    const submitDecision = (decision: 'agree' | 'refuse') =>
      run(async () => {
        const state = await authCalls.answerEmailChange(token, decision)
        if (state.state === 'done') emitAuthEvent({ event: 'user-updated' })
        return state
      })
    return (
      <div className={styles.page}>
        <header>
          <h1 className={styles.title}>{current.at === 'old' ? 'Approve your new address' : 'Confirm your new address'}</h1>
          <p className={styles.subtitle}>
            Sign in with <strong>{current.email}</strong> from now on? Both addresses need to confirm.
          </p>
        </header>
        <div className={styles.form}>
          {error && <Notice kind="bad">{error}</Notice>}
          <Button variant="primary" size="large" wide busy={busy} onClick={() => submitDecision('agree')}>
            {current.at === 'old' ? 'Approve' : 'Confirm'}
          </Button>
          <Button wide disabled={busy} onClick={() => submitDecision('refuse')}>
            It wasn’t me
          </Button>
        </div>
      </div>
    )
  }
  const [title, text] = TEXTS[current.state]
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>{text(current.email)}</p>
      </header>
      <ButtonLink variant="primary" to={current.state === 'refused' ? paths.recover : paths.studio}>
        {current.state === 'refused' ? 'Set a new password' : 'Continue'}
      </ButtonLink>
    </div>
  )
}

function ChangeLoading({ error }: { error: string | null }) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{error ? 'This link did not work' : 'Your new address'}</h1>
      {error ? <Notice kind="bad">{error}</Notice> : <p className={styles.subtitle}>Loading the change...</p>}
      {error && (
        <ButtonLink variant="primary" to={paths.settingsAccount}>
          Open the settings
        </ButtonLink>
      )}
    </div>
  )
}
