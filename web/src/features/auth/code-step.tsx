import { useEffect, useRef, useState, type FormEvent } from 'react'
import { secondFactorCalls } from '../../api/second-factor-calls.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './auth-form.module.css'
import type { AuthForm } from './use-auth-form.ts'

const KINDS = {
  code: {
    label: 'Code',
    hint: 'The six digits that your authenticator app shows for this account.',
    other: 'Use a recovery code',
    missing: 'Please enter the code',
    send: secondFactorCalls.signInByCode,
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved when you turned on two-factor codes. Each works once.',
    other: 'Use the authenticator app',
    missing: 'Please enter a recovery code',
    send: secondFactorCalls.signInByRecoveryCode,
  },
} as const

/** The second step of a sign-in, for accounts with two-factor codes. */
export function CodeStep({ form, busyLabel }: { form: AuthForm; busyLabel: string }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('code')
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState<string | null>(null)
  const step = useRef<HTMLFormElement>(null)
  const { label, hint, other, send, missing: missingText } = KINDS[kind]
  // Replaces the field that had the focus.
  useEffect(() => step.current?.querySelector('input')?.focus(), [kind])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setMissing(code.trim() === '' ? missingText : null)
    if (code.trim() !== '') form.signInBy(() => send(code))
  }
  const switchTo = (next: keyof typeof KINDS): void => {
    setKind(next)
    setCode('')
    setMissing(null)
  }
  const problem = missing ?? form.error
  return (
    <form ref={step} className={styles.form} noValidate onSubmit={submit} aria-label="Second step">
      <TextField
        key={kind}
        label={label}
        hint={hint}
        inputMode={kind === 'code' ? 'numeric' : 'text'}
        autoComplete={kind === 'code' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        value={code}
        disabled={form.busy}
        onChange={(event) => setCode(event.target.value)}
      />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <Button type="submit" variant="primary" size="large" wide busy={form.busy}>
        {form.busy ? busyLabel : 'Continue'}
      </Button>
      <div className={styles.ways}>
        <Button variant="ghost" disabled={form.busy} onClick={() => switchTo(kind === 'code' ? 'recovery' : 'code')}>
          {other}
        </Button>
        <Button variant="ghost" disabled={form.busy} onClick={form.backToPassword}>
          Back to the password
        </Button>
      </div>
    </form>
  )
}
