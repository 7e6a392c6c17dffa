import type { IncomingMessage } from 'node:http'
import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { sessionUser, type SessionParts } from '../auth/session.ts'
import type { AppEnv } from './app-env.ts'
import { bodyLimit, type BodyLimit } from './body-limits.ts'
import { jsonExcess } from './json-bounds.ts'
import { isOpenCall } from './open-calls.ts'
import { hasBody, readBody } from './read-body.ts'

/** From this size on a body costs the loop more than a few milliseconds. */
const BIG_BYTES = 256 * 1024
/** Big bodies of one person at once: a page saves one after the other. */
const BIG_AT_ONCE = 2
const BIG_WAIT_SECONDS = 1

/**
 * What every call with a body of JSON goes through, before anything of it is looked at: who asks, unless the call is open to everybody; then
 * the size; then how deep it is and how much it holds. Only then it is parsed, by whom it is for.
 */
export function boundedBodies(parts: SessionParts) {
  const big = new Map<string, number>()
  return createMiddleware<AppEnv>(async (c, next) => {
    const limit = bodyLimit(c.req.path)
    const { incoming } = c.env
    if (!limit || !hasBody(incoming)) return next()
    const user = isOpenCall(c.req.path) ? null : await sessionUser(c, parts)
    if (!user && !isOpenCall(c.req.path)) throw new AppError(NAMED_SESSION.test(c.req.path) ? 'NO_SESSION' : 'UNAUTHENTICATED')
    const declared = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (declared > limit.bytes && declared !== Number.POSITIVE_INFINITY) throw new AppError('BODY_TOO_LARGE', { limit: limit.words })
    if (!user || Math.min(declared, limit.bytes) < BIG_BYTES) return proceed(incoming, limit, next)
    const count = big.get(user.id) ?? 0
    if (count >= BIG_AT_ONCE) throw new AppError('RATE_LIMITED', { seconds: BIG_WAIT_SECONDS })
    big.set(user.id, count + 1)
    try {
      await proceed(incoming, limit, next)
    } finally {
      const left = (big.get(user.id) ?? 1) - 1
      if (left > 0) big.set(user.id, left)
      else big.delete(user.id)
    }
  })
}

/** The specification's functions have words of their own for a caller without a session. */
const NAMED_SESSION = /^\/functions\/tumblr-/

async function proceed(incoming: IncomingMessage, limit: BodyLimit, next: () => Promise<void>): Promise<void> {
  const body = await readBody(incoming, limit)
  if (jsonExcess(body, limit)) throw new AppError('INVALID_INPUT', { fields: 'body' })
  // Where the HTTP adapter looks for a body that was read before it; text(), json() and the auth library's copy of the request take it from there.
  Object.assign(incoming, { rawBody: body })
  await next()
}
