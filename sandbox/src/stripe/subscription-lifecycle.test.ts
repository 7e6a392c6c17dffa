import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'
import { order } from '../testing/posting.ts'
import { periodEnd } from './stripe-state.ts'
import { call, CHECKOUT, triggerScenario, later, post, press, receiver, subscribe, type Received } from './testing/calling.ts'
import { signatureOf } from './webhooks.ts'

let app: ReturnType<typeof createSandbox>
beforeEach(() => {
  app = createSandbox({ seed: '', fast: true })
})

const typesOf = (received: readonly Received[]) => received.map(({ type }) => type)
const settings = (body: object) => order(app, '/stripe', { method: 'PATCH', body })
const statusOf = async (subscription: string) => (await call(app, `/subscriptions/${subscription}`)).body.status

test('signs events as documented', () => {
  const body = '{"id":"evt_1SandboxAbc","object":"event","type":"checkout.session.completed"}'
  expect(signatureOf(body, 'right', 1_735_689_600)).toBe('t=1735689600,v1=b6accfd278311608d2d518e22ee07840a2452c4346c617c3a8f31a0d78548d84')
})

test('redirects the customer once the server has accepted every signed event', async () => {
  const received = await receiver(app)
  const { body } = await post(app, '/checkout/sessions', CHECKOUT)
  const checkoutPage = await app.request(`/stripe/pay/${body.id}`)
  const page = await checkoutPage.text()
  for (const words of ['No money moves', '$20.00', 'sandy@example.com', '4242', 'Card declined', 'Pay later (bank debit)'])
    expect([words, page.includes(words)]).toEqual([words, true])
  expect(checkoutPage.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:3000;")
  expect(page).not.toContain('<script')
  const paid = await press(app, `/stripe/pay/${body.id}`, { means: 'card' })
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://localhost:3000/pricing?paid=${body.id}`])
  expect(typesOf(received)).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'checkout.session.completed',
  ])
  expect(received.every(({ isRight }) => isRight)).toBe(true)
  const completed = received.at(-1)
  expect(completed?.object).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id: 'user-1' })
  expect(received.find(({ type }) => type === 'customer.subscription.updated')).toMatchObject({
    object: { status: 'active', metadata: { user_id: 'user-1' } },
    previous: { status: 'incomplete' },
  })
  // However often the button is pressed: one subscription.
  await press(app, `/stripe/pay/${body.id}`, { means: 'card' })
  expect((await call(app, '/subscriptions')).body.data).toHaveLength(1)
})

test('a declined card leaves the checkout open', async () => {
  const received = await receiver(app)
  const { body } = await post(app, '/checkout/sessions', CHECKOUT)
  const declined = await press(app, `/stripe/pay/${body.id}`, { means: 'declined' })
  expect([declined.status, (await declined.text()).includes('Your card was declined')]).toEqual([402, true])
  await expect.poll(() => typesOf(received)).toEqual(['charge.failed', 'payment_intent.payment_failed'])
  expect((await call(app, `/checkout/sessions/${body.id}`)).body.status).toBe('open')
  expect((await press(app, `/stripe/pay/${body.id}`, { means: 'card' })).status).toBe(303)
})

describe('a bank debit', () => {
  test('is pending and succeeds after days', async () => {
    const received = await receiver(app)
    const { subscription, session } = await subscribe(app, 'debit')
    expect(received.at(-1)).toMatchObject({ type: 'checkout.session.completed', object: { payment_status: 'unpaid' } })
    expect(await statusOf(subscription)).toBe('incomplete')
    await later(app, 4)
    await expect.poll(() => received.at(-1)?.type).toBe('checkout.session.async_payment_succeeded')
    expect(typesOf(received)).toContain('invoice.paid')
    expect(await statusOf(subscription)).toBe('active')
    expect((await call(app, `/checkout/sessions/${session}`)).body.payment_status).toBe('paid')
  })

  test('can fail', async () => {
    const received = await receiver(app)
    const { subscription } = await subscribe(app, 'debit')
    await triggerScenario(app, subscription, 'debit-fails')
    expect(received.at(-1)?.type).toBe('checkout.session.async_payment_failed')
    expect(await statusOf(subscription)).toBe('incomplete_expired')
    await later(app, 40)
    expect(await statusOf(subscription)).toBe('incomplete_expired')
  })

  test('is pending while the service starts at once', async () => {
    await settings({ debitStatus: 'active' })
    const { subscription } = await subscribe(app, 'debit')
    expect(await statusOf(subscription)).toBe('active')
    await triggerScenario(app, subscription, 'debit-fails')
    expect(await statusOf(subscription)).toBe('canceled')
  })
})

