import type { Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import { answersFrom, merged, metadata, paging, parametersOf } from './api-call.ts'
import { makeCustomer } from './checkout.ts'
import type { StripeState } from './stripe-state.ts'
import { cancel } from './cancellation.ts'
import { missing } from './errors.ts'
import type { Customer } from './objects.ts'

const facts = {
  email: z.string().max(512).optional(),
  name: z.string().max(256).optional(),
  description: z.string().max(5000).optional(),
  metadata: metadata.optional(),
}

/** Customers, and what ends with them. */
export function serveCustomers(app: Hono<RecordedEnv>, state: StripeState): void {
  const { store, webhooks } = state
  const { answer, found, listed } = answersFrom(store)
  app.get('/customers', async (c) => {
    const { email, ...page } = await parametersOf(c, { ...paging, email: z.string().optional() })
    const all = store.all('customer').filter((one) => !one.deleted && (email === undefined || one.email === email))
    return listed(c, all, { ...page, url: '/v1/customers' })
  })
  app.post('/customers', async (c) => {
    const { metadata: notes, description, ...rest } = await parametersOf(c, facts)
    const customer = makeCustomer(state, { email: rest.email ?? null, name: rest.name ?? null })
    return answer(c, store.put(Object.assign(customer, { description: description ?? null, metadata: merged({}, notes) })))
  })
  app.get('/customers/:id', async (c) => {
    const params = await parametersOf(c, {})
    const customer = found('customer', c.req.param('id'))
    return customer.deleted ? c.json({ id: customer.id, object: 'customer', deleted: true }) : answer(c, customer, params.expand)
  })
  app.post('/customers/:id', async (c) => {
    const { metadata: notes, expand, ...rest } = await parametersOf(c, facts)
    const customer = standing(c.req.param('id'))
    Object.assign(customer, rest, { metadata: merged(customer.metadata, notes) })
    webhooks.emit('customer.updated', store.put(customer))
    return answer(c, customer, expand)
  })
  app.delete('/customers/:id', (c) => {
    const customer = standing(c.req.param('id'))
    for (const one of store.all('subscription')) {
      if (one.customer === customer.id && one.ended_at === null) cancel(state, one, 'cancellation_requested')
    }
    webhooks.emit('customer.deleted', customer)
    eraseCustomer(state, customer)
    return c.json({ id: customer.id, object: 'customer', deleted: true })
  })

  const standing = (id: string): Customer => {
    const customer = found('customer', id)
    if (customer.deleted) throw missing('customer', id)
    return customer
  }
}

/** Removes the user's data: invoices stay, without the address. */
function eraseCustomer({ store }: StripeState, customer: Customer): void {
  const { id, email } = customer
  store.put(Object.assign(customer, { deleted: true, email: null, name: null, description: null, metadata: {} }))
  for (const invoice of store.all('invoice')) if (invoice.customer === id) store.put(Object.assign(invoice, { customer_email: null }))
  for (const charge of store.all('charge')) {
    if (charge.customer === id) store.put(Object.assign(charge, { billing_details: { email: null, name: null } }))
  }
  for (const session of store.all('checkout.session')) {
    if (session.customer === id || (email !== null && session.customer_email === email)) store.remove('checkout.session', session.id)
  }
  // The product already has what was sent.
  for (const event of store.all('event')) if (email !== null && JSON.stringify(event).includes(email)) store.remove('event', event.id)
}
