import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { base, itemOf, type StripeState } from './stripe-state.ts'
import { DAY } from './test-clock.ts'
import { newId, type PortalSession, type StripeEvent } from './objects.ts'
import { onDay, shownPage, wordsPage } from './pages/layout.ts'
import type { SignatureKind, WebhookSettings } from './webhooks.ts'

/** Events that are shown: the newest. */
const EVENTS_SHOWN = 60

interface DashboardParts {
  state: StripeState
  hooks: WebhookSettings
  site: (c: Context) => string
  isNear: (c: Context) => boolean
  /** Runs what is due. */
  look(): void
}

const SIGNATURES: readonly [kind: SignatureKind, label: string][] = [
  ['right', 'Resend'],
  ['wrong', 'Wrong signature'],
  ['old', 'Old timestamp'],
]

/** The account owner's page: customers, webhooks, and faults. */
export function serveDashboard(app: Hono, { state, hooks, site, isNear, look }: DashboardParts): void {
  const { store, webhooks, clock } = state
  app.use('/stripe', async (c, next) => {
    if (!isNear(c))
      return wordsPage(c, { title: 'For this machine alone', text: 'Open it on the machine that runs the sandbox.', status: 404 })
    // Pages of other origins in the same browser can't submit this form.
    if (c.req.method !== 'GET' && c.req.header('origin') !== new URL(c.req.url).origin) return c.text('Not from here', 403)
    await next()
    return undefined
  })
  app.get('/stripe', (c) => dashboard(c, { state, hooks }))
  app.post('/stripe', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const customer = store.find('customer', form.get('customer') ?? '')
    if (customer && !customer.deleted) return c.redirect(openPortal(state, customer.id, site(c)), 303)
    const event = store.find('event', form.get('event') ?? '')
    const kind = SIGNATURES.find(([name]) => name === form.get('send'))?.[0]
    if (event && kind) await webhooks.resend([event], kind)
    const days = Number(form.get('days') ?? 0)
    if (days > 0 && days <= 366) clock.advance(days * DAY)
    look()
    const { order, times } = { order: form.get('order'), times: Number(form.get('times') ?? 0) }
    if (order === 'made' || order === 'shuffled' || order === 'at-once') hooks.webhookOrder = order
    if (times === 1 || times === 2) hooks.webhookTimes = times
    return c.redirect('/stripe', 303)
  })
}

function openPortal(state: StripeState, customer: string, site: string): string {
  const id = newId('bps')
  const url = `${site}/stripe/portal/${id}`
  state.store.put<PortalSession>({
    ...base(state, id),
    object: 'billing_portal.session',
    customer,
    return_url: null,
    url,
    configuration: 'bpc_sandbox',
  })
  return url
}

function dashboard(c: Context, { state, hooks }: Pick<DashboardParts, 'state' | 'hooks'>): Promise<Response> {
  const { store, webhooks, clock } = state
  const customers = store.all('customer').filter(({ deleted }) => !deleted)
  const events = store.all('event').toReversed().slice(0, EVENTS_SHOWN)
  const body = html`<main class="portal wide">
    <header>
      <h1>Stripe, imitated</h1>
      <p class="soft">Today is ${onDay(clock.seconds())} here. Events go to ${hooks.webhookUrl ?? 'nobody'}.</p>
    </header>
    <section class="panel" aria-labelledby="clock">
      <h2 id="clock">Clock and events</h2>
      <form method="post" class="row">
        <button class="button quiet" name="days" value="4">4 days later</button>
        <button class="button quiet" name="days" value="31">A month later</button>
        ${
          hooks.webhookTimes === 1
            ? html`<button class="button quiet" name="times" value="2">Send each event twice</button>`
            : html`<button class="button quiet" name="times" value="1">Send each event once</button>`
        }
        ${
          hooks.webhookOrder === 'made'
            ? html`<button class="button quiet" name="order" value="shuffled">Shuffle the events</button>`
            : html`<button class="button quiet" name="order" value="made">Send events in order</button>`
        }
      </form>
    </section>
    <section class="panel" aria-labelledby="customers">
      <h2 id="customers">Customers</h2>
      ${customers.length === 0 ? html`<p class="soft">No payments yet.</p>` : customerTable(state, customers)}
    </section>
    <section class="panel" aria-labelledby="events">
      <h2 id="events">Events</h2>
      ${events.length === 0 ? html`<p class="soft">None yet.</p>` : eventTable(events, (id) => statusOf(webhooks.deliveries, id))}
    </section>
  </main>`
  return shownPage(c, { title: 'Stripe · Sandbox', body })
}

function statusOf(deliveries: StripeState['webhooks']['deliveries'], id: string): string {
  const sent = deliveries.filter(({ event }) => event === id)
  return sent.map(({ status }) => (status === 0 ? 'no answer' : String(status))).join(', ') || 'not sent'
}

function customerTable({ store }: StripeState, customers: readonly { id: string; email: string | null }[]) {
  const rows = customers.toReversed().map(({ id, email }) => {
    const last = store.all('subscription').findLast(({ customer }) => customer === id)
    return html`<tr>
      <td>${email ?? 'no address'}</td>
      <td>${last ? `${last.status}, to ${onDay(itemOf(last).current_period_end)}` : 'no subscription'}</td>
      <td>
        <form method="post"><button class="button quiet" name="customer" value="${id}">Open the portal</button></form>
      </td>
    </tr>`
  })
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of customers">
    <table>
      <thead>
        <tr>
          <th scope="col">Email</th>
          <th scope="col">Subscription</th>
          <th scope="col">Portal</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}

function eventTable(events: readonly StripeEvent[], sent: (id: string) => string) {
  const rows = events.map(
    ({ id, type }) =>
      html`<tr>
        <td class="code">${type}<small>${id}</small></td>
        <td>${sent(id)}</td>
        <td>
          <form method="post" class="row">
            <input type="hidden" name="event" value="${id}" />
            ${SIGNATURES.map(([kind, label]) => html`<button class="button quiet" name="send" value="${kind}">${label}</button>`)}
          </form>
        </td>
      </tr>`,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table of events">
    <table>
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Answers</th>
          <th scope="col">Send again</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`
}
