import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../../config/client-address.ts'
import { sessionUser, type SessionParts } from '../session/session.ts'
import type { Config } from '../../config/config.ts'
import { requestAddress } from '../session/browser-id.ts'
import type { AppEnv } from '../app-env.ts'
import { bodyLimit, type BodyLimit, isPublicEndpoint } from './body-limits.ts'
import { jsonLimitViolation } from '../../json-limits.ts'
import { hasBody, isWriting, readBody } from './read-body.ts'
import { createAnonymousRateLimit } from '../../auth/anonymous-rate-limit.ts'

/** Above this size, a body blocks the event loop for more than a few milliseconds. */
const BIG_BYTES = 256 * 1024
/** Concurrent big bodies per user: a page saves one after the other. */
const BIG_AT_ONCE = 2
const BIG_WAIT_SECONDS = 1

interface Parts extends SessionParts {
  config: SessionParts['config'] & Pick<Config, 'trustProxy'>
}

/**
 * Runs for every request with a body before the body is parsed: authentication, unless the route is public; the rate limit of
 * unauthenticated callers; size; then depth and number of values.
 */
export function limitBodySize(parts: Parts) {
  const read = createBodyReader()
  const countUnauthenticated = createAnonymousRateLimit()
  const groupOf = (c: Context<AppEnv>) => addressGroup(requestAddress(c, parts.config.trustProxy))
  return createMiddleware<AppEnv>(async (c, next) => {
    const { path } = c.req
    const { incoming } = c.env
    const [isOpen, limit] = [isPublicEndpoint(path), bodyLimit(path)]
    if (isOpen && isWriting(incoming)) countUnauthenticated(groupOf(c))
    if (!limit || !hasBody(incoming)) return next()
    const user = isOpen ? null : await sessionUser(c, parts)
    if (!user && !isOpen) {
      countUnauthenticated(groupOf(c))
      throw new AppError(OWN_SESSION_ERROR.test(path) ? 'NO_SESSION' : 'UNAUTHENTICATED')
    }
    await read(incoming, { limit, userId: user?.id ?? null })
    await next()
  })
}

/** Reads and checks JSON bodies; big ones only a few at a time for each user. */
export function createBodyReader() {
  const big = new Map<string, number>()
  return async (incoming: IncomingMessage, { limit, userId }: { limit: BodyLimit; userId: string | null }): Promise<void> => {
    const declared = Number(incoming.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (declared > limit.bytes && declared !== Number.POSITIVE_INFINITY) throw new AppError('BODY_TOO_LARGE', { limit: limit.words })
    if (userId === null || Math.min(declared, limit.bytes) < BIG_BYTES) return readJsonBody(incoming, limit)
    const count = big.get(userId) ?? 0
    if (count >= BIG_AT_ONCE) throw new AppError('RATE_LIMITED', { seconds: BIG_WAIT_SECONDS })
    big.set(userId, count + 1)
    try {
      await readJsonBody(incoming, limit)
    } finally {
      const remaining = (big.get(userId) ?? 1) - 1
      if (remaining > 0) big.set(userId, remaining)
      else big.delete(userId)
    }
  }
}

/** The specification's functions have their own message for a missing session. */
const OWN_SESSION_ERROR = /^\/functions\/tumblr-/

async function readJsonBody(incoming: IncomingMessage, limit: BodyLimit): Promise<void> {
  const body = await readBody(incoming, limit)
  if (jsonLimitViolation(body, limit)) throw new AppError('INVALID_INPUT', { fields: 'body' })
  // Where the HTTP adapter looks for a body that was already read; text(), json() and the auth library's copy of the request use it.
  Object.assign(incoming, { rawBody: body })
}
