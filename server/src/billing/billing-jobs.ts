import { doing, type Work } from '../jobs/job.ts'
import type { Billing } from './billing.ts'
import { closeCheckout, endSubscription, deleteStripeCustomer, readDispute, readSubscription } from './stripe-requests.ts'
import { closeCheckoutJob, endSubscriptionJob, deleteCustomerJob, readDisputeJob, readSubscriptionJob, billingCronJob } from './jobs.ts'
import { runBillingCron } from './billing-cron.ts'

export function billingJobs(services: () => Billing): Work[] {
  return [
    doing(readSubscriptionJob, ({ subscriptionId }) => readSubscription(services(), subscriptionId)),
    doing(endSubscriptionJob, ({ subscriptionId }) => endSubscription(services(), subscriptionId)),
    doing(readDisputeJob, ({ chargeId }) => readDispute(services(), chargeId)),
    doing(closeCheckoutJob, ({ sessionId }) => closeCheckout(services(), sessionId)),
    doing(deleteCustomerJob, ({ customerId }) => deleteStripeCustomer(services(), customerId)),
    doing(billingCronJob, () => runBillingCron(services())),
  ]
}
