import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { makeSession } from './api-checkout.ts'
import { complete } from './checkout.ts'
import type { StripeState } from './stripe-state.ts'
import { triggerScenario, SCENARIOS } from './scenarios.ts'
import { PRICE_ID } from './objects.ts'
import type { WebhookSettings } from './webhooks.ts'

const settingsSchema = z
  .strictObject({
    webhookUrl: z.url().nullable(),
    webhookTimes: z.number().int().min(1).max(100),
    webhookOrder: z.enum(['made', 'shuffled', 'at-once']),
    webhookDelayMs: z.number().int().min(0).max(600_000),
    webhookRetryMs: z.number().int().min(1).max(60_000),
    signature: z.enum(['right', 'wrong', 'old', 'rolled']),
    debitStatus: z.enum(['incomplete', 'active']),
    afterLastTry: z.enum(['canceled', 'unpaid']),
    latencyMs: z.number().int().min(0).max(60_000),
  })
  .partial()

const resendSchema = z.strictObject({
  /** Event ids or types in sending order; all events in order of creation by default. */
  events: z.array(z.string()).max(1_000).optional(),
  times: z.number().int().min(1).max(100).default(1),
  signature: z.enum(['right', 'wrong', 'old', 'rolled']).default('right'),
})

const paySchema = z.strictObject({ session: z.string(), means: z.enum(['card', 'debit']).default('card'), email: z.email().optional() })
const subscribeSchema = z.strictObject({
  email: z.email(),
  reference: z.string().optional(),
  means: z.enum(['card', 'debit']).default('card'),
  metadata: z.record(z.string(), z.string()).default({}),
})

interface SwitchesParts {
  state: StripeState
  hooks: WebhookSettings
  pace: { latencyMs: number }
  site: (c: Context) => string
}

/** The control API: how events are sent, scenarios, and the current state. */
export function serveStripeSwitches(app: Hono, { state, hooks, pace, site }: SwitchesParts): void {
  const { store, webhooks } = state
  app.patch('/_control/stripe', async (c) => {
    const body = settingsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { latencyMs = pace.latencyMs, debitStatus, afterLastTry, ...rest } = body.data
    Object.assign(pace, { latencyMs })
    Object.assign(state.settings, { ...(debitStatus && { debitStatus }), ...(afterLastTry && { afterLastTry }) })
    Object.assign(hooks, rest)
    return c.json({ ...pace, ...state.settings, ...hooks })
  })
  app.get('/_control/stripe', (c) => {
    const of = <K extends Parameters<typeof store.all>[0]>(kind: K) => store.all(kind)
    const [customers, subscriptions, sessions] = [of('customer'), of('subscription'), of('checkout.session')]
    return c.json({ customers, subscriptions, sessions, invoices: of('invoice'), charges: of('charge'), refunds: of('refund') })
  })
  app.get('/_control/stripe/events', (c) => c.json({ events: store.all('event'), deliveries: webhooks.deliveries }))
  app.post('/_control/stripe/resend', async (c) => {
    const body = resendSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { events: types, times, signature } = body.data
    const all = store.all('event')
    const chosen = types ? types.flatMap((name) => all.filter(({ id, type }) => id === name || type === name)) : all
    for (let time = 0; time < times; time += 1) await webhooks.resend(chosen, signature)
    return c.json({ sent: chosen.length * times })
  })
  app.post('/_control/stripe/pay', async (c) => {
    const body = paySchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const session = store.find('checkout.session', body.data.session)
    if (session?.status !== 'open') return c.json({ error: 'No such open checkout' }, 404)
    complete(state, session, {
      email: body.data.email ?? session.customer_email ?? 'buyer@example.com',
      name: null,
      means: body.data.means,
    })
    await webhooks.flush()
    return c.json(session)
  })
  app.post('/_control/stripe/subscribe', async (c) => {
    const body = subscribeSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: z.prettifyError(body.error) }, 400)
    const { email, reference, means, metadata } = body.data
    const session = makeSession(state, {
      site: site(c),
      customer: null,
      customer_email: email,
      client_reference_id: reference ?? null,
      success_url: null,
      cancel_url: null,
      metadata,
      expires_at: state.clock.seconds() + 3_600,
      locale: null,
      payment_link: null,
      sandboxOrder: { price: PRICE_ID, quantity: 1, metadata },
    })
    complete(state, session, { email, name: null, means })
    await webhooks.flush()
    return c.json(session)
  })
  app.post('/_control/stripe/subscriptions/:id/:what', async (c) => {
    const subscription = store.find('subscription', c.req.param('id'))
    if (!subscription) return c.json({ error: 'No such subscription' }, 404)
    if (!triggerScenario(state, c.req.param('what'), subscription))
      return c.json({ error: 'Nothing of this name happens', known: Object.keys(SCENARIOS) }, 404)
    await webhooks.flush()
    return c.json(subscription)
  })
}
