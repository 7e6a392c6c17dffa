import { useState } from 'react'
import { authMessage } from '@ninesixteen/shared/auth-messages'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'

export interface Call<T> {
  busy: boolean
  error: string | null
  /** The last result; null before. */
  answer: T | null
  run(call: () => Promise<T>): void
  /** Shows an error without calling. */
  refuse(message: string): void
}

/** An auth call with busy state and error message: a query library would double the size of these pages. */
export function useCall<T>(): Call<T> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [answer, setAnswer] = useState<T | null>(null)
  const run = (call: () => Promise<T>): void => {
    setBusy(true)
    setError(null)
    call()
      .then(setAnswer, (cause: unknown) => setError(authFailureText(cause)))
      .finally(() => setBusy(false))
  }
  return { busy, error, answer, run, refuse: setError }
}

export type AuthMode = 'login' | 'register'

/** The message for a failed sign-in or sign-up. */
export function authFailureText(cause: unknown): string {
  return cause instanceof AuthCallError ? authMessage(cause) : toApiError(cause).message
}
