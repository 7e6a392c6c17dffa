import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import type { AppEnv } from '../http/app-env.ts'

/** Long enough for ids of proxies and tracers. */
const GIVEN_MAX = 64

const scope = new AsyncLocalStorage<string>()

/** Id of the request that this code runs in or that started it; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return scope.getStore()
}

/** The request's id: from the browser or proxy if it is short and consists of letters, digits, `-`, `_` and `=`, otherwise a new one. */
export function takeRequestId() {
  return requestId({ limitLength: GIVEN_MAX, generator: () => randomBytes(10).toString('hex') })
}

/** Gives everything a request does or starts access to its id, which every log line includes. */
export function withinRequest() {
  return createMiddleware<AppEnv>((c, next) => scope.run(c.get('requestId'), next))
}
