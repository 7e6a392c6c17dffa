/** What was found out about one part of the instance, in words for its operator. */
export interface Finding {
  state: 'ok' | 'warning' | 'wrong'
  says: string
  /** What to do, where something is to be done. */
  mend?: string
}

export interface Check {
  /** A word or two. */
  name: string
  /** What to do about what it throws, where that is known. */
  mend?: string
  /** Ended by the signal when it takes too long; what it throws is a finding as well. */
  run(signal: AbortSignal): Promise<Finding | Finding[]>
}

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const warning = (says: string, mend: string): Finding => ({ state: 'warning', says, mend })
export const wrong = (says: string, mend: string): Finding => ({ state: 'wrong', says, mend })

/** Longest that one check may take, in milliseconds. */
const LIMIT_MS = 10_000

/** What a check finds within its time. One that hangs or breaks is a finding, and keeps no other from being made. */
export async function findingsOf(check: Check, limitMs = LIMIT_MS): Promise<Finding[]> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => {
      resolve(
        wrong(
          `It did not answer within ${limitMs / 1000} seconds.`,
          'Look whether it is overloaded, or whether the network drops what is sent to it.',
        ),
      )
      late.abort()
    }, limitMs)
  })
  try {
    const found = await Promise.race([check.run(late.signal), tooLate])
    return Array.isArray(found) ? found : [found]
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return [wrong(reason, check.mend ?? 'See docs/operations.md, or start the product with LOG_LEVEL=debug to see more.')]
  } finally {
    clearTimeout(timer)
  }
}
