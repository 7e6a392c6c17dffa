import { beforeEach, expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { order } from '../testing/posting.ts'
import { readForm } from './form.ts'
import { call, CHECKOUT, post, press, subscribe } from './testing/calling.ts'

let app: ReturnType<typeof createSandbox>
beforeEach(() => {
  app = createSandbox({ seed: '', fast: true })
})

test('parses bracketed forms into objects and lists, within limits', () => {
  expect(readForm('a=1&b[c]=2&b[d][e]=3&f[0][g]=4&f[1][g]=5&h[]=6&h[]=7&i=%20x%26')).toEqual({
    a: '1',
    b: { c: '2', d: { e: '3' } },
    f: [{ g: '4' }, { g: '5' }],
    h: ['6', '7'],
    i: ' x&',
  })
  expect(Object.getPrototypeOf(readForm('__proto__[x]=1'))).toBe(Object.prototype)
  expect(Object.keys(readForm('__proto__[x]=1') ?? {})).toEqual(['__proto__'])
  for (const malformed of ['a[b=1', 'a]b=1', '[a]=1', 'a=1&a[b]=2', 'a[b]=1&a=2', `a${'[b]'.repeat(6)}=1`, 'a=1&'.repeat(501)])
    expect([malformed.slice(0, 20), readForm(malformed)]).toEqual([malformed.slice(0, 20), null])
})

test('rejects a missing or wrong key', async () => {
  expect(await call(app, '/prices/price_pro_month', { key: '' })).toMatchObject({
    status: 401,
    body: { error: { type: 'invalid_request_error' } },
  })
  for (const key of ['sk_test_invalid_1', 'sk_live_1', 'nonsense'])
    expect(await call(app, '/prices/price_pro_month', { key })).toMatchObject({
      status: 401,
      body: { error: { message: expect.stringMatching(/^Invalid API Key provided: /) } },
    })
  const response = await call(app, '/prices/price_pro_month')
  expect(response.body).toMatchObject({ unit_amount: 2000, currency: 'usd', recurring: { interval: 'month', interval_count: 1 } })
  expect(response.headers.get('request-id')).toMatch(/^req_/)
  // Below the provider's own folder, too.
  expect((await app.request('/stripe/v1/prices/price_pro_month', { headers: { authorization: 'Bearer sk_test_x' } })).status).toBe(200)
})

test('names missing, unknown, invalid and absent parameters like Stripe', async () => {
  const { mode: _, ...missing } = CHECKOUT
  const { customer_email: __, ...nobody } = CHECKOUT
  const cases: [form: Record<string, string>, status: number, code: string | undefined, param: string][] = [
    [{ ...missing }, 400, 'parameter_missing', 'mode'],
    [{ ...CHECKOUT, color: 'red' }, 400, 'parameter_unknown', 'color'],
    [{ ...CHECKOUT, 'line_items[0][color]': 'red' }, 400, 'parameter_unknown', 'line_items[0][color]'],
    [{ ...CHECKOUT, 'line_items[0][price]': 'price_none' }, 404, 'resource_missing', 'line_items[0][price]'],
    [{ ...CHECKOUT, 'line_items[0][quantity]': 'two' }, 400, undefined, 'line_items[0][quantity]'],
    [{ ...CHECKOUT, success_url: 'javascript:alert(1)' }, 400, undefined, 'success_url'],
    [{ ...CHECKOUT, client_reference_id: 'sandy@example.com' }, 400, undefined, 'client_reference_id'],
    [{ ...CHECKOUT, customer: 'cus_1' }, 400, undefined, 'customer'],
    [{ ...nobody, customer: 'cus_none' }, 404, 'resource_missing', 'customer'],
  ]
  for (const [form, status, code, param] of cases) {
    const { status: actual, body } = await post(app, '/checkout/sessions', form)
    expect([param, actual, body.error]).toEqual([param, status, expect.objectContaining({ type: 'invalid_request_error', param })])
    expect([param, body.error.code]).toEqual([param, code])
  }
  expect((await call(app, '/subscriptions/sub_none')).body).toMatchObject({
    error: { code: 'resource_missing', message: "No such subscription: 'sub_none'" },
  })
  expect((await call(app, '/nothing')).status).toBe(404)
})

test('creates a checkout as requested, once per idempotency key', async () => {
  const headers = { 'idempotency-key': 'a' }
  const first = await call(app, '/checkout/sessions', { method: 'POST', form: CHECKOUT, headers })
  expect(first.body).toMatchObject({
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    client_reference_id: 'user-1',
    customer: null,
    customer_email: 'sandy@example.com',
    amount_total: 2000,
    metadata: { user_id: 'user-1' },
    ui_mode: 'hosted_page',
  })
  expect(first.body.url).toBe(`http://localhost/stripe/pay/${first.body.id}`)
  expect(Object.keys(first.body).filter((name) => name.startsWith('_'))).toEqual([])
  const repeated = await call(app, '/checkout/sessions', { method: 'POST', form: CHECKOUT, headers })
  expect([repeated.body.id, repeated.headers.get('idempotent-replayed')]).toEqual([first.body.id, 'true'])
  const other = await call(app, '/checkout/sessions', { method: 'POST', form: { ...CHECKOUT, client_reference_id: 'user-2' }, headers })
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error'])
  expect((await post(app, '/checkout/sessions', CHECKOUT)).body.id).not.toBe(first.body.id)
  expect((await call(app, '/checkout/sessions')).body.data).toHaveLength(2)
  const expired = await post(app, `/checkout/sessions/${first.body.id}/expire`)
  expect([expired.body.status, expired.body.url]).toEqual(['expired', null])
  expect((await post(app, `/checkout/sessions/${first.body.id}/expire`)).status).toBe(400)
  expect((await press(app, `/stripe/pay/${first.body.id}`, { means: 'card' })).status).toBe(410)
})

test('reads, reprices, cancels and resumes a subscription', async () => {
  const { subscription, customer } = await subscribe(app)
  const read = await call(app, `/subscriptions/${subscription}?expand[]=latest_invoice&expand[]=customer`)
  expect(read.body).toMatchObject({
    status: 'active',
    cancel_at_period_end: false,
    customer: { id: customer, email: 'sandy@example.com' },
    metadata: { user_id: 'user-1' },
    latest_invoice: {
      status: 'paid',
      amount_paid: 2000,
      parent: { subscription_details: { subscription, metadata: { user_id: 'user-1' } } },
    },
  })
  expect(read.body).not.toHaveProperty('current_period_end')
  const item = read.body.items.data[0]
  expect(item?.current_period_end).toBeGreaterThan(Date.now() / 1000)
  const form = { currency: 'usd', unit_amount: '2500', product: 'prod_ninesixteen_pro', 'recurring[interval]': 'month' }
  const price = (await post(app, '/prices', form)).body.id
  const repriced = await post(app, `/subscriptions/${subscription}`, {
    'items[0][id]': item?.id ?? '',
    'items[0][price]': price,
    proration_behavior: 'none',
  })
  expect(repriced.body).toMatchObject({ items: { data: [{ price: { unit_amount: 2500 } }] } })
  const ending = await post(app, `/subscriptions/${subscription}`, { cancel_at_period_end: 'true' })
  expect(ending.body).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: item?.current_period_end })
  const resumed = await post(app, `/subscriptions/${subscription}`, { cancel_at_period_end: 'false' })
  expect(resumed.body).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
  const cancelled = await call(app, `/subscriptions/${subscription}`, { method: 'DELETE' })
  expect(cancelled.body).toMatchObject({ status: 'canceled', ended_at: expect.any(Number) })
  expect((await call(app, `/subscriptions/${subscription}`, { method: 'DELETE' })).status).toBe(400)
  expect((await call(app, `/subscriptions?customer=${customer}`)).body.data).toEqual([])
  expect((await call(app, `/subscriptions?customer=${customer}&status=all`)).body.data).toHaveLength(1)
})

