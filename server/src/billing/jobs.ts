import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'

/** A provider that is away is asked again for about a day. */
const PATIENT = { retries: 30, retryAfter: 5, retryAfterAtMost: 60 * 60, seconds: 120 } as const
const ofSubscription = z.object({ subscriptionId: z.string().min(1).max(255) })

/** Reads a subscription anew: events come in any order, and the newest truth is the provider's. */
export const readSubscriptionJob = defineJob({ name: 'read-subscription', data: ofSubscription, isOneOfKey: true, ...PATIENT })

/** Ends a subscription of which nobody has anything any more. */
export const endSubscriptionJob = defineJob({ name: 'end-subscription', data: ofSubscription, ...PATIENT })

/** Asks whose charge a dispute is about. */
export const readDisputeJob = defineJob({ name: 'read-dispute', data: z.object({ chargeId: z.string().min(1).max(255) }), ...PATIENT })

/** Closes the payment page of an account that was deleted. */
export const closeCheckoutJob = defineJob({ name: 'close-checkout', data: z.object({ sessionId: z.string().min(1).max(255) }), ...PATIENT })

/** Has the provider forget a payer whose account was deleted. */
export const deleteCustomerJob = defineJob({
  name: 'forget-customer',
  data: z.object({ customerId: z.string().min(1).max(255) }),
  ...PATIENT,
})

/** What comes with time: the end of a grace, a reminder, a price, events that never came. */
export const billingCronJob = defineJob({ name: 'tend-plans', data: z.looseObject({}), every: '*/10 * * * *', retries: 2, seconds: 540 })
