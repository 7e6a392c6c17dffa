import type { Hono } from 'hono'
import { z } from 'zod'
import type { RecordedEnv } from '../kit/recorded.ts'
import { answersFrom, merged, metadata, paging, parametersOf, whole, yesOrNo } from './api-call.ts'
import { change, itemOf, type StripeState } from './stripe-state.ts'
import { cancel, cancelAtEnd } from './cancellation.ts'
import { invalid } from './errors.ts'
import type { Subscription } from './objects.ts'

const itemShape = z.strictObject({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: whole.pipe(z.number().min(1).max(1000)).optional(),
})

const changeShape = {
  cancel_at_period_end: yesOrNo.optional(),
  items: z.array(itemShape).max(1).optional(),
  metadata: metadata.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  default_payment_method: z.string().optional(),
  cancellation_details: z.strictObject({ comment: z.string().optional(), feedback: z.string().optional() }).optional(),
}

const ENDED: readonly Subscription['status'][] = ['canceled', 'incomplete_expired']

export function serveSubscriptions(app: Hono<RecordedEnv>, state: StripeState): void {
  const { store } = state
  const { answer, found, listed } = answersFrom(store)
  app.get('/subscriptions', async (c) => {
    const shape = { ...paging, customer: z.string().optional(), price: z.string().optional(), status: z.string().optional() }
    const { customer, status, price, ...page } = await parametersOf(c, shape)
    const fits = (one: Subscription) => {
      // Without a status all are listed that are not over.
      if (status === undefined ? ENDED.includes(one.status) : status !== 'all' && !isOf(one, status)) return false
      return (customer === undefined || one.customer === customer) && (price === undefined || itemOf(one).price.id === price)
    }
    return listed(c, store.all('subscription').filter(fits), { ...page, url: '/v1/subscriptions' })
  })
  app.get('/subscriptions/:id', async (c) => {
    const { expand } = await parametersOf(c, {})
    return answer(c, found('subscription', c.req.param('id')), expand)
  })
  app.post('/subscriptions/:id', async (c) => {
    const params = await parametersOf(c, changeShape)
    const subscription = standing(state, c.req.param('id'))
    reprice(state, subscription, params.items)
    if (params.metadata) change(state, subscription, { metadata: merged(subscription.metadata, params.metadata) })
    if (params.cancel_at_period_end !== undefined) cancelAtEnd(state, subscription, params.cancel_at_period_end)
    return answer(c, subscription, params.expand)
  })
  app.delete('/subscriptions/:id', async (c) => {
    await parametersOf(c, { prorate: yesOrNo.optional(), invoice_now: yesOrNo.optional(), cancellation_details: z.unknown().optional() })
    const subscription = standing(state, c.req.param('id'))
    cancel(state, subscription, 'cancellation_requested')
    return answer(c, subscription)
  })
}

function isOf({ status }: Subscription, filter: string): boolean {
  return filter === 'ended' ? ENDED.includes(status) : status === filter
}

function standing({ store }: StripeState, id: string): Subscription {
  const subscription = answersFrom(store).found('subscription', id)
  if (ENDED.includes(subscription.status)) throw invalid(`A canceled subscription can only update its cancellation_details and metadata.`)
  return subscription
}

/** Another price or quantity, from the next period on: nothing is charged in between. */
function reprice(state: StripeState, subscription: Subscription, items: z.infer<typeof itemShape>[] = []): void {
  const [newItem] = items
  if (!newItem) return
  const item = itemOf(subscription)
  if (newItem.id !== item.id)
    throw invalid(`Cannot add another item to subscription ${subscription.id} here: name the id of its item.`, 'items[0][id]')
  const price = newItem.price === undefined ? item.price : answersFrom(state.store).found('price', newItem.price, 'items[0][price]')
  const changed = { ...item, price, quantity: newItem.quantity ?? item.quantity }
  change(state, subscription, { items: { ...subscription.items, data: [changed] } })
}
