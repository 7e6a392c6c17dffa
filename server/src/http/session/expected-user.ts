import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { EXPECTED_USER_HEADER } from '@ninesixteen/shared/api/expected-user'
import { AppError } from '@ninesixteen/shared/errors'
import type { AppEnv } from '../app-env.ts'
import { READS } from '../bodies/reads.ts'
import type { SessionUser } from '../../auth/session-user.ts'

/**
 * Refuses a call that is meant for somebody else than the session it is made in. A cookie is sent along for whoever signed in last
 * in the browser, so that a call that changes something has to name its person; a bearer token alone names them by itself.
 */
export function assertExpectedUser(c: Context<AppEnv>, user: SessionUser | null): void {
  const meant = c.req.header(EXPECTED_USER_HEADER)
  if (meant !== undefined) {
    // Not done for nobody either: what may be done signed out was then not meant to be.
    if (user === null) throw new AppError('UNAUTHENTICATED')
    if (meant !== user.id) throw new AppError('WRONG_PERSON')
    return
  }
  if (user?.byCookie && !READS.includes(c.req.method)) throw new AppError('PERSON_REQUIRED')
}

/** Says with every answer whose session it was made in: a page that shows another person notices. */
export function sendUserHeader() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const user = c.get('sessionUser')
    if (user) c.header(EXPECTED_USER_HEADER, user.id)
  })
}
