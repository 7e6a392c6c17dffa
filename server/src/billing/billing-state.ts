import type { Price } from '@ninesixteen/shared/api/account'
import type { BillingState, SubscriptionState } from '@ninesixteen/shared/api/billing'
import type { Tx } from '../db/db.ts'
import type { Billing } from './billing.ts'
import { countHeld } from './held-posts.ts'
import { planOf, type Standing } from './user-plan.ts'
import { changeFrom, soldPrice } from './price.ts'
import { givesPlan } from './subscription-standing.ts'

const NONE = { state: 'none' } as const

export interface BillingViewer {
  userId: string
  /** Whether the user has the plan, for any reason. */
  isPro: boolean
  /** The price for a new subscription. */
  offered: Price
}

/** The subscription state that the page shows. */
export async function billingState(
  { config }: Pick<Billing, 'config'>,
  tx: Tx,
  { userId, isPro, offered }: BillingViewer,
): Promise<BillingState> {
  const { best, isGranted } = await planOf(tx, userId)
  const subscription = best?.state ?? NONE
  const paid = best !== null && givesPlan(subscription) ? best : null
  const price = paid ? priceOf(paid, offered) : offered
  return {
    subscription,
    isGranted,
    canManage: config.billing !== null && best !== null,
    heldPosts: config.billing === null || isGranted ? 0 : await heldPosts(tx, { userId, isPro, subscription }),
    price,
    announcedPrice: config.billing === null ? null : await announced(tx, { settled: config.billing.price, paid }),
  }
}

function priceOf({ row: { amount, currency } }: Standing, otherwise: Price): Price {
  return amount === null || currency === null ? otherwise : { amount, currency }
}

/** Posts on hold, or scheduled after the plan's known end. */
async function heldPosts(
  tx: Tx,
  { userId, isPro, subscription }: Pick<BillingViewer, 'userId' | 'isPro'> & { subscription: SubscriptionState },
): Promise<number> {
  if ('endsAt' in subscription) return countHeld(tx, userId, new Date(subscription.endsAt))
  return isPro ? 0 : countHeld(tx, userId, null)
}

/** Announced change of the subscriber's own price, or otherwise of the public price. */
async function announced(tx: Tx, { settled, paid }: { settled: string; paid: Standing | null }): Promise<BillingState['announcedPrice']> {
  const own = paid?.row.priceId ?? null
  const change = own === null ? (await soldPrice(tx, settled)).next : (await changeFrom(tx, own)).change
  return change && { amount: change.amount, currency: change.currency, from: change.startsAt.toISOString() }
}
