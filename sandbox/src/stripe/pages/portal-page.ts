import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { pendingDebits } from '../checkout.ts'
import { CARDS, itemOf, methodOf, type StripeState } from '../stripe-state.ts'
import { triggerScenario } from '../scenarios.ts'
import type { Customer, Invoice, PortalSession, Subscription } from '../objects.ts'
import { inDollars, onDay, shownPage, wordsPage } from './layout.ts'

/** How long a link to the portal is good, in seconds. */
const PORTAL_SECONDS = 60 * 60

const WORDS: Partial<Record<Subscription['status'], string>> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Payment failed',
  unpaid: 'Unpaid',
  incomplete: 'Waiting for the bank',
}

interface PortalContext {
  portal: PortalSession
  customer: Customer
}

/** The portal, where customers change their payment method or cancel. */
export function servePortalPage(app: Hono, state: StripeState): void {
  const readContext = (c: Context): PortalContext | null => {
    const portal = state.store.find('billing_portal.session', c.req.param('id') ?? '')
    if (!portal || portal.created + PORTAL_SECONDS < state.clock.seconds()) return null
    const customer = state.store.find('customer', portal.customer)
    return customer && !customer.deleted ? { portal, customer } : null
  }
  const expired = (c: Context) =>
    wordsPage(c, { title: 'This link has expired', text: 'Open the portal from the product once more.', status: 410 })
  app.get('/stripe/portal/:id', (c) => {
    const portal = readContext(c)
    return portal ? portalPage(c, state, portal) : expired(c)
  })
  app.post('/stripe/portal/:id', async (c) => {
    const portal = readContext(c)
    if (!portal) return expired(c)
    const form = new URLSearchParams(await c.req.text())
    const subscription = state.store.find('subscription', form.get('subscription') ?? '')
    if (subscription?.customer !== portal.customer.id) return portalPage(c, state, portal)
    triggerScenario(state, form.get('happen') ?? '', subscription)
    await state.webhooks.flush()
    return c.redirect(c.req.path, 303)
  })
}

function portalPage(c: Context, state: StripeState, { portal, customer }: PortalContext): Promise<Response> {
  const { store } = state
  const own = store.all('subscription').filter((one) => one.customer === customer.id)
  const standing = own.filter(({ ended_at }) => ended_at === null)
  const invoices = store
    .all('invoice')
    .filter((one) => one.customer === customer.id)
    .toReversed()
  const body = html`<main class="portal">
    <header>
      ${portal.return_url === null ? '' : html`<a class="back" href="${portal.return_url}"><span aria-hidden="true">←</span> Back to Ninesixteen</a>`}
      <h1>Your subscription</h1>
      <p class="soft">${customer.email ?? 'No email address'}</p>
    </header>
    ${
      standing.length === 0
        ? html`<section class="panel"><p>No subscription is running. Nothing more is charged.</p></section>`
        : standing.map((subscription) => subscriptionPanel(state, subscription))
    }
    <section class="panel" aria-labelledby="invoices">
      <h2 id="invoices">Invoices</h2>
      ${invoices.length === 0 ? html`<p class="soft">None yet.</p>` : invoiceTable(invoices)}
    </section>
    <p class="foot">A local imitation of a billing portal. Sandbox: no money moves.</p>
  </main>`
  return shownPage(c, { title: 'Your subscription · Sandbox portal', body, leadsTo: [portal.return_url] })
}

function subscriptionPanel(state: StripeState, subscription: Subscription) {
  const { price, quantity, current_period_end: end } = itemOf(subscription)
  const method = methodOf(state, subscription)
  const isEnding = subscription.cancel_at_period_end
  const isWaiting = pendingDebits(state).some((session) => session.subscription === subscription.id)
  const isOpen = state.store.find('invoice', subscription.latest_invoice ?? '')?.status === 'open' && !isWaiting
  const card = method?.card?.last4
  const button = (what: string, label: string, kind = 'quiet') =>
    html`<button class="button ${kind}" name="happen" value="${what}">${label}</button>`
  const status = isEnding ? `Ends on ${onDay(end)}` : (WORDS[subscription.status] ?? subscription.status)
  return html`<form method="post">
    <input type="hidden" name="subscription" value="${subscription.id}" />
    <section class="panel" aria-label="Plan">
      <div class="plan">
        <div>
          <h2>${state.store.find('product', price.product)?.name ?? 'Subscription'}</h2>
          <p class="sum small"><strong>${inDollars(price.unit_amount * quantity)}</strong> per ${price.recurring.interval}</p>
          <p class="soft">${isEnding ? `Paid until ${onDay(end)}. It does not renew.` : `Next payment on ${onDay(end)}.`}</p>
        </div>
        <span class="status ${isEnding || subscription.status !== 'active' ? 'warn' : ''}">${status}</span>
      </div>
      <div class="row">
        ${isEnding ? button('resume', 'Resume', 'primary') : button('cancel-at-end', 'Cancel at period end')}
        ${button('cancel', 'Cancel now', 'danger')}
      </div>
    </section>
    <section class="panel" aria-label="Payment method">
      <h2>Payment method</h2>
      <div class="card">
        <span class="brand" aria-hidden="true">${card ? 'TEST' : 'BANK'}</span>
        <span
          ><span class="number">${card ? `•••• ${card}` : `Account ending in ${method?.us_bank_account?.last4 ?? '?'}`}</span
          ><small
            >${card === CARDS.declining ? 'The next payment with it fails' : card ? 'Test card, 12 / 34' : 'Sandbox Bank'}</small
          ></span
        >
      </div>
      ${
        card === CARDS.good && !isOpen
          ? ''
          : html`<div class="row">
              ${card === CARDS.good ? '' : button('change-card', 'Change card')}
              ${isOpen ? button('retry', 'Pay the open invoice', 'primary') : ''}
            </div>`
      }
    </section>
    <section class="panel tries" aria-label="Try what can happen">
      <h2>Try what can happen</h2>
      <div class="row">
        ${isWaiting ? [button('debit-arrives', 'The bank debit arrives'), button('debit-fails', 'The bank debit fails')] : button('renew', 'Renew now')}
        ${card === CARDS.declining ? '' : button('fail-next', 'Fail next payment')} ${button('refund', 'Refund')}
        ${button('dispute', 'Dispute')}
      </div>
    </section>
  </form>`
}

const INVOICE_WORDS: Record<Invoice['status'], string> = { open: 'Open', paid: 'Paid', void: 'Void', uncollectible: 'Given up' }

function invoiceTable(invoices: readonly Invoice[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of invoices">
    <table>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Number</th>
          <th scope="col">Sum</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${invoices.map(
          ({ created, number, total, status }) =>
            html`<tr>
              <td>${onDay(created)}</td>
              <td>${number}</td>
              <td>${inDollars(total)}</td>
              <td>${INVOICE_WORDS[status]}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}
