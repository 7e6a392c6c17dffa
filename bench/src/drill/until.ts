import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds between two checks. */
const POLL_MS = 100

export interface WaitOptions {
  /** The condition, for the error message. */
  condition: string
  timeoutMs: number
  signal: AbortSignal
  /** Rejects if a program that the condition depends on exits. */
  needs?: Promise<void>
}

/** Polls a condition until it is true; a thrown error counts as false. Returns the elapsed milliseconds. */
export async function until(isTrue: () => Promise<boolean>, { condition, timeoutMs, signal, needs }: WaitOptions): Promise<number> {
  const startedAt = performance.now()
  let failure: unknown
  const exited = needs?.then(() => false)
  for (;;) {
    signal.throwIfAborted()
    const attempt = isTrue().catch((error: unknown) => {
      failure = error
      return false
    })
    if (await (exited ? Promise.race([attempt, exited]) : attempt)) return performance.now() - startedAt
    if (performance.now() - startedAt > timeoutMs)
      throw new Error(`${condition} did not come within ${timeoutMs / 1000} s`, { cause: failure })
    await wait(POLL_MS, undefined, { signal })
  }
}
