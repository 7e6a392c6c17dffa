import { DrizzleQueryError } from 'drizzle-orm'
import type { Logger } from 'pino'

/** What the library says of a passkey that it refused, before it answers. */
const PASSKEY_REFUSED: readonly string[] = ['Failed to verify registration', 'Failed to verify authentication']

/** The library's error lines. What anybody can cause, by signing the wrong thing, is none: a signature, an origin or a challenge that is not right. */
export function libraryLog(log: Pick<Logger, 'error' | 'info'>) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const [thrown] = details
    if (PASSKEY_REFUSED.includes(message) && thrown instanceof Error && !(thrown instanceof DrizzleQueryError))
      log.info({ reason: thrown.message }, 'A passkey was refused')
    else log.error({ details }, message)
  }
}
