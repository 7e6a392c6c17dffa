import type { Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import { answersFrom, merged, metadata, paging, parametersOf, whole, yesOrNo } from './api-call.ts'
import { retry } from './billing-cycle.ts'
import { base, type StripeState } from './stripe-state.ts'
import { declined, invalid, missing } from './errors.ts'
import { refund } from './refunds.ts'
import { newId, type KindName, type Price, type Product } from './objects.ts'

/** Kinds that are looked up by their id and no more. */
const READ: readonly (readonly [path: string, kind: KindName])[] = [
  ['invoices', 'invoice'],
  ['charges', 'charge'],
  ['payment_intents', 'payment_intent'],
  ['payment_methods', 'payment_method'],
  ['refunds', 'refund'],
  ['disputes', 'dispute'],
  ['events', 'event'],
  ['prices', 'price'],
  ['products', 'product'],
]

const filters = {
  customer: z.string().optional(),
  subscription: z.string().optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  status: z.string().optional(),
  type: z.string().optional(),
  product: z.string().optional(),
  active: z.enum(['true', 'false']).optional(),
  lookup_keys: z.array(z.string()).optional(),
}

/** Prices, payments and what became of them. */
export function serveMoney(app: Hono<RecordedEnv>, state: StripeState): void {
  const { store } = state
  const { answer, found, listed } = answersFrom(store)
  for (const [path, kind] of READ) {
    app.get(`/${path}`, async (c) => {
      const { limit, starting_after, expand, lookup_keys: keys, ...wanted } = await parametersOf(c, { ...paging, ...filters })
      const all = store.all(kind).filter((one) => {
        const facts: Record<string, unknown> = { subscription: subscriptionOf(one), ...one }
        const isNamed = !keys || keys.includes(String(facts['lookup_key']))
        return isNamed && Object.entries(wanted).every(([name, value]) => value === undefined || String(facts[name]) === value)
      })
      return listed(c, all, { limit, starting_after, expand, url: `/v1/${path}` })
    })
    app.get(`/${path}/:id`, async (c) => {
      const { expand } = await parametersOf(c, {})
      return answer(c, found(kind, c.req.param('id') ?? ''), expand)
    })
  }
  app.post('/invoices/:id/pay', async (c) => {
    const invoice = found('invoice', c.req.param('id'))
    if (invoice.status !== 'open') throw invalid('Invoice is already paid', undefined, 'invoice_already_paid')
    const subscription = found('subscription', invoice.parent.subscription_details.subscription)
    retry(state, subscription)
    if (store.find('invoice', invoice.id)?.status !== 'paid') throw declined()
    return answer(c, invoice)
  })
  app.post('/refunds', async (c) => {
    const shape = { charge: z.string().optional(), payment_intent: z.string().optional(), amount: whole.optional() }
    const reason = z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional()
    const params = await parametersOf(c, { ...shape, reason, metadata: metadata.optional() })
    const intent = params.payment_intent === undefined ? undefined : found('payment_intent', params.payment_intent, 'payment_intent')
    const id = params.charge ?? intent?.latest_charge
    if (!id) throw invalid('One of the following params should be provided for this request: payment_intent or charge.')
    const charge = found('charge', id, 'charge')
    const left = charge.amount - charge.amount_refunded
    const amount = params.amount ?? left
    if (left === 0) throw invalid(`Charge ${id} has already been refunded.`, undefined, 'charge_already_refunded')
    if (amount < 1 || amount > left) throw invalid(`Refund amount is greater than unrefunded amount on charge`, 'amount')
    return answer(c, refund(state, charge, { amount, reason: params.reason ?? null }), params.expand)
  })
  serveCatalogue(app, state)
}

/** An invoice names its subscription in its parent. */
function subscriptionOf(one: object): string | undefined {
  return 'parent' in one
    ? (one as { parent: { subscription_details: { subscription: string } } }).parent.subscription_details.subscription
    : undefined
}

function serveCatalogue(app: Hono<RecordedEnv>, state: StripeState): void {
  const { store, webhooks } = state
  const { answer, found } = answersFrom(store)
  app.post('/prices', async (c) => {
    const recurring = z.strictObject({ interval: z.enum(['day', 'week', 'month', 'year']), interval_count: whole.default(1) })
    const params = await parametersOf(c, {
      currency: z.literal('usd'),
      unit_amount: whole.pipe(z.number().min(0)),
      product: z.string().optional(),
      product_data: z.strictObject({ name: z.string() }).optional(),
      recurring,
      lookup_key: z.string().max(200).optional(),
      nickname: z.string().optional(),
      active: yesOrNo.default(true),
      transfer_lookup_key: yesOrNo.optional(),
      metadata: metadata.optional(),
    })
    const product = params.product ?? makeProduct(state, params.product_data?.name).id
    found('product', product, 'product')
    const price = store.put<Price>({
      ...base(state, newId('price')),
      object: 'price',
      active: params.active,
      currency: params.currency,
      unit_amount: params.unit_amount,
      product,
      lookup_key: params.lookup_key ?? null,
      nickname: params.nickname ?? null,
      type: 'recurring',
      recurring: { ...params.recurring, usage_type: 'licensed' },
      metadata: merged({}, params.metadata),
    })
    webhooks.emit('price.created', price)
    return answer(c, price)
  })
  app.post('/prices/:id', async (c) => {
    const params = await parametersOf(c, { active: yesOrNo.optional(), nickname: z.string().optional(), metadata: metadata.optional() })
    const price = found('price', c.req.param('id'))
    const { active = price.active, nickname = price.nickname } = params
    webhooks.emit('price.updated', store.put(Object.assign(price, { active, nickname, metadata: merged(price.metadata, params.metadata) })))
    return answer(c, price)
  })
  app.post('/products', async (c) => {
    const { name } = await parametersOf(c, { name: z.string(), description: z.string().optional(), metadata: metadata.optional() })
    return answer(c, makeProduct(state, name))
  })
  app.get('/account', (c) =>
    c.json({ id: 'acct_sandbox', object: 'account', country: 'US', default_currency: 'usd', charges_enabled: true }),
  )
  app.all('*', (c) => {
    throw missing('URL', `${c.req.method}: ${c.req.path}`, '')
  })
}

function makeProduct(state: StripeState, name: string | undefined): Product {
  if (name === undefined) throw invalid('You must specify either `product` or `product_data` when creating a price.', 'product')
  return state.store.put<Product>({
    ...base(state, newId('prod')),
    object: 'product',
    name,
    description: null,
    active: true,
    default_price: null,
  })
}
