import type { MarkFile } from './file-store.ts'

/** An answer counts for this long, in milliseconds: whatever asks whether the product is ready asks often. */
const FRESH_MS = 5_000
/** Longest wait for one. The store's own times are longer, and another question meanwhile waits for the same answer. */
const WAIT_MS = 2_000

export interface ProbeTimes {
  freshMs?: number
  waitMs?: number
  now?: () => number
}

/** Tells whether the store answers, by reading its mark: a few bytes, seldom, and one call at a time. */
export function createStoreProbe(mark: Pick<MarkFile, 'read'>, times: ProbeTimes = {}): () => Promise<boolean> {
  const { freshMs = FRESH_MS, waitMs = WAIT_MS, now = () => performance.now() } = times
  let last: { answers: boolean; at: number } | null = null
  let asking: Promise<boolean> | null = null

  async function ask(): Promise<boolean> {
    const answers = await mark.read().then(
      () => true,
      () => false,
    )
    last = { answers, at: now() }
    asking = null
    return answers
  }

  return async () => {
    if (last && now() - last.at < freshMs) return last.answers
    asking ??= ask()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), waitMs)
    })
    try {
      return await Promise.race([asking, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
