import { expect, type Page } from '@playwright/test'

const control = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}/_control/stripe`

interface Subscription {
  id: string
  customer: string
}

/** The sandbox Stripe's subscription of this address. */
async function subscriptionOf(email: string): Promise<Subscription> {
  const known: { customers: { id: string; email: string | null }[]; subscriptions: Subscription[] } = await (await fetch(control)).json()
  const own = known.customers.filter((customer) => customer.email === email).map(({ id }) => id)
  const found = known.subscriptions.findLast(({ customer }) => own.includes(customer))
  if (!found) throw new Error(`${email} has no subscription`)
  return found
}

/** Triggers an event of a subscription that happens on no page: a bank debit that arrives, a month that ends. */
export async function triggerScenario(email: string, what: 'debit-arrives' | 'renew'): Promise<void> {
  const { id } = await subscriptionOf(email)
  const reply = await fetch(`${control}/subscriptions/${id}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok) throw new Error(`The sandbox refuses: ${await reply.text()}`)
}

/** The tab that a click opens. */
export async function tabOf(page: Page, click: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await click()
  return opened
}

/** The payment page, from the plan. */
export async function openCheckout(page: Page): Promise<Page> {
  const checkout = await tabOf(page, () => page.getByRole('button', { name: 'Get Pro' }).click())
  await expect(checkout.getByRole('heading', { name: 'Subscribe to Ninesixteen Pro' })).toBeVisible()
  return checkout
}

/** The subscription, from the studio's menu. */
export async function openPortal(page: Page, email: string): Promise<Page> {
  await page.getByRole('button', { name: email.split('@')[0] ?? email }).click()
  const portal = await tabOf(page, () => page.getByRole('menuitem', { name: 'Manage Subscription' }).click())
  await expect(portal.getByRole('heading', { name: 'Your subscription' })).toBeVisible()
  return portal
}
