import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from 'pino'

/** The library's log lines for a rejected passkey. */
const PASSKEY_REFUSED: readonly string[] = ['Failed to verify registration', 'Failed to verify authentication']

/** The library's error log. Failures that any caller can cause with a wrong signature, origin or challenge aren't errors. */
export function libraryLog(log: Pick<Logger, 'error' | 'info'>) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const [thrown] = details
    if (PASSKEY_REFUSED.includes(message) && thrown instanceof Error && !(thrown instanceof DrizzleQueryError))
      log.info({ reason: thrown.message }, 'Passkey rejected')
    else log.error({ details }, message)
  }
}
