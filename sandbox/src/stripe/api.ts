import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Control } from '../kit/control.ts'
import { httpFaultSchema } from '../kit/faults.ts'
import { recorded, type RecordedEnv } from '../kit/recorded.ts'
import { serveSessions } from './api-checkout.ts'
import { serveCustomers } from './api-customers.ts'
import { serveMoney } from './api-money.ts'
import { serveSubscriptions } from './api-subscriptions.ts'
import type { StripeState } from './stripe-state.ts'
import { NO_KEY, refusal, StripeError, wrongKey } from './errors.ts'
import { API_VERSION } from './objects.ts'
import { createHash } from 'node:crypto'
import { DAY, type TestClock } from './test-clock.ts'

/** Accepts any test key, except with these prefixes. */
const WRONG_KEY = /^[rs]k_test_invalid/

interface ApiParts {
  control: Control
  state: StripeState
  /** Where people's browsers see the sandbox. */
  site: (c: Context) => string
  /** Minimum latency of a request, in milliseconds. */
  latencyMs: () => number
}

/** The part of Stripe's API that selling a subscription needs. */
export function createApi({ control, state, site, latencyMs }: ApiParts) {
  const faults = control.faults('stripe', httpFaultSchema)
  const replays = createReplays(state.clock)
  const app = new Hono<RecordedEnv>()
  const respondWithFault = (c: Context<RecordedEnv>, fault: Parameters<typeof refusal>[0]) => respondWithError(c, refusal(fault))
  app.use(recorded({ control, provider: 'stripe', faults, refuse: respondWithFault, latencyMs }))
  app.use(
    createMiddleware<RecordedEnv>(async (c, next) => {
      c.header('request-id', requestId(c))
      c.header('stripe-version', c.req.header('stripe-version') ?? API_VERSION)
      checkKey(c.req.header('authorization'))
      await next()
      void state.webhooks.flush()
    }),
  )
  app.use(replays.middleware)
  serveCustomers(app, state)
  serveSessions(app, state, { site })
  serveSubscriptions(app, state)
  serveMoney(app, state)
  app.onError((error, c) => {
    if (error instanceof StripeError) return respondWithError(c, error)
    process.stderr.write(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}\n`)
    return c.json({ error: { type: 'api_error', message: 'The sandbox failed' } }, 500)
  })
  return { app, reset: replays.reset }
}

function requestId(c: Context<RecordedEnv>): string {
  return `req_sandbox${String(c.get('entry').id).padStart(8, '0')}`
}

function respondWithError(c: Context<RecordedEnv>, { status, error, headers }: StripeError): Response {
  const body = { error: { ...error, request_log_url: `https://dashboard.stripe.com/acct_sandbox/test/workbench/logs/${requestId(c)}` } }
  return Response.json(body, { status, headers: { ...headers, 'request-id': requestId(c) } })
}

function checkKey(header: string | undefined): void {
  const [scheme = '', value = ''] = header?.split(' ') ?? []
  const key = scheme.toLowerCase() === 'basic' ? (Buffer.from(value, 'base64').toString().split(':')[0] ?? '') : value
  if (key === '') throw NO_KEY
  if (!/^[rs]k_test_\w+$/.test(key) || WRONG_KEY.test(key)) throw wrongKey(key)
}

const KEPT = 2_000
const KEY_MAX = 255

interface StoredResponse {
  /** Hash of the request. */
  sum: string
  body: string
  at: number
}

/** A call with the key of one that was answered gets the same answer, and nothing is done; with other parameters it is refused. */
function createReplays(clock: TestClock) {
  const responses = new Map<string, StoredResponse>()
  const middleware = createMiddleware<RecordedEnv>(async (c, next) => {
    const key = c.req.header('idempotency-key')
    if (key === undefined || c.req.method !== 'POST') return next()
    if (key.length > KEY_MAX) throw new StripeError(400, { message: 'Idempotency keys have at most 255 characters.' })
    const sum = createHash('sha256')
      .update(`${c.req.path}\n`)
      .update(await c.req.text())
      .digest('hex')
    const stored = responses.get(key)
    if (stored && stored.at + DAY > clock.seconds()) {
      if (stored.sum !== sum)
        throw new StripeError(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        })
      return c.body(stored.body, 200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' })
    }
    await next()
    if (c.res.status !== 200) return
    responses.set(key, { sum, body: await c.res.clone().text(), at: clock.seconds() })
    const [oldest] = responses.keys()
    if (responses.size > KEPT && oldest !== undefined) responses.delete(oldest)
  })
  return { middleware, reset: () => responses.clear() }
}
