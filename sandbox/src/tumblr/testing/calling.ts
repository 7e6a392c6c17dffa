import { createHmac } from 'node:crypto'
import OAuth from 'oauth-1.0a'
import { createSandbox } from '../../sandbox.ts'

const ORIGIN = 'http://localhost'
export const CALLBACK = 'http://localhost:3000/tumblr_callback'
export const CONSUMER = { key: 'ck_sandbox_key', secret: 'cs sandbox&secret' }

export type App = ReturnType<typeof createSandbox>
export interface Credentials {
  key: string
  secret: string
}
export interface Call {
  method?: string
  token?: Credentials | undefined
  consumer?: Credentials
  /** Signed with the request, and sent in the header. */
  data?: Record<string, string>
  headers?: Record<string, string>
  /** Sent unsigned. */
  body?: string | Buffer<ArrayBuffer>
  /** Changes the OAuth parameters after signing. */
  tamper?: (oauth: Record<string, string>) => Record<string, string>
  timestamp?: number
}

export const sandbox = (options = {}) => createSandbox({ seed: '', fast: true, ...options })

/** Signed by a library that is not the sandbox's own. */
export async function signed(app: App, path: string, call: Call = {}): Promise<Response> {
  const { method = 'GET', token, consumer = CONSUMER, data = {}, headers = {}, tamper = (oauth) => oauth, timestamp, body } = call
  const oauth = new OAuth({
    consumer,
    signature_method: 'HMAC-SHA1',
    hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
  })
  if (timestamp !== undefined) oauth.getTimeStamp = () => timestamp
  const authorization = oauth.authorize({ url: `${ORIGIN}/tumblr${path}`, method, data }, token)
  // The library hands back the parameters of the query too, which stay where they are.
  const query = new URL(`${ORIGIN}${path}`).searchParams
  // Form fields go into the body; without a form, `data` goes into the header.
  const own = Object.entries(authorization).filter(([name]) => !query.has(name) && (body === undefined || name.startsWith('oauth_')))
  const parameters = tamper(Object.fromEntries(own.map(([name, value]) => [name, String(value)])))
  const header = Object.entries(parameters).map(([name, value]) => `${encodeURIComponent(name)}="${encodeURIComponent(value)}"`)
  return app.request(`/tumblr${path}`, {
    method,
    headers: { 'user-agent': 'Ninesixteen/0', authorization: `OAuth ${header.join(', ')}`, ...headers },
    ...(body !== undefined && { body }),
  })
}

/** The fields of an OAuth form response. */
export const fields = async (reply: Response) => {
  const parsed = new URLSearchParams(await reply.text())
  return { key: parsed.get('oauth_token') ?? '', secret: parsed.get('oauth_token_secret') ?? '' }
}

export const requestToken = async (app: App, callback = CALLBACK) =>
  fields(await signed(app, '/oauth/request_token', { method: 'POST', data: { oauth_callback: callback } }))

export const decide = (app: App, token: string, body: Record<string, string>) =>
  app.request(`/tumblr/oauth/authorize?oauth_token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(body).toString(),
  })

export async function allowed(app: App, account = 'sandy') {
  const request = await requestToken(app)
  const reply = await decide(app, request.key, { account, decision: 'allow' })
  const verifier = new URL(reply.headers.get('location') ?? '').searchParams.get('oauth_verifier') ?? ''
  return { request, verifier }
}

export async function connect(app: App, account = 'sandy'): Promise<Credentials> {
  const { request, verifier } = await allowed(app, account)
  return fields(await signed(app, '/oauth/access_token', { method: 'POST', token: request, data: { oauth_verifier: verifier } }))
}

/** Every field that some answer holds. */
export interface Reply {
  user: Record<string, unknown>
  total_blogs: number
  blogs: { name: string; title: string; description: string }[]
  blog: { name: string }
  posts: Record<string, unknown>[]
  total_posts: number
}
export interface Envelope {
  meta: { status: number; msg: string }
  response: Reply
  errors?: { code: number }[]
}
export async function api(app: App, path: string, token: Credentials) {
  const reply = await signed(app, path, { token })
  return { status: reply.status, headers: reply.headers, ...((await reply.json()) as Envelope) }
}
const switched = (method: string) => (app: App, path: string, body: unknown) =>
  app.request(`/_control${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
export const control = switched('POST')
export const changeSettings = switched('PATCH')
