import { createMiddleware } from 'hono/factory'
import type { RecordedEnv } from '../kit/recorded.ts'
import { failed, unauthorized } from './responses.ts'
import { authenticate, type Authentication } from './authenticate.ts'
import type { SampleUser } from './users.ts'
import type { RateLimits } from './rate-limits.ts'

/** The calling application, and for signed requests the user it acts for. */
export interface ApiCaller {
  consumerKey: string
  user: SampleUser | null
}

export interface ApiEnv {
  Bindings: RecordedEnv['Bindings']
  Variables: RecordedEnv['Variables'] & { caller: ApiCaller }
}

/** Default user agents of runtimes: the platform suspends applications without their own. */
const NAMELESS = /^(node|undici|node-fetch)\b/i

/** Requires a valid signature, or an `api_key` for public data, within the rate limits of the key. */
export function callers(authentication: Authentication, limits: RateLimits) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const agent = c.req.header('user-agent')?.trim() ?? ''
    if (agent === '' || NAMELESS.test(agent)) return failed({ status: 403, detail: 'A User-Agent of the application is required' })
    const caller = await read()
    if (!caller) return unauthorized()
    const { isAllowed, headers } = limits.count(caller.consumerKey)
    if (!isAllowed) return failed({ status: 429, headers })
    c.set('caller', caller)
    await next()
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value)
    return undefined

    async function read(): Promise<ApiCaller | null> {
      const apiKey = c.req.query('api_key')
      const isSigned = c.req.header('authorization') !== undefined || c.req.query('oauth_signature') !== undefined
      if (!isSigned) return apiKey && authentication.clients.find(apiKey) ? { consumerKey: apiKey, user: null } : null
      const signed = await authenticate(c, authentication)
      if (typeof signed === 'string' || signed.token === null) return null
      const access = authentication.tokens.findAccess(signed.token)
      return access ? { consumerKey: access.consumerKey, user: access.user } : null
    }
  })
}
