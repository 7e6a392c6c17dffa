import { eq, sql } from 'drizzle-orm'
import { USUAL_PRICE, type AnnouncedPrice, type Price } from '@ninesixteen/shared/api/account'
import type { Db, Tx } from '../db/db.ts'
import { isDatabaseDown } from '../db/database-error.ts'
import { billingPriceChanges, billingPrices } from '../db/schema-billing.ts'
import type { StripeClient } from '../providers/stripe/client.ts'
import type { StripePrice } from '../providers/stripe/objects.ts'

export type PriceChange = typeof billingPriceChanges.$inferSelect

/** More changes than a price sees in its life. */
const CHANGES_MAX = 100

/** The current price, after all changes since the one in the settings, and the announced next one. */
export async function currentPrice(tx: Tx, settled: string): Promise<{ id: string; next: PriceChange | null }> {
  let id = settled
  for (let remaining = CHANGES_MAX; remaining > 0; remaining -= 1) {
    const { change, hasCome } = await changeFrom(tx, id)
    if (!change || !hasCome) return { id, next: change }
    id = change.toPrice
  }
  throw new Error('Price changes form a cycle')
}

/** The change that replaces a price. */
export async function changeFrom(tx: Tx, price: string): Promise<{ change: PriceChange | null; hasCome: boolean }> {
  const [row] = await tx
    .select({ change: billingPriceChanges, hasCome: sql<boolean>`${billingPriceChanges.startsAt} <= now()` })
    .from(billingPriceChanges)
    .where(eq(billingPriceChanges.fromPrice, price))
  return { change: row?.change ?? null, hasCome: row?.hasCome === true }
}

export async function storedPrice(tx: Tx, id: string): Promise<Price | null> {
  const [row] = await tx
    .select({ amount: billingPrices.amount, currency: billingPrices.currency })
    .from(billingPrices)
    .where(eq(billingPrices.id, id))
  return row ?? null
}

/** Fetches a price from the provider and stores it. */
export async function fetchPrice({ db, stripe }: { db: Db; stripe: StripeClient }, id: string): Promise<StripePrice> {
  const read = await stripe.readPrice(id)
  await db.asSystem((tx) => storePrice(tx, read))
  return read
}

export async function storePrice(tx: Tx, { id, amount, currency }: Pick<StripePrice, 'id' | 'amount' | 'currency'>): Promise<void> {
  const row = { amount, currency, readAt: sql`now()` }
  await tx
    .insert(billingPrices)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: billingPrices.id, set: row })
}

/** Lifetime of the cached offer, in milliseconds. */
const SAME_MS = 30_000

/** The plan's price for new subscribers, and an announced one. */
export interface Offer {
  price: Price
  announced: AnnouncedPrice | null
}

/** Cached because every page needs it; never waits for the provider. */
export function createOffer({ db, settled }: { db: Db; settled: string | null }): () => Promise<Offer> {
  let cached: Offer = { price: USUAL_PRICE, announced: null }
  let until = Number.NEGATIVE_INFINITY
  return async () => {
    if (settled === null || performance.now() < until) return cached
    try {
      cached = await db.asSystem(async (tx) => {
        const { id, next } = await currentPrice(tx, settled)
        const announced = next && { amount: next.amount, currency: next.currency, from: next.startsAt.toISOString() }
        return { price: (await storedPrice(tx, id)) ?? USUAL_PRICE, announced }
      })
      until = performance.now() + SAME_MS
    } catch (error) {
      // Pages open without a database, too.
      if (!isDatabaseDown(error)) throw error
    }
    return cached
  }
}

const SYMBOL = new Map<string, Intl.NumberFormat>()

/** `$20.00`: the amount in its own currency. */
export function priceText({ amount, currency }: Price): string {
  const code = currency.toUpperCase()
  const format = SYMBOL.get(code) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency: code })
  SYMBOL.set(code, format)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
