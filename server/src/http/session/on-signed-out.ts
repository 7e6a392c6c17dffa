import type { Context } from 'hono'
import { retryUntilAvailable } from '../../db/retry-until-available.ts'
import type { AppEnv } from '../app-env.ts'
import { activeSession } from './session.ts'
import type { Auth } from '../../auth/auth.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'
import type { Listening } from '../../db/listen.ts'

/** How long the database may stay away before nobody can say whether a session goes on, in milliseconds. */
const WAIT_MS = 20_000

export type OnSignedOut = (signedOut: () => void) => () => void

/**
 * For answers that last: calls back when the session of their request is over. It is asked for anew whenever sessions of its person end, and
 * when word of that may have been missed. The answer gives back what it was given when it ends by itself.
 */
export function onSignedOut(
  c: Context<AppEnv>,
  services: { auth: Auth; changes: Listening; config: Config; db: Db },
  userId: string,
): OnSignedOut {
  return (signedOut) => {
    const left = new AbortController()
    const { headers } = c.req.raw
    const look = async (): Promise<void> => {
      const found = await retryUntilAvailable(() => activeSession(headers, services), { waitMs: WAIT_MS, signal: left.signal }).catch(
        () => null,
      )
      if (!found && !left.signal.aborted) signedOut()
    }
    const leave = services.changes.subscribe(
      userId,
      (what) => {
        if (what === 'all') void look()
      },
      () => void look(),
    )
    // It may have ended since the call was let in.
    void look()
    return () => {
      left.abort()
      leave()
    }
  }
}