describe('over time', () => {
  test('a subscription renews and charges', async () => {
    const received = await receiver(app)
    const { subscription, customer } = await subscribe(app)
    await later(app, 95)
    await expect.poll(() => typesOf(received).filter((type) => type === 'invoice.paid')).toHaveLength(4)
    const invoices = (await call(app, `/invoices?subscription=${subscription}`)).body.data
    expect(invoices.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
      ...Array.from({ length: 3 }, () => ['paid', 'subscription_cycle']),
      ['paid', 'subscription_create'],
    ])
    expect((await call(app, `/charges?customer=${customer}`)).body.data).toHaveLength(4)
  })

  test('a declined card is retried until it is changed', async () => {
    const received = await receiver(app)
    const { subscription } = await subscribe(app)
    await triggerScenario(app, subscription, 'fail-next')
    await later(app, 32)
    expect(await statusOf(subscription)).toBe('past_due')
    await expect.poll(() => typesOf(received)).toContain('invoice.payment_failed')
    await triggerScenario(app, subscription, 'change-card')
    await later(app, 5)
    expect(await statusOf(subscription)).toBe('active')
  })

  test.each([
    ['canceled', 'customer.subscription.deleted'],
    ['unpaid', 'customer.subscription.updated'],
  ])('an unpaid subscription becomes %s', async (afterLastTry, type) => {
    const received = await receiver(app)
    await settings({ afterLastTry })
    const { subscription } = await subscribe(app)
    await triggerScenario(app, subscription, 'fail-next')
    await later(app, 55)
    await expect.poll(() => received.at(-1)).toMatchObject({ type, object: { status: afterLastTry } })
    expect(typesOf(received).filter((one) => one === 'invoice.payment_failed')).toHaveLength(4)
  })

  test('a cancelled subscription ends with its paid period', async () => {
    const received = await receiver(app)
    const { subscription } = await subscribe(app)
    await triggerScenario(app, subscription, 'cancel-at-end')
    expect(received.at(-1)).toMatchObject({
      type: 'customer.subscription.updated',
      object: { status: 'active', cancel_at_period_end: true },
    })
    await later(app, 32)
    await expect.poll(() => received.at(-1)).toMatchObject({ type: 'customer.subscription.deleted', object: { status: 'canceled' } })
    expect((await call(app, `/invoices?subscription=${subscription}`)).body.data).toHaveLength(1)
  })

  test('an abandoned checkout expires after a day', async () => {
    const received = await receiver(app)
    const { body } = await post(app, '/checkout/sessions', CHECKOUT)
    await later(app, 1)
    await expect.poll(() => typesOf(received)).toEqual(['checkout.session.expired'])
    expect((await app.request(`/stripe/pay/${body.id}`)).status).toBe(410)
  })

  test('the 31st becomes the last day of a shorter month', () => {
    const month = { interval: 'month', interval_count: 1, usage_type: 'licensed' } as const
    const at = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000
    expect(periodEnd(at('2027-01-31'), month)).toBe(at('2027-02-28'))
    expect(periodEnd(at('2026-12-15'), month)).toBe(at('2027-01-15'))
    expect(periodEnd(at('2028-02-29'), { ...month, interval: 'year' })).toBe(at('2029-02-28'))
  })
})

