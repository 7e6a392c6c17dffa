import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Secrets } from '../../config/secret-key.ts'
import { CLIENT_ADDRESS_HEADER } from '../../config/client-address.ts'
import { withCurrentSignatures } from '../../auth/signed-values.ts'

/** The browser's user agent is stored with the session and shown to its owner: longer is never useful. */
const USER_AGENT_MAX = 300

export interface AuthRequest {
  address: string
  /** Secrets of this instance. */
  secrets: Secrets
  form: Record<string, unknown> | null
  /** A query that the product sets itself. */
  query?: string
  /** The library's path or method where it differs from the product's. */
  library?: { path?: string; method?: 'GET' }
  /** Cookies of the current session to omit when the request begins a session. */
  omitCookies?: readonly string[]
}

/** The request as the accounts library sees it: known form fields and the caller's address, and nothing else that a caller could forge. */
export function authRequest(
  c: Context<AppEnv>,
  { address, secrets, form, query = '', library = {}, omitCookies = [] }: AuthRequest,
): Request {
  const headers = withCurrentSignatures(c.req.raw.headers, secrets)
  // Overwrites any value that the caller sent.
  headers.set(CLIENT_ADDRESS_HEADER, address)
  const agent = headers.get('user-agent')
  if (agent !== null) headers.set('user-agent', agent.slice(0, USER_AGENT_MAX))
  for (const name of ['x-forwarded-for', 'content-length', 'transfer-encoding']) headers.delete(name)
  if (omitCookies.length > 0) removeSessionCookies(headers, omitCookies)
  const url = new URL(c.req.url)
  if (library.path !== undefined) url.pathname = library.path
  url.search = query
  const { method = c.req.method } = library
  if (form === null || method === 'GET') return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(form) })
}

function removeSessionCookies(headers: Headers, names: readonly string[]): void {
  headers.delete('authorization')
  const remaining = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !names.includes(pair.split('=')[0]?.trim() ?? ''))
  headers.set('cookie', remaining.join('; '))
}
