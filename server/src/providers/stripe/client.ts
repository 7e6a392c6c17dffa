import type Library from 'stripe'
import { z } from 'zod'
import { databaseNow } from '../../database-clock.ts'
import { createFetch, type ResponseLimits, type Fetch } from '../http.ts'
import { HttpError } from '../http-error.ts'
import { machineCode, PlatformError, type PlatformFault } from '../platform-error.ts'
import {
  chargeObject,
  checkoutObject,
  eventObject,
  portalObject,
  priceObject,
  subscriptionObject,
  type StripeCharge,
  type StripeEvent,
  type StripePrice,
  type StripeSubscription,
} from './objects.ts'
import type { StripeSettings } from './settings.ts'

export interface CheckoutRequest {
  /** Idempotency key: the same key creates no second page. */
  key: string
  price: string
  userId: string
  email: string
  /** From an earlier payment. */
  customerId: string | null
  /** Where Stripe sends the payer afterwards. */
  paidUrl: string
  backUrl: string
}

export interface CheckoutPage {
  id: string
  url: string
  expiresAt: Date | null
}

/** Client of Stripe's API. Throws only PlatformError. Requests with an idempotency key may be retried. */
export interface StripeClient {
  /** Whether the API key is for live mode; null if it doesn't say. */
  isLive: boolean | null
  openCheckout(order: CheckoutRequest): Promise<CheckoutPage>
  /** Expires a checkout page. False if it was paid or has already expired. */
  closeCheckout(id: string): Promise<boolean>
  openPortal(request: { customerId: string; backUrl: string }): Promise<string>
  /** Null if Stripe doesn't know it. */
  readSubscription(id: string): Promise<StripeSubscription | null>
  /** Cancels it immediately; null if Stripe doesn't know it, or it has ended. */
  endSubscription(id: string): Promise<StripeSubscription | null>
  /** Also cancels its subscriptions. False if Stripe doesn't know it, or it is already deleted. */
  deleteCustomer(id: string): Promise<boolean>
  /** From the next period on. */
  changePrice(change: { key: string; subscriptionId: string; itemId: string; price: string }): Promise<StripeSubscription>
  readPrice(id: string): Promise<StripePrice>
  /** Another price of the same product and currency, a month. */
  makePrice(order: { key: string; like: StripePrice; amount: number }): Promise<StripePrice>
  readCharge(id: string): Promise<StripeCharge>
  /** Null unless it was signed with this endpoint's secret within the last five minutes and can be parsed and stored. */
  readEvent(body: Uint8Array, signature: string | null): Promise<StripeEvent | null>
}

const BOUNDS: ResponseLimits = { answerMs: 15_000, silenceMs: 5_000, wholeMs: 20_000, bytes: 1024 * 1024 }
/** Retries after a retryable error or a broken connection, with the first request's idempotency key. */
const RETRIES = 2
/** Maximum age of a signature, in seconds. */
const TOLERANCE = 300