test('deleting a customer deletes their address and ends their payments', async () => {
  const { subscription, customer } = await subscribe(app)
  expect((await call(app, `/customers/${customer}`, { method: 'DELETE' })).body).toEqual({
    id: customer,
    object: 'customer',
    deleted: true,
  })
  expect((await call(app, `/subscriptions/${subscription}`)).body.status).toBe('canceled')
  expect(JSON.stringify(await order(app, '/stripe', { method: 'GET' }))).not.toContain('sandy@example.com')
  expect(JSON.stringify(await order(app, '/stripe/events', { method: 'GET' }))).not.toContain('sandy@example.com')
  expect((await post(app, '/billing_portal/sessions', { customer, return_url: 'http://localhost:3000/' })).status).toBe(400)
})

test('refunds in part, and never more than the charge', async () => {
  const { customer } = await subscribe(app)
  const [charge] = (await call(app, `/charges?customer=${customer}`)).body.data
  const of = { charge: String(charge?.['id']), intent: String(charge?.['payment_intent']) }
  const part = await post(app, '/refunds', { charge: of.charge, amount: '500' })
  expect(part.body).toMatchObject({ object: 'refund', amount: 500, status: 'succeeded' })
  expect((await call(app, `/charges/${of.charge}`)).body).toMatchObject({ amount_refunded: 500, refunded: false })
  expect((await post(app, '/refunds', { charge: of.charge, amount: '1501' })).status).toBe(400)
  await post(app, '/refunds', { payment_intent: of.intent })
  expect((await call(app, `/charges/${of.charge}`)).body).toMatchObject({ amount_refunded: 2000, refunded: true })
  expect((await post(app, '/refunds', { charge: of.charge })).body).toMatchObject({ error: { code: 'charge_already_refunded' } })
})

test('returns faults in Stripe’s format', async () => {
  const next = [{ kind: '429', retryAfter: 2 }, { kind: '500' }, { kind: 'error', status: 409, code: 'lock_timeout' }, { kind: '401' }]
  await order(app, '/faults', { body: { provider: 'stripe', next } })
  const limited = await call(app, '/prices/price_pro_month')
  expect([limited.status, limited.headers.get('retry-after'), limited.body]).toMatchObject([429, '2', { error: { code: 'rate_limit' } }])
  expect(await call(app, '/prices/price_pro_month')).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } })
  expect(await call(app, '/prices/price_pro_month')).toMatchObject({ status: 409, body: { error: { code: 'lock_timeout' } } })
  expect((await call(app, '/prices/price_pro_month')).status).toBe(401)
  const { requests } = await order<{ requests: { authorization: string }[] }>(app, '/requests?provider=stripe', { method: 'GET' })
  expect(requests[0]?.authorization).toBe('Bearer ...dbox')
})
