import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '../app-env.ts'

/** HEAD is answered as GET is, and the framework forgets the body: without this its file stays open, and its place taken, for ever. */
export function headRequests() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.req.method === 'HEAD') await c.res.body?.cancel()
  })
}
