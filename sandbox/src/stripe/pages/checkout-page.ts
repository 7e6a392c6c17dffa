import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { isReference, makeSession } from '../api-checkout.ts'
import { complete, decline } from '../checkout.ts'
import { periodEnd, type StripeState } from '../stripe-state.ts'
import { PRICE_ID, type CheckoutSession } from '../objects.ts'
import { inDollars, onDay, shownPage, wordsPage } from './layout.ts'

/** Redirects the customer once the server has accepted the event, and at the latest after this time, in milliseconds. */
const TIMEOUT_MS = 10_000
const EMAIL_MAX = 320

/** The checkout page, and a payment link to one. */
export function serveCheckoutPage(app: Hono, state: StripeState, { site }: { site: (c: Context) => string }): void {
  const { store, webhooks } = state
  app.get('/stripe/pay/:id', (c) => {
    const session = store.find('checkout.session', c.req.param('id'))
    return session?.status === 'open' ? checkoutPage(c, state, { session }) : closedPage(c, session)
  })
  app.post('/stripe/pay/:id', async (c) => {
    const session = store.find('checkout.session', c.req.param('id'))
    if (session?.status !== 'open') return closedPage(c, session)
    const form = new URLSearchParams(await c.req.text())
    const email = store.find('customer', session.customer ?? '')?.email ?? session.customer_email ?? form.get('email')?.trim() ?? ''
    const method = form.get('means')
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > EMAIL_MAX)
      return checkoutPage(c, state, { session, problem: 'Enter an email address for the receipt.' })
    if (method === 'declined') {
      decline(state, session)
      void webhooks.flush()
      return checkoutPage(c, state, { session, problem: 'Your card was declined. Nothing was charged: try again or pay another way.' })
    }
    complete(state, session, { email, name: form.get('name')?.trim().slice(0, 200) || null, means: method === 'debit' ? 'debit' : 'card' })
    await Promise.race([webhooks.flush(), new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS).unref())])
    return closedPage(c, session)
  })
  app.get('/stripe/b/:link', (c) => {
    const { client_reference_id: reference = '', prefilled_email: email = null } = c.req.query()
    const session = makeSession(state, {
      site: site(c),
      customer: null,
      customer_email: email?.slice(0, EMAIL_MAX) ?? null,
      // A malformed reference is dropped, and the payment belongs to no user.
      client_reference_id: isReference(reference) ? reference : null,
      success_url: null,
      cancel_url: null,
      metadata: {},
      expires_at: state.clock.seconds() + 24 * 60 * 60,
      locale: null,
      payment_link: `plink_${c.req.param('link')}`,
      sandboxOrder: { price: PRICE_ID, quantity: 1, metadata: {} },
    })
    return c.redirect(session.url ?? '/', 303)
  })
}

/** A paid checkout redirects to the product, on every request. */
function closedPage(c: Context, session: CheckoutSession | undefined): Response | Promise<Response> {
  if (!session) return wordsPage(c, { title: 'This page is not here', text: 'Open the checkout from the product once more.', status: 404 })
  const { status, success_url, cancel_url, id } = session
  if (status === 'complete' && success_url !== null) return c.redirect(success_url.replaceAll('{CHECKOUT_SESSION_ID}', id), 303)
  if (status === 'complete') return wordsPage(c, { title: 'Thanks for subscribing', text: 'You can close this page now.' })
  const text = 'It was open for a day. Open the checkout from the product once more.'
  return wordsPage(c, { title: 'This checkout has expired', text, back: cancel_url, status: 410 })
}

interface Offer {
  session: CheckoutSession
  problem?: string
}

function checkoutPage(c: Context, state: StripeState, { session, problem }: Offer): Promise<Response> {
  const { store, clock } = state
  const { cancel_url, success_url, sandboxOrder } = session
  const price = store.find('price', sandboxOrder.price)
  const sum = inDollars(session.amount_total)
  const every = price?.recurring.interval ?? 'month'
  const product = store.find('product', price?.product ?? '')?.name ?? 'Ninesixteen Pro'
  const email = store.find('customer', session.customer ?? '')?.email ?? session.customer_email ?? ''
  const renewsAt = price ? periodEnd(clock.seconds(), price.recurring) : clock.seconds()
  const body = html`<main class="checkout">
    ${order({ product, sum, every, back: cancel_url })} ${paymentForm({ email, sum, every, renewsAt, problem })}
  </main>`
  const status = problem === undefined ? 200 : 402
  return shownPage(c, { title: `Pay ${sum} · Sandbox checkout`, body, leadsTo: [success_url, cancel_url], status })
}

interface Order {
  product: string
  sum: string
  every: string
  back: string | null
}

function order({ product, sum, every, back }: Order) {
  return html`<section class="order" aria-labelledby="order">
    ${back === null ? '' : html`<a class="back" href="${back}"><span aria-hidden="true">←</span> Back</a>`}
    <h1 id="order">Subscribe to ${product}</h1>
    <p class="sum">
      <strong>${sum}</strong> <span>per<br />${every}</span>
    </p>
    <dl class="lines">
      <div>
        <dt>${product}<small>Billed every ${every}</small></dt>
        <dd>${sum}</dd>
      </div>
      <div class="rule">
        <dt>Subtotal</dt>
        <dd>${sum}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd>${inDollars(0)}</dd>
      </div>
      <div class="rule total">
        <dt>Total due today</dt>
        <dd>${sum}</dd>
      </div>
    </dl>
  </section>`
}

interface Payment {
  email: string
  sum: string
  every: string
  renewsAt: number
  problem: string | undefined
}

function paymentForm({ email, sum, every, renewsAt, problem }: Payment) {
  return html`<section class="pay" aria-labelledby="pay">
    <form method="post">
      <h2 id="pay">Contact</h2>
      ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
      <label for="email">Email</label>
      <input id="email" name="email" type="email" autocomplete="email" value="${email}" required ${email === '' ? '' : 'readonly'} />
      <h2>Payment method</h2>
      <div class="card">
        <span class="brand" aria-hidden="true">TEST</span>
        <span><span class="number">4242 4242 4242 4242</span><small>Test card, 12 / 34</small></span>
      </div>
      <label for="name">Name on card <span class="soft">optional</span></label>
      <input id="name" name="name" autocomplete="off" maxlength="200" />
      <button class="button primary" name="means" value="card">Pay ${sum}</button>
      <p class="soft small">Renews on ${onDay(renewsAt)} and every ${every} after that, until you cancel.</p>
      <fieldset>
        <legend>Try what else can happen</legend>
        <button class="button quiet" name="means" value="declined">Card declined</button>
        <button class="button quiet" name="means" value="debit">Pay later (bank debit)</button>
      </fieldset>
    </form>
    <p class="foot">A local imitation of a payment page. Sandbox: no money moves.</p>
  </section>`
}
