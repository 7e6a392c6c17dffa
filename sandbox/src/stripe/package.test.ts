import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { order } from '../testing/posting.ts'
import { press, receiver } from './testing/calling.ts'
import { WEBHOOK_SECRET } from './webhooks.ts'

const addresses = { success_url: 'http://localhost:3000/pricing?paid={CHECKOUT_SESSION_ID}', cancel_url: 'http://localhost:3000/pricing' }

test('the stripe package sells, renews, reads and ends a subscription, and verifies its events', async () => {
  const app = createSandbox({ seed: '', fast: true })
  const received = await receiver(app)
  const httpClient = Stripe.createFetchHttpClient(async (url: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(url instanceof Request ? url.url : url)
    return app.request(pathname + search, init)
  })
  const stripe = new Stripe('sk_test_sandbox', { httpClient, telemetry: false, maxNetworkRetries: 0 })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price: 'price_pro_month', quantity: 1 }],
    client_reference_id: 'user-1',
    customer_email: 'sandy@example.com',
    subscription_data: { metadata: { user_id: 'user-1' } },
    ...addresses,
  })
  await press(app, new URL(session.url ?? '').pathname, { means: 'card' })
  const events = received.map(({ text, header }) => stripe.webhooks.constructEvent(text, header, WEBHOOK_SECRET))
  const completed = events.find((event) => event.type === 'checkout.session.completed')
  expect(completed?.data.object).toMatchObject({ client_reference_id: 'user-1', payment_status: 'paid' })
  expect(events.every(({ api_version }) => api_version === Stripe.API_VERSION)).toBe(true)

  const { customer, subscription } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
  if (typeof customer !== 'string' || subscription === null || typeof subscription === 'string') throw new Error('Not as it was asked for')
  const [item] = subscription.items.data
  const price = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 2500,
    product: 'prod_ninesixteen_pro',
    recurring: { interval: 'month' },
  })
  await stripe.subscriptions.update(subscription.id, { items: [{ id: item?.id ?? '', price: price.id }], proration_behavior: 'none' })
  await order(app, '/clock', { body: { advance: 32 * 24 * 60 * 60 } })
  const invoices = await stripe.invoices.list({ subscription: subscription.id })
  expect(invoices.data.map(({ total, parent }) => [total, parent?.subscription_details?.metadata])).toEqual([
    [2500, { user_id: 'user-1' }],
    [2000, { user_id: 'user-1' }],
  ])
  expect((await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/' })).url).toContain('/stripe/portal/')
  expect((await stripe.subscriptions.cancel(subscription.id)).status).toBe('canceled')
  await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
  })
  const key = { idempotencyKey: 'once' }
  const two = [
    await stripe.customers.create({ email: 'a@example.com' }, key),
    await stripe.customers.create({ email: 'a@example.com' }, key),
  ]
  expect(two[0]?.id).toBe(two[1]?.id)

  await order(app, '/stripe/resend', { body: { events: ['checkout.session.completed'], signature: 'wrong' } })
  await order(app, '/stripe/resend', { body: { events: ['checkout.session.completed'], signature: 'old' } })
  const [wrong, old] = received.filter(({ type }) => type === 'checkout.session.completed').slice(-2)
  expect(() => stripe.webhooks.constructEvent(wrong?.text ?? '', wrong?.header ?? '', WEBHOOK_SECRET)).toThrow(
    /No signatures found matching/,
  )
  expect(() => stripe.webhooks.constructEvent(old?.text ?? '', old?.header ?? '', WEBHOOK_SECRET)).toThrow(/outside the tolerance/)
})
