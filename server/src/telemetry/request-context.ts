import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { AppEnv } from '../http/app-env.ts'

/** As long as what a proxy or a tracer sends. */
const GIVEN_MAX = 64

const scope = new AsyncLocalStorage<string>()

/** Of the call in which this runs, or that began it; undefined for what nobody asked for. */
export function currentRequestId(): string | undefined {
  return scope.getStore()
}

/** The id of a call: that of the browser or proxy where it is a short word of letters, digits, `-`, `_` and `=`, else one of our own. */
export function takeRequestId() {
  return requestId({ limitLength: GIVEN_MAX, generator: () => randomBytes(10).toString('hex') })
}

/** Whatever a call does, and what goes on after it, knows its id: every line of the log has it. */
export function withinRequest() {
  return createMiddleware<AppEnv>((c, next) => scope.run(c.get('requestId'), next))
}
