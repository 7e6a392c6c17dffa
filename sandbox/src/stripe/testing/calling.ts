import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { createSandbox } from '../../sandbox.ts'
import { order } from '../../testing/posting.ts'
import { signatureOf } from '../webhooks.ts'

type App = ReturnType<typeof createSandbox>

/** The fields of a response that tests read. */
interface Body {
  [name: string]: unknown
  id: string
  url: string
  status: string
  customer: string
  subscription: string
  data: Record<string, unknown>[]
  items: { data: { id: string; current_period_end: number }[] }
  error: { type: string; code?: string; param?: string; message: string }
}

interface ApiResponse {
  status: number
  body: Body
  headers: Headers
}

interface Call {
  method?: string
  /** Bracketed names, as in the request. */
  form?: Record<string, string>
  key?: string
  headers?: Record<string, string>
}

/** Calls the imitated API. */
export async function call(
  app: App,
  path: string,
  { method = 'GET', form, key = 'sk_test_sandbox', headers = {} }: Call = {},
): Promise<ApiResponse> {
  const type = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  const reply = await app.request(`/v1${path}`, {
    method,
    headers: { ...(key && { authorization: `Bearer ${key}` }), ...type, ...headers },
    ...(form && { body: new URLSearchParams(form).toString() }),
  })
  return { status: reply.status, body: (await reply.json()) as Body, headers: reply.headers }
}

export const post = (app: App, path: string, form: Record<string, string> = {}) => call(app, path, { method: 'POST', form })

/** A checkout as the product opens one. */
export const CHECKOUT = {
  mode: 'subscription',
  'line_items[0][price]': 'price_pro_month',
  'line_items[0][quantity]': '1',
  success_url: 'http://localhost:3000/pricing?paid={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost:3000/pricing',
  client_reference_id: 'user-1',
  customer_email: 'sandy@example.com',
  'metadata[user_id]': 'user-1',
  'subscription_data[metadata][user_id]': 'user-1',
}

/** Sends a form of one of the pages, as a browser does. */
export const press = (app: App, path: string, { origin, ...form }: Record<string, string>) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
    body: new URLSearchParams(form).toString(),
  })

export interface Received {
  id: string
  type: string
  created: number
  object: Record<string, unknown>
  previous: Record<string, unknown> | undefined
  /** Whether it carries the signature of now, and of this secret. */
  isRight: boolean
  header: string
  /** As it was sent. */
  text: string
}

/** Receives events, and responds with the status of `statusOf`. */
export async function receiver(app: App, statusOf: (type: string) => number = () => 200): Promise<Received[]> {
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const { id, type, created, data } = JSON.parse(text)
      const header = String(incoming.headers['stripe-signature'])
      const at = Number(/t=(\d+)/.exec(header)?.[1])
      const isRight = header.includes(signatureOf(text, 'right', at).split(',')[1] ?? '-') && Math.abs(Date.now() / 1000 - at) < 300
      received.push({ id, type, created, object: data.object, previous: data.previous_attributes, isRight, header, text })
      outgoing.writeHead(statusOf(type)).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await order(app, '/stripe', { method: 'PATCH', body: { webhookUrl } })
  return received
}

/** A customer who has paid: the result of their checkout. */
export async function subscribe(
  app: App,
  means: 'card' | 'debit' = 'card',
): Promise<{ session: string; customer: string; subscription: string }> {
  const { body } = await post(app, '/checkout/sessions', CHECKOUT)
  await press(app, `/stripe/pay/${body.id}`, { means })
  const { customer, subscription } = (await call(app, `/checkout/sessions/${body.id}`)).body
  return { session: body.id, customer, subscription }
}

export const triggerScenario = (app: App, subscription: string, what: string) =>
  order(app, `/stripe/subscriptions/${subscription}/${what}`, { body: {} })
export const later = (app: App, days: number) => order(app, '/clock', { body: { advance: days * 24 * 60 * 60 } })
