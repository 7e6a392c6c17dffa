import type { Price } from '@ninesixteen/shared/api/account'
import type { BillingState, SubscriptionState } from '@ninesixteen/shared/api/billing'
import type { Tx } from '../db/db.ts'
import type { Billing } from './billing.ts'
import { countPostsOnHold } from './held-posts.ts'
import { planOf, type CurrentSubscription } from './user-plan.ts'
import { changeFrom, currentPrice } from './price.ts'
import { givesPlan } from './subscription-state.ts'

const NONE = { state: 'none' } as const

export interface BillingViewer {
  userId: string
  /** Whether the user has the plan, for any reason. */
  isPro: boolean
  /** The price for a new subscription. */
  publicPrice: Price
}

/** The subscription state that the page shows. */
export async function billingState(
  { config }: Pick<Billing, 'config'>,
  tx: Tx,
  { userId, isPro, publicPrice }: BillingViewer,
): Promise<BillingState> {
  const { best, isGranted } = await planOf(tx, userId)
  const subscription = best?.state ?? NONE
  const paid = best !== null && givesPlan(subscription) ? best : null
  const price = paid ? priceOf(paid, publicPrice) : publicPrice
  return {
    subscription,
    isGranted,
    canManage: config.billing !== null && best !== null,
    heldPosts: config.billing === null || isGranted ? 0 : await heldPosts(tx, { userId, isPro, subscription }),
    price,
    announcedPrice: config.billing === null ? null : await announced(tx, { settled: config.billing.price, paid }),
  }
}

function priceOf({ row: { amount, currency } }: CurrentSubscription, otherwise: Price): Price {
  return amount === null || currency === null ? otherwise : { amount, currency }
}

/** Posts on hold, or scheduled after the plan's known end. */
async function heldPosts(
  tx: Tx,
  { userId, isPro, subscription }: Pick<BillingViewer, 'userId' | 'isPro'> & { subscription: SubscriptionState },
): Promise<number> {
  if ('endsAt' in subscription) return countPostsOnHold(tx, userId, new Date(subscription.endsAt))
  return isPro ? 0 : countPostsOnHold(tx, userId, null)
}

/** Announced change of the subscriber's own price, or otherwise of the public price. */
async function announced(
  tx: Tx,
  { settled, paid }: { settled: string; paid: CurrentSubscription | null },
): Promise<BillingState['announcedPrice']> {
  const own = paid?.row.priceId ?? null
  const change = own === null ? (await currentPrice(tx, settled)).next : (await changeFrom(tx, own)).change
  return change && { amount: change.amount, currency: change.currency, from: change.startsAt.toISOString() }
}
