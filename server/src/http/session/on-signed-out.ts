import type { Context } from 'hono'
import { retryUntilAvailable } from '../../db/retry-until-available.ts'
import type { AppEnv } from '../app-env.ts'
import { activeSession } from './session.ts'
import type { Auth } from '../../auth/auth.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import type { Listening } from '../../db/listen.ts'

/** Longest database outage, in milliseconds, after which streams of unverifiable sessions end. */
const WAIT_MS = 20_000

export type OnSignedOut = (signedOut: () => void) => () => void

/**
 * For streaming responses: calls back when the request's session has ended. Checks it again whenever sessions of its user end, and when
 * such an event may have been missed. Call the returned function when the response ends by itself.
 */
export function onSignedOut(
  c: Context<AppEnv>,
  services: { auth: Auth; changes: Listening; config: Config; db: Db },
  userId: string,
): OnSignedOut {
  return (signedOut) => {
    const abort = new AbortController()
    const { headers } = c.req.raw
    const check = async (): Promise<void> => {
      const found = await retryUntilAvailable(() => activeSession(headers, services), { waitMs: WAIT_MS, signal: abort.signal }).catch(
        () => null,
      )
      if (!found && !abort.signal.aborted) signedOut()
    }
    const unsubscribe = services.changes.subscribe(
      userId,
      (change) => {
        if (change === 'all') void check()
      },
      () => void check(),
    )
    // The session may have ended since the request was authenticated.
    void check()
    return () => {
      abort.abort()
      unsubscribe()
    }
  }
}
