import { setTimeout as wait } from 'node:timers/promises'

/** Between two looks, in milliseconds. */
const PAUSE_MS = 100

export interface Waiting {
  /** The condition, for the error message. */
  what: string
  mostMs: number
  signal: AbortSignal
  /** A program without which it never comes. */
  needs?: Promise<void>
}

/** Asks until the answer is yes; failing to answer is no. Gives the milliseconds that it took. */
export async function until(isSo: () => Promise<boolean>, { what, mostMs, signal, needs }: Waiting): Promise<number> {
  const begun = performance.now()
  let failure: unknown
  const watched = needs?.then(() => false)
  for (;;) {
    signal.throwIfAborted()
    const asked = isSo().catch((error: unknown) => {
      failure = error
      return false
    })
    if (await (watched ? Promise.race([asked, watched]) : asked)) return performance.now() - begun
    if (performance.now() - begun > mostMs) throw new Error(`${what} did not come within ${mostMs / 1000} s`, { cause: failure })
    await wait(PAUSE_MS, undefined, { signal })
  }
}
