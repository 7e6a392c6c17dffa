import { useState } from 'react'
import { authFailureText } from './auth-texts.ts'

export interface Call<T> {
  busy: boolean
  error: string | null
  /** What it answered, when it did. */
  answer: T | null
  run(call: () => Promise<T>): void
  /** Says why it was not made. */
  refuse(words: string): void
}

/** A call of the accounts with its busy state and its failure in words: a query library would double what these pages load. */
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
