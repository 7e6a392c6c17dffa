import { billingState } from '../../billing/billing-state.ts'
import { openCheckout, openPortal } from '../../billing/payment-pages.ts'
import { open } from '../contract.ts'

/** For every user: those without a plan buy one here. */
export const billingRoutes = {
  state: open.billing.state.handler(async ({ context: { services, user } }) => {
    const { id: userId, proPlan: isPro } = await user()
    const { price: offered } = await services.offer()
    return services.db.asSystem((tx) => billingState(services, tx, { userId, isPro, publicPrice: offered }))
  }),
  checkout: open.billing.checkout.handler(async ({ context }) => {
    const { id, email } = await context.user()
    return { url: await openCheckout(context.services, { id, email, origin: context.returnOrigin() }) }
  }),
  portal: open.billing.portal.handler(async ({ context }) => {
    const { id, email } = await context.user()
    return { url: await openPortal(context.services, { id, email, origin: context.returnOrigin() }) }
  }),
}
