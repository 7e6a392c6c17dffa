import type { HttpBindings } from '@hono/node-server'
import type { SessionUser } from '../auth/session-user.ts'

/** What a request carries through the middleware. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Which call it is, where the router knows less. */
    route?: string
    /** Null when nobody is signed in; absent until someone asked. */
    sessionUser?: SessionUser | null
  }
}
