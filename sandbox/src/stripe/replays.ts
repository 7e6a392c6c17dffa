import { createHash } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import type { RecordedEnv } from '../kit/recorded.ts'
import { DAY, type DeskClock } from './desk-clock.ts'
import { StripeError } from './errors.ts'

const KEPT = 2_000
const KEY_MAX = 255

interface Kept {
  /** Hash of the request. */
  sum: string
  body: string
  at: number
}

/** A call with the key of one that was answered gets the same answer, and nothing is done; with other parameters it is refused. */
export function createReplays(clock: DeskClock) {
  const kept = new Map<string, Kept>()
  const middleware = createMiddleware<RecordedEnv>(async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined || c.req.method !== 'POST') return next()
    if (key.length > KEY_MAX) throw new StripeError(400, { message: 'Idempotency keys have at most 255 characters.' })
    const sum = createHash('sha256')
      .update(`${c.req.path}\n`)
      .update(await c.req.text())
      .digest('hex')
    const known = kept.get(key)
    if (known && known.at + DAY > clock.seconds()) {
      if (known.sum !== sum)
        throw new StripeError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return c.body(known.body, 200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' })
    }
    await next()
    if (c.res.status !== 200) return
    kept.set(key, { sum, body: await c.res.clone().text(), at: clock.seconds() })
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  })
  return { middleware, reset: () => kept.clear() }
}
