import type { HttpBindings } from '@hono/node-server'
import type { SessionUser } from '../auth/session-lookup.ts'

/** Context variables of a request. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** The route, where the router knows only a prefix. */
    route?: string
    /** The `WWW-Authenticate` header of a 401. */
    challenge?: string
    /** Null without a session; absent until looked up. */
    sessionUser?: SessionUser | null
  }
}
