import { useState } from 'react'
import { authMessage } from '@ninesixteen/shared/auth-messages'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'

export interface Call<T> {
  busy: boolean
  error: string | null
  /** The last result; null before. */
  result: T | null
  run(call: () => Promise<T>): void
  /** Shows an error without calling. */
  fail(message: string): void
}

/** An auth call with busy state and error message: a query library would double the size of these pages. */
export function useCall<T>(): Call<T> {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [result, setResult] = useState<T | null>(null)
  const run = (call: () => Promise<T>): void => {
    setBusy(true)
    setError(null)
    call()
      .then(setResult, (thrown: unknown) => setError(authFailureText(thrown)))
      .finally(() => setBusy(false))
  }
  return { busy, error, result, run, fail: setError }
}

export type AuthMode = 'login' | 'register'

/** The message for a failed sign-in or sign-up. */
export function authFailureText(error: unknown): string {
  return error instanceof AuthCallError ? authMessage(error) : toApiError(error).message
}