test('refunds money, and handles a chargeback by the bank', async () => {
  const received = await receiver(app)
  const { subscription } = await subscribe(app)
  received.length = 0
  await triggerScenario(app, subscription, 'refund')
  expect(typesOf(received)).toEqual(['refund.created', 'charge.refunded'])
  expect(received.at(-1)?.object).toMatchObject({ refunded: true, amount_refunded: 2000 })
  await triggerScenario(app, subscription, 'dispute')
  await triggerScenario(app, subscription, 'dispute-lost')
  expect(typesOf(received).slice(2)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn', 'charge.dispute.closed'])
})

describe('events', () => {
  test('can arrive twice, out of order, late, or with a wrong or old signature', async () => {
    const received = await receiver(app)
    await settings({ webhookTimes: 2, webhookOrder: 'shuffled', webhookDelayMs: 5 })
    await subscribe(app)
    await expect.poll(() => received.length).toBe(22)
    expect(new Set(received.map(({ id }) => id)).size).toBe(11)
    expect(typesOf(received).at(-1)).not.toBe('checkout.session.completed')
    received.length = 0
    for (const signature of ['wrong', 'old', 'rolled'])
      await order(app, '/stripe/resend', { body: { events: ['invoice.paid'], signature } })
    expect(received.filter((_, at) => at % 2 === 0).map(({ isRight }) => isRight)).toEqual([false, false, true])
    expect(received.at(-1)?.header.match(/v1=/g)).toHaveLength(2)
  })

  test('are retried until they are accepted', async () => {
    let refusals = 2
    await settings({ webhookRetryMs: 1 })
    const received = await receiver(app, (type) => (type === 'invoice.paid' && refusals-- > 0 ? 500 : 200))
    await subscribe(app)
    await expect.poll(() => typesOf(received).filter((type) => type === 'invoice.paid')).toHaveLength(3)
  })

  test('are resent in the requested order', async () => {
    const received = await receiver(app)
    await subscribe(app)
    received.length = 0
    await order(app, '/stripe/resend', { body: { events: ['checkout.session.completed', 'customer.subscription.created'], times: 2 } })
    const two = ['checkout.session.completed', 'customer.subscription.created']
    expect(typesOf(received)).toEqual([...two, ...two])
  })
})

describe('the customer portal', () => {
  async function portal() {
    const { customer, subscription } = await subscribe(app)
    const { body } = await post(app, '/billing_portal/sessions', { customer, return_url: 'http://localhost:3000/settings' })
    const path = new URL(body.url).pathname
    return { path, subscription, customer, page: async () => (await app.request(path)).text() }
  }

  test('cancels, resumes, changes the card and lists invoices', async () => {
    const { path, subscription, page } = await portal()
    expect(await page()).toMatch(/Ninesixteen Pro[\s\S]*\$20\.00[\s\S]*Cancel at period end[\s\S]*•••• 4242[\s\S]*SANDBOX-0001/)
    expect((await press(app, path, { subscription, happen: 'cancel-at-end' })).status).toBe(303)
    expect(await page()).toMatch(/Ends on [A-Z][a-z]+ \d+, \d{4}[\s\S]*Resume/)
    await press(app, path, { subscription, happen: 'resume' })
    await press(app, path, { subscription, happen: 'fail-next' })
    expect(await page()).toMatch(/•••• 0341[\s\S]*Change card/)
    await press(app, path, { subscription, happen: 'renew' })
    expect(await page()).toMatch(/Payment failed[\s\S]*Pay the open invoice/)
    await press(app, path, { subscription, happen: 'change-card' })
    await press(app, path, { subscription, happen: 'retry' })
    expect(await statusOf(subscription)).toBe('active')
    await press(app, path, { subscription, happen: 'cancel' })
    expect(await page()).toContain('No subscription is running')
  })

  test('shows one customer only, for at most an hour', async () => {
    const { path } = await portal()
    const other = await subscribe(app)
    await press(app, path, { subscription: other.subscription, happen: 'cancel' })
    expect(await statusOf(other.subscription)).toBe('active')
    await order(app, '/clock', { body: { advance: 3601 } })
    expect((await app.request(path)).status).toBe(410)
  })
})

test('a payment link drops a malformed reference', async () => {
  for (const [reference, expected] of [
    ['user-1', 'user-1'],
    ['sandy@example.com', null],
  ] as const) {
    const reply = await app.request(`/stripe/b/pro?client_reference_id=${encodeURIComponent(reference)}&prefilled_email=a@example.com`)
    const id = reply.headers.get('location')?.split('/').at(-1)
    expect((await call(app, `/checkout/sessions/${id}`)).body).toMatchObject({ client_reference_id: expected, payment_link: 'plink_pro' })
  }
})

test('the dashboard is for the local machine and accepts its own requests only', async () => {
  const { customer } = await subscribe(app)
  expect(await (await app.request('/stripe')).text()).toMatch(/sandy@example\.com[\s\S]*checkout\.session\.completed/)
  expect((await press(app, '/stripe', { customer })).status).toBe(403)
  const opened = await press(app, '/stripe', { customer, origin: 'http://localhost' })
  expect(opened.headers.get('location')).toMatch(/\/stripe\/portal\/bps_/)
  expect((await app.request('http://studio.example.com/stripe')).status).toBe(404)
})

test('payments survive a restart with a data file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-store-'))
  onTestFinished(async () => {
    await app.written()
    await rm(folder, { recursive: true })
  })
  const restart = async () => {
    await app.written()
    app = createSandbox({ seed: '', fast: true, booksFile: join(folder, 'below/stripe.json') })
  }
  await restart()
  const { subscription } = await subscribe(app)
  await restart()
  expect(await statusOf(subscription)).toBe('active')
  await triggerScenario(app, subscription, 'cancel')
  await restart()
  expect(await statusOf(subscription)).toBe('canceled')
})
