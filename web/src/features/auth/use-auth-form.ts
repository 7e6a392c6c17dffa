import { useState } from 'react'
import { checkCredentials, CONFIRM_EMAIL_TEXT } from '@ninesixteen/shared/auth-messages'
import { AuthCallError, authCalls } from '../../api/auth-calls.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { authFailureText, type AuthMode } from './use-call.ts'
import { type OpenInvitation, useInvitation } from './use-invitation.ts'

export interface AuthFields {
  email: string
  password: string
  confirmation: string
}

const EMPTY: AuthFields = { email: '', password: '', confirmation: '' }

export interface AwaitedEmail {
  email: string
  /** Token to check whether the mail was refused; null if none was just sent. */
  ticket: string | null
}

export interface AuthForm {
  mode: AuthMode
  fields: AuthFields
  busy: boolean
  error: string | null
  notice: string | null
  /** From the link that opened the page. */
  invitation: OpenInvitation | null
  /** The address awaiting confirmation. */
  awaited: AwaitedEmail | null
  /** Changes with the mode, to reset the show/hide toggles. */
  formKey: AuthMode
  setMode(mode: AuthMode): void
  setField(name: keyof AuthFields, value: string): void
  submit(): void
  enterDemo(): void
  /** The password was right, and the account needs a code. */
  needsCode: boolean
  /** Signs in by another way than the password. The call resolves to false if the user chose nothing. */
  signInBy(call: () => Promise<unknown>): void
  backToPassword(): void
}

type Outcome = 'in' | AwaitedEmail | 'code' | 'nothing'

/**
 * Sign-in and sign-up as one form with two modes. The form stays busy until `onSignedIn`, which loads the user or leaves the page, has finished.
 */
export function useAuthForm(onSignedIn: () => Promise<unknown>): AuthForm {
  const passwordMin = usePublicConfig().passwordMin
  const invitation = useInvitation()
  const [chosenMode, setChosenMode] = useState<AuthMode | null>(null)
  const mode = chosenMode ?? (invitation ? 'register' : 'login')
  const [input, setFields] = useState(EMPTY)
  // An invitation is for one address.
  const fields = mode === 'register' && invitation?.email ? { ...input, email: invitation.email } : input
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [needsCode, setNeedsCode] = useState(false)
  const [awaited, setAwaited] = useState<AwaitedEmail | null>(null)

  function begin() {
    setError(null)
    setAwaited(null)
  }

  async function run(call: () => Promise<Outcome>) {
    setBusy(true)
    begin()
    try {
      const outcome = await call()
      if (outcome === 'code') return setNeedsCode(true)
      if (outcome === 'nothing') return
      if (outcome !== 'in') return setAwaited(outcome)
      await onSignedIn()
    } catch (thrown) {
      setError(authFailureText(thrown))
    } finally {
      setBusy(false)
    }
  }

  const signIn = (email: string, password: string) =>
    run(async () => {
      try {
        return (await authCalls.signIn(email, password)).twoFactorRedirect ? 'code' : 'in'
      } catch (thrown) {
        if (thrown instanceof AuthCallError && thrown.code === 'EMAIL_NOT_VERIFIED') return { email, ticket: null }
        throw thrown
      }
    })
  const signUp = (email: string, password: string) =>
    run(async () => {
      const { token, mail = null } = await authCalls.signUp(email, password, invitation?.token)
      return token === null ? { email, ticket: mail } : 'in'
    })

  const setField = (name: keyof AuthFields, value: string) => setFields((previous) => ({ ...previous, [name]: value }))

  return {
    mode,
    fields,
    busy,
    error,
    notice: awaited && CONFIRM_EMAIL_TEXT,
    awaited,
    invitation,
    formKey: mode,
    setMode(next) {
      setNeedsCode(false)
      setChosenMode(next)
      setFields(EMPTY)
      begin()
    },
    setField,
    submit() {
      const { email, password } = fields
      const problem = checkCredentials(mode === 'register' ? fields : { email, password }, passwordMin)
      if (problem) return setError(problem)
      void (mode === 'login' ? signIn(email.trim(), password) : signUp(email.trim(), password))
    },
    enterDemo: () => void run(() => authCalls.enterDemo().then(() => 'in')),
    needsCode,
    signInBy: (call) => void run(async () => ((await call()) === false ? 'nothing' : 'in')),
    backToPassword() {
      setNeedsCode(false)
      setField('password', '')
      setError(null)
    },
  }
}
