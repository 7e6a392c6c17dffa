import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../../config/client-address.ts'
import { sessionUser, type SessionParts } from '../session/session.ts'
import type { Config } from '../../config/config.ts'
import { requestAddress } from '../session/browser-id.ts'
import type { AppEnv } from '../app-env.ts'
import { bodyLimit, type BodyLimit } from './body-limits.ts'
import { jsonLimitViolation } from '../../json-limits.ts'
import { isPublicEndpoint } from '../middleware/public-endpoints.ts'
import { hasBody, isWriting, readBody } from './read-body.ts'
import { createAnonymousRateLimit } from '../../auth/anonymous-rate-limit.ts'

/** From this size on a body costs the loop more than a few milliseconds. */
const BIG_BYTES = 256 * 1024
/** Big bodies of one person at once: a page saves one after the other. */
const BIG_AT_ONCE = 2
const BIG_WAIT_SECONDS = 1

interface Parts extends SessionParts {
  config: SessionParts['config'] & Pick<Config, 'trustProxy'>
}

/**
 * What every writing call goes through, before anything of it is looked at: who asks, unless the call is open to everybody; how often, for
 * strangers; then the size; then how deep it is and how much it holds. Only then it is parsed, by whom it is for.
 */
export function limitBodySize(parts: Parts) {
  const big = new Map<string, number>()
  const countStranger = createAnonymousRateLimit()
  const groupOf = (c: Context<AppEnv>) => addressGroup(requestAddress(c, parts.config.trustProxy))
  return createMiddleware<AppEnv>(async (c, next) => {
    const { path } = c.req
    const { incoming } = c.env
    const [isOpen, limit] = [isPublicEndpoint(path), bodyLimit(path)]
    if (isOpen && isWriting(incoming)) countStranger(groupOf(c))
    if (!limit || !hasBody(incoming)) return next()
    const user = isOpen ? null : await sessionUser(c, parts)
    if (!user && !isOpen) {
      countStranger(groupOf(c))
      throw new AppError(NAMED_SESSION.test(path) ? 'NO_SESSION' : 'UNAUTHENTICATED')
    }
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
  if (jsonLimitViolation(body, limit)) throw new AppError('INVALID_INPUT', { fields: 'body' })
  // Where the HTTP adapter looks for a body that was read before it; text(), json() and the auth library's copy of the request take it from there.
  Object.assign(incoming, { rawBody: body })
  await next()
}
