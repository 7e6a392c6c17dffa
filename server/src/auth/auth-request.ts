import type { Context } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { CLIENT_ADDRESS_HEADER } from './client-address.ts'

/** What a browser calls itself is kept with its session and shown to its owner: no more of it than can be read. */
const USER_AGENT_MAX = 300

interface AuthAsk {
  address: string
  form: Record<string, unknown> | null
  /** Of the product's own. */
  query?: string
}

/** A call of the accounts library as it sees it: the form's known fields, who sends it, and nothing else that a sender could make up. */
export function authRequest(c: Context<AppEnv>, { address, form, query = '' }: AuthAsk): Request {
  const headers = new Headers(c.req.raw.headers)
  // Whatever a sender wrote into this header is replaced by what is known.
  headers.set(CLIENT_ADDRESS_HEADER, address)
  const agent = headers.get('user-agent')
  if (agent !== null) headers.set('user-agent', agent.slice(0, USER_AGENT_MAX))
  for (const name of ['x-forwarded-for', 'content-length', 'transfer-encoding']) headers.delete(name)
  const url = new URL(c.req.url)
  url.search = query
  if (form === null) return new Request(url, { method: c.req.method, headers })
  headers.set('content-type', 'application/json')
  return new Request(url, { method: c.req.method, headers, body: JSON.stringify(form) })
}
