import { doing, type Work } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { closeCheckout, endSubscription, forgetCustomer, readDispute, readSubscription } from './stripe-requests.ts'
import { closeCheckoutJob, endSubscriptionJob, forgetCustomerJob, readDisputeJob, readSubscriptionJob, tendPlansJob } from './jobs.ts'
import { tendPlans } from './billing-cron.ts'

export function billingJobs(services: () => Services): Work[] {
  return [
    doing(readSubscriptionJob, ({ subscriptionId }) => readSubscription(services(), subscriptionId)),
    doing(endSubscriptionJob, ({ subscriptionId }) => endSubscription(services(), subscriptionId)),
    doing(readDisputeJob, ({ chargeId }) => readDispute(services(), chargeId)),
    doing(closeCheckoutJob, ({ sessionId }) => closeCheckout(services(), sessionId)),
    doing(forgetCustomerJob, ({ customerId }) => forgetCustomer(services(), customerId)),
    doing(tendPlansJob, () => tendPlans(services())),
  ]
}
