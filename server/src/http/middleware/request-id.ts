import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { runInRequest } from '../../telemetry/request-context.ts'
import type { AppEnv } from '../app-env.ts'

/** As long as what a proxy or a tracer sends. */
const GIVEN_MAX = 64

/** The id of a call: that of the browser or proxy where it is a short word of letters, digits, `-`, `_` and `=`, else one of our own. */
export function takeRequestId() {
  return requestId({ limitLength: GIVEN_MAX, generator: () => randomBytes(10).toString('hex') })
}

/** Whatever a call does, and what goes on after it, knows its id: every line of the log has it. */
export function withinRequest() {
  return createMiddleware<AppEnv>((c, next) => runInRequest(c.get('requestId'), next))
}
