import { withTimeout } from '../promises.ts'

/** The result of a check, for the operator. */
export interface Finding {
  state: 'ok' | 'warning' | 'wrong'
  message: string
  /** The fix, if one is needed. */
  fix?: string
}

export interface Check {
  /** One or two words. */
  name: string
  /** The fix for any error it throws. */
  fix?: string
  /** Aborted by the signal after the time limit; a thrown error is a finding. */
  run(signal: AbortSignal): Promise<Finding | Finding[]>
}

export const ok = (message: string): Finding => ({ state: 'ok', message })
export const warning = (message: string, fix: string): Finding => ({ state: 'warning', message, fix })
export const wrong = (message: string, fix: string): Finding => ({ state: 'wrong', message, fix })

/** Time limit of a check, in milliseconds. */
const LIMIT_MS = 10_000

/** Runs a check with a time limit. A check that hangs or throws is a finding, and the others continue. */
export async function findingsOf(check: Check, limitMs = LIMIT_MS): Promise<Finding[]> {
  const timeout = new AbortController()
  const tooLate = (): Finding =>
    wrong(`No response within ${limitMs / 1000} seconds.`, 'Check whether it is overloaded, or whether the network drops packets.')
  try {
    const found = await withTimeout(check.run(timeout.signal), limitMs, tooLate)
    return Array.isArray(found) ? found : [found]
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    return [wrong(reason, check.fix ?? 'See docs/operations.md, or start the product with LOG_LEVEL=debug for details.')]
  } finally {
    timeout.abort()
  }
}
