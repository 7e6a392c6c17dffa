import type { Context } from 'hono'
import type { AppEnv } from '../app-env.ts'
import type { Secrets } from '../../config/secret-key.ts'
import { CLIENT_ADDRESS_HEADER } from '../../config/client-address.ts'
import { resigned } from '../../auth/signed-values.ts'

/** What a browser calls itself is kept with its session and shown to its owner: no more of it than can be read. */
const USER_AGENT_MAX = 300

export interface AuthRequest {
  address: string
  /** Of this instance. */
  secrets: Secrets
  form: Record<string, unknown> | null
  /** Of the product's own. */
  query?: string
  /** Where the library has another path, or another method, than the product. */
  library?: { path?: string; method?: 'GET' }
  /** Of a call that begins a session: the cookies that say who is signed in until now. */
  without?: readonly string[]
}

/** A call of the accounts library as it sees it: the form's known fields, who sends it, and nothing else that a sender could make up. */
export function authRequest(c: Context<AppEnv>, { address, secrets, form, query = '', library = {}, without = [] }: AuthRequest): Request {
  const headers = resigned(c.req.raw.headers, secrets)
  // Whatever a sender wrote into this header is replaced by what is known.
  headers.set(CLIENT_ADDRESS_HEADER, address)
  const agent = headers.get('user-agent')
  if (agent !== null) headers.set('user-agent', agent.slice(0, USER_AGENT_MAX))
  for (const name of ['x-forwarded-for', 'content-length', 'transfer-encoding']) headers.delete(name)
  if (without.length > 0) leaveSession(headers, without)
  const url = new URL(c.req.url)
  if (library.path !== undefined) url.pathname = library.path
  url.search = query
  const { method = c.req.method } = library
  if (form === null || method === 'GET') return new Request(url, { method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(form) })
}

function leaveSession(headers: Headers, names: readonly string[]): void {
  headers.delete('authorization')
  const kept = (headers.get('cookie') ?? '').split(/; */).filter((pair) => !names.includes(pair.split('=')[0]?.trim() ?? ''))
  headers.set('cookie', kept.join('; '))
}
