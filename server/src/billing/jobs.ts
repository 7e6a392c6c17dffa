import { z } from 'zod'
import { defineCron, defineJob } from '../jobs/job.ts'

/** Retries an unreachable provider for about a day. */
const RETRY_FOR_A_DAY = { retries: 30, retryAfter: 5, retryAfterAtMost: 60 * 60, seconds: 120 } as const
const ofSubscription = z.object({ subscriptionId: z.string().min(1).max(255) })

/** Reads the subscription from the provider: events arrive in any order, the provider has the current state. */
export const readSubscriptionJob = defineJob({ name: 'read-subscription', data: ofSubscription, isOneOfKey: true, ...RETRY_FOR_A_DAY })

/** Cancels a subscription that no account uses. */
export const endSubscriptionJob = defineJob({ name: 'end-subscription', data: ofSubscription, ...RETRY_FOR_A_DAY })

/** Finds the charge of a dispute. */
export const readDisputeJob = defineJob({
  name: 'read-dispute',
  data: z.object({ chargeId: z.string().min(1).max(255) }),
  ...RETRY_FOR_A_DAY,
})

/** Closes the checkout page of a deleted account. */
export const closeCheckoutJob = defineJob({
  name: 'close-checkout',
  data: z.object({ sessionId: z.string().min(1).max(255) }),
  ...RETRY_FOR_A_DAY,
})

/** Deletes the customer of a deleted account at the provider. */
export const deleteCustomerJob = defineJob({
  name: 'forget-customer',
  data: z.object({ customerId: z.string().min(1).max(255) }),
  ...RETRY_FOR_A_DAY,
})

/** Ends grace periods, sends reminders, applies prices and catches up on lost events. */
export const billingCronJob = defineCron('tend-plans', '*/10 * * * *', { seconds: 540 })
