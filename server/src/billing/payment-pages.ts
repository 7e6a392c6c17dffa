import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { forbidInDemo } from '../auth/visitor-accounts.ts'
import type { Tx } from '../db/db.ts'
import { billingCheckouts, billingCustomers } from '../db/schema-billing.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { CheckoutRequest, CheckoutPage, StripeClient } from '../providers/stripe/client.ts'
import type { Billing } from './billing.ts'
import { planOf } from './user-plan.ts'
import { currentPrice } from './price.ts'
import { ACTIVE_STATUSES } from './subscription-state.ts'

export interface Payer {
  id: string
  email: string
  /** The browser's origin, for the return URL. */
  origin: string
}

/** A page that expires sooner isn't reused. */
const REMAINING_MIN = sql`interval '10 minutes'`

/** The checkout page of a user: the same for several clicks, so that no user pays twice. */
export async function openCheckout(billing: Billing, payer: Payer): Promise<string> {
  const { db, stripe, config } = billing
  if (!stripe || !config.billing) throw new AppError('BILLING_OFF')
  await forbidInDemo(db, payer.id)
  const settled = config.billing.price
  const checkout = await db.asSystem((tx) => nextCheckout(tx, payer.id, settled))
  if (checkout.url !== null) return checkout.url
  const page = await withUserErrors(openPage(billing, stripe, { payer, checkout }))
  await db.asSystem((tx) =>
    tx
      .update(billingCheckouts)
      .set({ sessionId: page.id, url: page.url, expiresAt: page.expiresAt, updatedAt: sql`now()` })
      .where(and(eq(billingCheckouts.userId, payer.id), isNull(billingCheckouts.sessionId))),
  )
  return page.url
}

interface NextCheckout {
  number: number
  price: string
  customerId: string | null
  /** URL of a page that is still valid. */
  url: string | null
}

async function nextCheckout(tx: Tx, userId: string, settled: string): Promise<NextCheckout> {
  const { best, isGranted } = await planOf(tx, userId)
  if (isGranted) throw new AppError('BILLING_GRANTED')
  if (best?.row.status && ACTIVE_STATUSES.includes(best.row.status) && best.state.state !== 'none') throw new AppError('BILLING_SUBSCRIBED')
  const { id: price } = await currentPrice(tx, settled)
  await tx.insert(billingCheckouts).values({ userId, priceId: price }).onConflictDoNothing()
  const isGood = sql<boolean>`coalesce(${billingCheckouts.expiresAt} > now() + ${REMAINING_MIN}, false)`
  const [row] = await tx
    .select({ page: billingCheckouts, isGood })
    .from(billingCheckouts)
    .where(eq(billingCheckouts.userId, userId))
    .for('update')
  if (!row) throw new Error('Checkout page not stored')
  const { page } = row
  const customerId = await customerOf(tx, userId)
  if (row.isGood && page.url !== null && page.priceId === price) return { number: page.number, price, customerId, url: page.url }
  // A page that was never stored is requested again under its number.
  const isUsed = page.sessionId !== null || page.priceId !== price
  const number = isUsed ? page.number + 1 : page.number
  await tx
    .update(billingCheckouts)
    .set({ number, priceId: price, sessionId: null, url: null, expiresAt: null })
    .where(eq(billingCheckouts.userId, userId))
  return { number, price, customerId, url: null }
}

/** The customer of the latest payment. */
async function customerOf(tx: Tx, userId: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(billingCustomers.createdAt), billingCustomers.id)
    .limit(1)
  return row?.id ?? null
}

async function openPage(
  { db }: Billing,
  stripe: StripeClient,
  { payer: { id: userId, email, origin }, checkout }: { payer: Payer; checkout: NextCheckout },
): Promise<CheckoutPage> {
  const { price, customerId } = checkout
  const backUrl = `${origin}/pricing`
  // The provider replaces the braces with the page's id.
  const order = { price, userId, email, customerId, paidUrl: `${backUrl}?paid={CHECKOUT_SESSION_ID}`, backUrl }
  const open = (number: number, of: Omit<CheckoutRequest, 'key'>) => stripe.openCheckout({ ...of, key: `checkout-${userId}-${number}` })
  try {
    return await open(checkout.number, order)
  } catch (error) {
    const code = error instanceof PlatformError ? error.code : null
    const isOtherOrder = code === 'idempotency_error' || code === 'idempotency_key_in_use'
    // The operator may have deleted a customer at the provider.
    if (!isOtherOrder && !(code === 'resource_missing' && customerId !== null)) throw error
    const number = checkout.number + 1
    await db.asSystem((tx) => tx.update(billingCheckouts).set({ number }).where(eq(billingCheckouts.userId, userId)))
    return open(number, isOtherOrder ? order : { ...order, customerId: null })
  }
}

/** The page on which a user changes their card, reads invoices, and cancels. */
export async function openPortal({ db, stripe }: Billing, { id: userId, origin }: Payer): Promise<string> {
  if (!stripe) throw new AppError('BILLING_OFF')
  const customerId = await db.asSystem(async (tx) => (await planOf(tx, userId)).best?.row.customerId ?? customerOf(tx, userId))
  if (customerId === null) throw new AppError('BILLING_NONE')
  return withUserErrors(stripe.openPortal({ customerId, backUrl: `${origin}/pricing` }))
}

/** Turns the provider's errors into messages for the user. */
async function withUserErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const isUnavailable = error.fault === 'down' || error.fault === 'wait'
    throw new AppError(isUnavailable ? 'BILLING_DOWN' : 'BILLING_REFUSED', {}, { cause: error })
  }
}
