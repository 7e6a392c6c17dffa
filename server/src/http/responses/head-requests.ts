import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** HEAD runs the GET handler, and the framework drops the body: without this its file handle and slot leak. */
export function headRequests() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
}
