import type { Context, Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import { answersFrom, metadata, paging, parametersOf, whole, yesOrNo } from './api-call.ts'
import { amountOf, expire, SESSION_SECONDS } from './checkout.ts'
import { base, type StripeState } from './stripe-state.ts'
import { invalid } from './errors.ts'
import { newId, type CheckoutSession, type PortalSession } from './objects.ts'

const REFERENCE_MAX = 200
const address = z.url({ protocol: /^https?$/ }).max(5000)

const checkoutShape = {
  mode: z.literal('subscription'),
  line_items: z.array(z.strictObject({ price: z.string(), quantity: whole.pipe(z.number().min(1).max(1000)).default(1) })).length(1),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: z.string().max(REFERENCE_MAX).optional(),
  customer: z.string().optional(),
  customer_email: z.email().optional(),
  customer_update: z.record(z.string(), z.enum(['auto', 'never'])).optional(),
  metadata: metadata.optional(),
  subscription_data: z.strictObject({ metadata: metadata.optional(), description: z.string().max(500).optional() }).optional(),
  ui_mode: z.enum(['hosted_page', 'hosted']).optional(),
  locale: z.string().max(10).optional(),
  expires_at: whole.optional(),
  payment_method_types: z.array(z.enum(['card', 'us_bank_account'])).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  allow_promotion_codes: yesOrNo.optional(),
  automatic_tax: z.strictObject({ enabled: yesOrNo }).optional(),
  consent_collection: z.record(z.string(), z.string()).optional(),
  submit_type: z.enum(['auto', 'subscribe']).optional(),
}

interface Places {
  /** Where people's browsers see the sandbox. */
  site: (c: Context) => string
}

/** Checkout and portal sessions: one per payment or change. */
export function serveSessions(app: Hono<RecordedEnv>, state: StripeState, { site }: Places): void {
  const { store } = state
  const { answer, found, listed } = answersFrom(store)
  app.post('/checkout/sessions', async (c) => {
    const params = await parametersOf(c, checkoutShape)
    return answer(c, createSession(state, params, site(c)), params.expand)
  })
  app.get('/checkout/sessions', async (c) => {
    const shape = { ...paging, customer: z.string().optional(), subscription: z.string().optional(), status: z.string().optional() }
    const { customer, subscription, status, ...page } = await parametersOf(c, shape)
    const fits = (value: string | null, expected: string | undefined) => expected === undefined || value === expected
    const all = store
      .all('checkout.session')
      .filter((one) => fits(one.customer, customer) && fits(one.subscription, subscription) && fits(one.status, status))
    return listed(c, all, { ...page, url: '/v1/checkout/sessions' })
  })
  app.get('/checkout/sessions/:id', async (c) => {
    const { expand } = await parametersOf(c, {})
    return answer(c, found('checkout.session', c.req.param('id')), expand)
  })
  app.post('/checkout/sessions/:id/expire', async (c) => {
    const session = found('checkout.session', c.req.param('id'))
    if (session.status !== 'open') throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
    expire(state, session)
    return answer(c, session)
  })
  app.post('/billing_portal/sessions', async (c) => {
    const params = await parametersOf(c, {
      customer: z.string(),
      return_url: address.optional(),
      configuration: z.string().optional(),
      locale: z.string().max(10).optional(),
    })
    const customer = found('customer', params.customer, 'customer')
    if (customer.deleted) throw invalid('The customer was deleted.', 'customer', 'resource_missing')
    const id = newId('bps')
    const session = store.put<PortalSession>({
      ...base(state, id),
      object: 'billing_portal.session',
      customer: customer.id,
      return_url: params.return_url ?? null,
      url: `${site(c)}/stripe/portal/${id}`,
      configuration: params.configuration ?? 'bpc_sandbox',
    })
    return answer(c, session)
  })
}

type CheckoutParams = z.infer<z.ZodObject<typeof checkoutShape>>

function createSession(state: StripeState, params: CheckoutParams, site: string): CheckoutSession {
  const { found } = answersFrom(state.store)
  const { customer, customer_email, line_items, expires_at } = params
  if (customer !== undefined && customer_email !== undefined)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  if (params.client_reference_id !== undefined && !isReference(params.client_reference_id))
    throw invalid('Invalid client_reference_id: letters, digits, - and _ only', 'client_reference_id')
  if (customer !== undefined && found('customer', customer, 'customer').deleted)
    throw invalid(`No such customer: '${customer}'`, 'customer', 'resource_missing')
  const [item] = line_items
  const price = found('price', item?.price ?? '', 'line_items[0][price]')
  if (!price.active) throw invalid(`The price specified is inactive. This field only accepts active prices.`, 'line_items[0][price]')
  const now = state.clock.seconds()
  if (expires_at !== undefined && (expires_at < now + 1800 || expires_at > now + SESSION_SECONDS))
    throw invalid(
      'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from Checkout Session creation.',
      'expires_at',
    )
  return makeSession(state, {
    site,
    customer: customer ?? null,
    customer_email: customer_email ?? null,
    client_reference_id: params.client_reference_id ?? null,
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    metadata: params.metadata ?? {},
    expires_at: expires_at ?? now + SESSION_SECONDS,
    locale: params.locale ?? null,
    payment_link: null,
    sandboxOrder: { price: price.id, quantity: item?.quantity ?? 1, metadata: params.subscription_data?.metadata ?? {} },
  })
}

/** Letters, digits and two signs: anything else is refused by the API, and dropped without a word by a payment link. */
export function isReference(text: string): boolean {
  return /^[\w-]{1,200}$/.test(text)
}

type SessionInput = Pick<
  CheckoutSession,
  | 'customer'
  | 'customer_email'
  | 'client_reference_id'
  | 'success_url'
  | 'cancel_url'
  | 'metadata'
  | 'expires_at'
  | 'locale'
  | 'payment_link'
  | 'sandboxOrder'
> & { site: string }

export function makeSession(state: StripeState, { site, ...input }: SessionInput): CheckoutSession {
  const id = newId('cs_test')
  const amount = amountOf(state, input.sandboxOrder)
  return state.store.put<CheckoutSession>({
    ...base(state, id),
    ...input,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'open',
    payment_status: 'unpaid',
    customer_details: null,
    subscription: null,
    invoice: null,
    ui_mode: 'hosted_page',
    url: `${site}/stripe/pay/${id}`,
    amount_subtotal: amount,
    amount_total: amount,
    currency: 'usd',
    payment_method_types: ['card', 'us_bank_account'],
  })
}
