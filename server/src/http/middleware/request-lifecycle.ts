import { randomBytes } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { requestId } from 'hono/request-id'
import { runInRequest } from '../../telemetry/telemetry.ts'
import type { AppEnv } from '../app-env.ts'

/** Long enough for ids of proxies and tracers. */
const ID_LENGTH_MAX = 64

/** The request's id: from the browser or proxy if it is short and consists of letters, digits, `-`, `_` and `=`, otherwise a new one. */
export function assignRequestId() {
  return requestId({ limitLength: ID_LENGTH_MAX, generator: () => randomBytes(10).toString('hex') })
}

/** Gives everything a request does or starts access to its id, which every log line includes. */
export function withRequestContext() {
  return createMiddleware<AppEnv>((c, next) => runInRequest(c.get('requestId'), next))
}

/** HEAD runs the GET handler, and the framework drops the body: without this its file handle and slot leak. */
export function headRequests() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
}
