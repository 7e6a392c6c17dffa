import { oc } from '@orpc/contract'
import { z } from 'zod'
import { announcedPriceSchema, priceSchema } from './account.ts'

/** State of a user's subscription. Times are ISO. */
export const subscriptionStateSchema = z.discriminatedUnion('state', [
  /** There never was one, or the first payment of it is not through yet. */
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('active'), renewsAt: z.string().nullable() }),
  /** Cancelled, and paid until then. */
  z.object({ state: z.literal('ending'), endsAt: z.string() }),
  /** A payment failed; the plan ends then unless it is paid. */
  z.object({ state: z.literal('past-due'), since: z.string(), endsAt: z.string() }),
  /** `unpaid`: still active, and payable through "Manage Subscription". */
  z.object({ state: z.literal('ended'), why: z.enum(['cancelled', 'unpaid', 'refunded', 'disputed']) }),
])
export type SubscriptionState = z.infer<typeof subscriptionStateSchema>

export const billingStateSchema = z.object({
  subscription: subscriptionStateSchema,
  /** The operator gave the plan without payment. */
  isGranted: z.boolean(),
  /** True where there is something to manage at the provider of payments. */
  canManage: z.boolean(),
  /** Posts that wait for the plan; before it ends, those that will. */
  heldPosts: z.number().int(),
  /** The price the user pays, or would pay. */
  price: priceSchema,
  /** The announced price, and its start. */
  announcedPrice: announcedPriceSchema.nullable(),
})
export type BillingState = z.infer<typeof billingStateSchema>

/** A page of the provider of payments, to be opened: good once, and for a short while. */
const pageSchema = z.object({ url: z.url() })

export const billingContract = {
  state: oc.route({ method: 'GET', path: '/billing' }).output(billingStateSchema),
  /** Where the Pro plan is paid for. */
  checkout: oc.route({ method: 'POST', path: '/billing/checkout' }).output(pageSchema),
  /** Where a subscription is cancelled, its card changed, its invoices read. */
  portal: oc.route({ method: 'POST', path: '/billing/portal' }).output(pageSchema),
}
