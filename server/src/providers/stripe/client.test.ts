import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { flood, startMisbehavingServer } from '../../testing/misbehaving-server.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { createFetch } from '../http.ts'
import { createStripe, type CheckoutRequest } from './client.ts'
import { sandboxStripe } from './settings.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

const ORDER: CheckoutRequest = {
  key: 'checkout-ann-1',
  price: 'price_pro_month',
  userId: 'ann',
  email: 'ann@example.org',
  customerId: null,
  paidUrl: 'http://localhost:3000/pricing?paid={CHECKOUT_SESSION_ID}',
  backUrl: 'http://localhost:3000/pricing',
}
const client = () => createStripe(sandboxStripe(sandbox.url))
const fail = (...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'stripe', next })

test('the same key is the same page, also when the first answer was an error of theirs', async () => {
  const stripe = client()
  await fail({ kind: '500' })
  const first = await stripe.openCheckout(ORDER)
  expect(first.expiresAt).toBeInstanceOf(Date)
  expect((await stripe.openCheckout(ORDER)).id).toBe(first.id)
  expect((await stripe.openCheckout({ ...ORDER, key: 'checkout-ann-2' })).id).not.toBe(first.id)
  await expect(stripe.openCheckout({ ...ORDER, email: 'other@example.org' })).rejects.toMatchObject({ code: 'idempotency_error' })
})

test('what is not known there is null, a wrong key is told apart from a provider that is down', async () => {
  const stripe = client()
  expect(await stripe.readSubscription('sub_none')).toBeNull()
  expect(await stripe.endSubscription('sub_none')).toBeNull()
  await expect(stripe.readPrice('price_none')).rejects.toMatchObject({ fault: 'refused', code: 'resource_missing' })
  const other = createStripe({ ...sandboxStripe(sandbox.url), secretKey: 'nonsense' })
  await expect(other.readPrice('price_pro_month')).rejects.toMatchObject({ fault: 'client', status: 401 })
  const nowhere = createStripe(sandboxStripe('http://127.0.0.1:9'))
  await expect(nowhere.readPrice('price_pro_month')).rejects.toMatchObject({ fault: 'down', status: 0 })
})

test('a price is made of the one that is sold, and is one of a month', async () => {
  const stripe = client()
  const like = await stripe.readPrice('price_pro_month')
  expect(like).toMatchObject({ amount: 2000, currency: 'usd', isMonthly: true })
  expect(await stripe.makePrice({ key: 'price-1', like, amount: 2500 })).toMatchObject({ amount: 2500, currency: 'usd', isMonthly: true })
})

test('an answer without an end is given up', async () => {
  const server = await startMisbehavingServer(async (outgoing, send) => {
    outgoing.writeHead(200, { 'content-type': 'application/json' })
    await flood(send, `{"padding":"${'x'.repeat(4096)}`)
  })
  const bounds = { answerMs: 2000, silenceMs: 1000, wholeMs: 3000, bytes: 64 * 1024 }
  const stripe = createStripe(sandboxStripe(server.url), createFetch(bounds))
  await expect(stripe.readPrice('price_pro_month')).rejects.toMatchObject({ fault: 'down' })
})
