import { workFor, type Work } from '../jobs/job.ts'
import type { Billing } from './billing.ts'
import { closeCheckout, endSubscription, deleteStripeCustomer, readDispute, readSubscription } from './stripe-requests.ts'
import { closeCheckoutJob, endSubscriptionJob, deleteCustomerJob, readDisputeJob, readSubscriptionJob, billingCronJob } from './jobs.ts'
import { runBillingCron } from './billing-cron.ts'

export function billingJobs(services: () => Billing): Work[] {
  return [
    workFor(readSubscriptionJob, ({ subscriptionId }) => readSubscription(services(), subscriptionId)),
    workFor(endSubscriptionJob, ({ subscriptionId }) => endSubscription(services(), subscriptionId)),
    workFor(readDisputeJob, ({ chargeId }) => readDispute(services(), chargeId)),
    workFor(closeCheckoutJob, ({ sessionId }) => closeCheckout(services(), sessionId)),
    workFor(deleteCustomerJob, ({ customerId }) => deleteStripeCustomer(services(), customerId)),
    workFor(billingCronJob, () => runBillingCron(services())),
  ]
}