/** Loaded by the first request. */
export function createStripe(settings: StripeSettings, send: Fetch = createFetch(BOUNDS)): StripeClient {
  let opening: Promise<Opened> | undefined
  const opened = () => (opening ??= open(settings, send))
  const endpoint = settings.webhookSecret

  async function request<T>(schema: z.ZodType<T>, call: (stripe: Library) => Promise<unknown>): Promise<T> {
    const { stripe, errors } = await opened()
    const answer = await call(stripe).catch((error: unknown) => {
      throw platformError(error, errors)
    })
    const read = schema.safeParse(answer)
    if (read.success) return read.data
    throw new PlatformError({ fault: 'down', status: 200, code: 'unreadable_answer' }, { cause: read.error })
  }
  const unlessMissing = <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error: unknown) => {
      if (error instanceof PlatformError && error.code === 'resource_missing') return null
      throw error
    })

  return {
    isLive: modeOf(settings.secretKey),
    async openCheckout({ key, price, userId, email, customerId, paidUrl, backUrl }) {
      const whose = { user_id: userId }
      const payer = customerId === null ? { customer_email: email } : { customer: customerId }
      const order: Library.Checkout.SessionCreateParams = {
        mode: 'subscription',
        line_items: [{ price, quantity: 1 }],
        success_url: paidUrl,
        cancel_url: backUrl,
        client_reference_id: userId,
        metadata: whose,
        subscription_data: { metadata: whose },
        ...payer,
      }
      const { id, url, expiresAt } = await request(checkoutObject, (stripe) =>
        stripe.checkout.sessions.create(order, { idempotencyKey: key }),
      )
      if (url === null) throw new PlatformError({ fault: 'down', status: 200, code: 'no_page' })
      return { id, url, expiresAt }
    },
    async closeCheckout(id) {
      try {
        await request(z.object({ id: z.string() }), (stripe) => stripe.checkout.sessions.expire(id))
        return true
      } catch (error) {
        // Only an open one can be expired.
        if (error instanceof PlatformError && error.fault === 'refused') return false
        throw error
      }
    },
    async openPortal({ customerId: customer, backUrl }) {
      const page = { customer, return_url: backUrl }
      return (await request(portalObject, (stripe) => stripe.billingPortal.sessions.create(page))).url
    },
    readSubscription: (id) => unlessMissing(request(subscriptionObject, (stripe) => stripe.subscriptions.retrieve(id))),
    endSubscription: (id) => unlessMissing(request(subscriptionObject, (stripe) => stripe.subscriptions.cancel(id))),
    async deleteCustomer(id) {
      return (await unlessMissing(request(z.object({ id: z.string() }), (stripe) => stripe.customers.del(id)))) !== null
    },
    changePrice({ key, subscriptionId, itemId, price }) {
      const change: Library.SubscriptionUpdateParams = { items: [{ id: itemId, price }], proration_behavior: 'none' }
      return request(subscriptionObject, (stripe) => stripe.subscriptions.update(subscriptionId, change, { idempotencyKey: key }))
    },
    readPrice: (id) => request(priceObject, (stripe) => stripe.prices.retrieve(id)),
    makePrice({ key, like, amount }) {
      const order = { product: like.product, currency: like.currency, unit_amount: amount, recurring: { interval: 'month' as const } }
      return request(priceObject, (stripe) => stripe.prices.create(order, { idempotencyKey: key }))
    },
    readCharge: (id) => request(chargeObject, (stripe) => stripe.charges.retrieve(id)),
    async readEvent(body, signature) {
      if (signature === null) return null
      const { stripe } = await opened()
      try {
        const event: unknown = stripe.webhooks.constructEvent(Buffer.from(body), signature, endpoint, TOLERANCE, undefined, databaseNow())
        if (hasNul(event)) return null
        return eventObject.safeParse(event).data ?? null
      } catch {
        return null
      }
    },
  }
}

/** By the form of the key: sk_live_..., rk_test_... */
function modeOf(secretKey: string): boolean | null {
  const [, mode] = /^[a-z]+_(?:[a-z]+_)?(live|test)_/.exec(secretKey) ?? []
  return mode === undefined ? null : mode === 'live'
}

/** PostgreSQL can't store NUL in text. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  return typeof value === 'object' && value !== null && Object.entries(value).some(([name, part]) => hasNul(name) || hasNul(part))
}

interface Opened {
  stripe: Library
  errors: typeof Library.errors
}

async function open({ secretKey, apiUrl }: StripeSettings, send: Fetch): Promise<Opened> {
  const { default: Stripe } = await import('stripe')
  const below = (input: string | URL | Request): string => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    return `${apiUrl}${pathname}${search}`
  }
  const httpClient = Stripe.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) => send(below(input), init))
  return {
    stripe: new Stripe(secretKey, { httpClient, maxNetworkRetries: RETRIES, telemetry: false, timeout: BOUNDS.wholeMs ?? BOUNDS.answerMs }),
    errors: Stripe.errors,
  }
}

/** Converts a library error without its message, which quotes ids and the end of the key. */
function platformError(error: unknown, errors: Opened['errors']): PlatformError {
  if (!(error instanceof errors.StripeError)) {
    const code = error instanceof HttpError ? error.fault : 'unreadable_answer'
    return new PlatformError({ fault: 'down', status: 0, code }, { cause: error })
  }
  const status = error.statusCode ?? 0
  const code = machineCode(error.code ?? error.rawType, 'no_code')
  return new PlatformError({ fault: faultOf(status), status, code, sent: status === 0 ? 'maybe' : 'answered' }, { cause: error })
}

function faultOf(status: number): PlatformFault {
  if (status === 401 || status === 403) return 'client'
  if (status === 429) return 'wait'
  return status === 0 || status >= 500 || status === 409 || status === 424 ? 'down' : 'refused'
}
