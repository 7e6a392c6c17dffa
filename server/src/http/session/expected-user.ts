import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/headers'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'
import { READS } from '../middleware/request-guards.ts'
import type { SessionUser } from '../../auth/session-lookup.ts'

/**
 * Rejects a request whose expected user differs from the session's. Browsers send the cookie of the latest sign-in, so a state-changing
 * request must name its user; a bearer token alone identifies them.
 */
export function assertExpectedUser(c: Context<AppEnv>, user: SessionUser | null): void {
  const expected = c.req.header(EXPECTED_USER_HEADER)
  if (expected !== undefined) {
    // The page expected a session, so the request must not run without one.
    if (user === null) throw new AppError('UNAUTHENTICATED')
    if (expected !== user.id) throw new AppError('WRONG_PERSON')
    return
  }
  if (user?.byCookie && !READS.includes(c.req.method)) throw new AppError('PERSON_REQUIRED')
}

/** Adds the session's user to every response, so that a page that shows another user notices. */
export function sendUserHeader() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const user = c.get('sessionUser')
    if (user) c.header(EXPECTED_USER_HEADER, user.id)
  })
}
