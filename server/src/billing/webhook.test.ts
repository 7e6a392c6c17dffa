import { beforeEach, describe, expect, test } from 'vitest'
import { billingEvents, billingSubscriptions } from '../db/schema-billing.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'
import { insertUser } from '../testing/seed-user.ts'
import { DAY, event, nowSeconds, SECRET, sendPayment, sendAcceptedPayments, testPayer, type PaymentEvent } from '../testing/payments.ts'
import { grantPlan } from './grant-plan.ts'
import { assignPayer, unassignedPayers } from './unassigned-payments.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})

const freeUser = () => app.buildUser({ pro: false })
const isPro = async (user: TestUser) => (await user.api<{ proPlan: boolean }>('GET', '/me')).proPlan
const system: TestApp['services']['db']['asSystem'] = (work) => app.services.db.asSystem(work)
const countEvents = () => system((tx) => tx.$count(billingEvents))

describe('an invalid Stripe event', () => {
  test('is rejected: wrong secret, old signature, changed body, no body, too large', async () => {
    const user = await freeUser()
    const paid = testPayer().completed(user.id)
    expect(await sendPayment(app, paid, { secrets: ['whsec_of_somebody_else'] })).toBe(400)
    expect(await sendPayment(app, paid, { signedAt: nowSeconds() - 301 })).toBe(400)
    // Equal JSON, but not the same bytes.
    expect(await sendPayment(app, paid, { body: JSON.stringify(paid) })).toBe(400)
    expect((await fetch(`${app.url}/webhooks/stripe`, { method: 'POST', body: JSON.stringify(paid) })).status).toBe(400)
    const large = event('checkout.session.completed', { ...paid.data.object, padding: 'x'.repeat(1024 * 1024) })
    expect(await sendPayment(app, large)).toBe(413)
    expect(await countEvents()).toBe(0)
    expect(await isPro(user)).toBe(false)
  })

  test('is ignored if its type is unknown, and rejected if it does not match its type', async () => {
    expect(await sendPayment(app, event('customer.created', { id: 'cus_1', object: 'customer' }))).toBe(200)
    expect(await sendPayment(app, event('customer.subscription.updated', { id: 'sub_1' }))).toBe(400)
    expect(await countEvents()).toBe(0)
    expect(app.logged.splice(0).join()).toContain('does not match its type')
  })
})

test.each([
  ['live', 'test', 'sk_test_sandbox', true],
  ['test', 'live', 'sk_live_1', false],
  ['test', 'live', 'rk_live_1', false],
])('of the %s mode is rejected by a %s key (%s) and logged', async (mode, own, secretKey, livemode) => {
  const { billing } = app.services.config
  if (!billing) throw new Error('Nothing is sold')
  app = await startTestApp({ billing: { ...billing, secretKey } })
  const user = await freeUser()
  const paid = testPayer().completed(user.id)
  expect(await sendPayment(app, { ...paid, livemode })).toBe(400)
  expect(await countEvents()).toBe(0)
  expect(app.logged.splice(0).join()).toContain(`Stripe event of ${mode} mode rejected: STRIPE_SECRET_KEY is a ${own} key`)
  expect(await sendPayment(app, { ...paid, livemode: !livemode })).toBe(200)
})

test('with a NUL in its id or text is rejected without an error', async () => {
  const paid = testPayer().completed('somebody')
  expect(await sendPayment(app, { ...paid, id: 'evt_\0' })).toBe(400)
  expect(await sendPayment(app, { ...paid, data: { object: { ...paid.data.object, customer: 'cus_\0' } } })).toBe(400)
  expect(await countEvents()).toBe(0)
  expect(app.logged).toEqual([])
})

describe('a Stripe event', () => {
  test('delivered 100 times concurrently takes effect once', async () => {
    const user = await freeUser()
    const paid = testPayer().completed(user.id)
    const statuses = await Promise.all(Array.from({ length: 100 }, () => sendPayment(app, paid)))
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await countEvents()).toBe(1)
    const [row] = await system((tx) => tx.select().from(billingSubscriptions))
    // Each effect increments it.
    expect(row).toMatchObject({ version: 1, isPaid: true, userId: user.id })
    expect(await isPro(user)).toBe(true)
  })

  test.each([
    ['above', 'evt_b', 'evt_a'],
    ['below', 'evt_a', 'evt_b'],
  ])('that cancels a plan in the second of its start wins, with an id %s the other', async (_where, startId, cancelled) => {
    const user = await freeUser()
    const payer = testPayer()
    const events = [
      { ...payer.updated({ userId: user.id }), id: startId },
      { ...payer.updated({ userId: user.id, cancelAtPeriodEnd: true }), id: cancelled },
    ]
    for (const delivered of [events, events.toReversed()]) {
      await sendAcceptedPayments(app, ...delivered)
      expect(await system((tx) => tx.select().from(billingSubscriptions))).toMatchObject([{ status: 'active', endsAt: expect.any(Date) }])
      await system(async (tx) => void (await tx.delete(billingEvents), await tx.delete(billingSubscriptions)))
    }
  })

  test('is accepted up to five minutes after it was signed', async () => {
    const user = await freeUser()
    expect(await sendPayment(app, testPayer().completed(user.id), { signedAt: nowSeconds() - 295 })).toBe(200)
    expect(await isPro(user)).toBe(true)
  })

  test.each([
    ['the first', [SECRET, 'whsec_that_comes'], 200],
    ['the second', ['whsec_that_goes', SECRET], 200],
    ['neither', ['whsec_that_goes', 'whsec_that_comes'], 400],
  ] as const)('with two signatures is accepted during secret rotation if ours is %s', async (_, secrets, status) => {
    const user = await freeUser()
    expect(await sendPayment(app, testPayer().completed(user.id), { secrets })).toBe(status)
    expect(await isPro(user)).toBe(status === 200)
  })

  test('is redelivered after a database outage and then takes effect', async () => {
    const user = await freeUser()
    const paid = testPayer().completed(user.id)
    const back = await takeDatabaseOffline(app.services.db)
    const status = await sendPayment(app, paid)
    await back()
    expect(status).toBeGreaterThanOrEqual(500)
    app.logged.length = 0
    await sendAcceptedPayments(app, paid)
    expect(await isPro(user)).toBe(true)
  })

  test('interrupted before its effect leaves nothing behind', async () => {
    const user = await freeUser()
    const payer = testPayer()
    const paid = payer.completed(user.id)
    const lock = await app.services.db.pool.connect()
    await lock.query(`select pg_advisory_lock(hashtextextended('billing ' || $1, 0))`, [payer.customer])
    const sending = sendPayment(app, paid)
    const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%pg_advisory_xact_lock%'`
    await expect.poll(async () => (await lock.query(waiting)).rowCount).toBe(1)
    // It has stored the event, and waits for the customer's lock.
    await lock.query(`select pg_terminate_backend(pid) from (${waiting}) as one`)
    expect(await sending).toBeGreaterThanOrEqual(500)
    await lock.query('select pg_advisory_unlock_all()')
    lock.release()
    expect(await countEvents()).toBe(0)
    app.logged.length = 0
    await sendAcceptedPayments(app, paid)
    expect(await isPro(user)).toBe(true)
  })
})

/** All permutations of a list. */
function ordersOf<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, at) => ordersOf([...list.slice(0, at), ...list.slice(at + 1)]).map((rest) => [one, ...rest]))
}

describe('five events', () => {
  const now = nowSeconds()
  type Story = (userId: string) => PaymentEvent[]
  const stories: [string, boolean, Story][] = [
    [
      'of a first payment within one second',
      true,
      (userId) => {
        const payer = testPayer(now)
        return [payer.created(), payer.completed(userId), payer.invoice('invoice.paid'), payer.updated(), payer.updated()]
      },
    ],
    [
      'of a failed and late payment and a cancellation',
      false,
      (userId) => {
        const payer = testPayer(now - 40 * DAY)
        const next = { start: now - 10 * DAY }
        return [
          payer.completed(userId),
          payer.updated({ ...next, at: now - 10 * DAY, status: 'past_due' }),
          payer.invoice('invoice.paid', { at: now - 9 * DAY }),
          payer.updated({ ...next, at: now - 9 * DAY, cancelAtPeriodEnd: true }),
          payer.deleted({ ...next, at: now - DAY }),
        ]
      },
    ],
    [
      'of a refund',
      false,
      (userId) => {
        const payer = testPayer(now)
        return [payer.created(), payer.completed(userId), payer.updated(), payer.invoice('invoice.paid'), payer.refunded()]
      },
    ],
  ]

  test.each(stories)('%s give the same result in all 120 orders', { tags: ['long'], timeout: 120_000 }, async (_, endsPro, story) => {
    const orders = ordersOf([0, 1, 2, 3, 4])
    expect(orders).toHaveLength(120)
    const lanes = Array.from({ length: 8 }, async () => {
      for (let order = orders.pop(); order; order = orders.pop()) {
        const events = story(await insertUser(app.services.db, { isPro: false }))
        await sendAcceptedPayments(app, ...order.flatMap((at) => events[at] ?? []))
      }
    })
    await Promise.all(lanes)
    const { rows } = await app.services.db.pool.query(
      `select count(*)::int as people, pro_plan as "isPro", status, is_paid, price_id, amount, period_start, period_end, ends_at, as_of, weight,
         withdrawn_by, withdrawn_at
       from billing_subscriptions s join billing_customers c on c.id = s.customer_id and c.user_id = s.user_id
         join user_settings u on u.user_id = s.user_id
       group by pro_plan, status, is_paid, price_id, amount, period_start, period_end, ends_at, as_of, weight, withdrawn_by, withdrawn_at`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ people: 120, isPro: endsPro })
  })
})

describe('the payer', () => {
  test('may be reported after the payment, whose earlier events wait for it', async () => {
    const user = await freeUser()
    const payer = testPayer()
    await sendAcceptedPayments(app, payer.created({ status: 'active' }), payer.invoice('invoice.paid'))
    expect(await isPro(user)).toBe(false)
    await sendAcceptedPayments(app, payer.completed(user.id))
    expect(await isPro(user)).toBe(true)
    const events = await system((tx) => tx.select().from(billingEvents))
    expect(events.map(({ userId }) => userId)).toEqual([user.id, user.id, user.id])
  })

  test('is found by a confirmed address only, or else assigned by the operator', async () => {
    const [confirmed, other] = [await freeUser(), await freeUser()]
    await app.services.db.pool.query('update users set email_verified = true where id = $1', [confirmed.id])
    await sendAcceptedPayments(app, testPayer().completed('nobody', { email: confirmed.email.toUpperCase() }))
    expect(await isPro(confirmed)).toBe(true)

    const payer = testPayer()
    await sendAcceptedPayments(app, payer.updated(), payer.completed(null, { email: other.email }))
    expect(await isPro(other)).toBe(false)
    expect(await system(unassignedPayers)).toMatchObject([{ customerId: payer.customer, email: other.email, status: 'active' }])
    expect(await system((tx) => assignPayer(tx, payer.customer, other.id))).toBe(true)
    expect(await isPro(other)).toBe(true)
    expect(await system(unassignedPayers)).toEqual([])
    // It is assigned now.
    expect(await system((tx) => assignPayer(tx, payer.customer, confirmed.id))).toBe(false)
  })
})

describe('a plan granted by the operator', () => {
  const grant = (user: TestUser, isGranted: boolean) => system((tx) => grantPlan(tx, user.id, isGranted))

  test('survives every event, and revoking it keeps a paid plan', async () => {
    const user = await freeUser()
    expect(await grant(user, true)).toBe('pro')
    const payer = testPayer()
    await sendAcceptedPayments(app, payer.completed(user.id), payer.updated(), payer.deleted({ at: nowSeconds() + 1 }))
    expect(await isPro(user)).toBe(true)
    const second = testPayer()
    await sendAcceptedPayments(app, second.completed(user.id), second.updated())
    expect(await grant(user, false)).toBe('paid')
    expect(await isPro(user)).toBe(true)
    await sendAcceptedPayments(app, second.deleted({ at: nowSeconds() + 1 }))
    expect(await isPro(user)).toBe(false)
  })
})

test('a plan change notifies open pages at once', async () => {
  const user = await freeUser()
  const stream = await user.fetch('/api/events')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const until = async (word: string) => {
    while (!received.includes(word)) received += (await reader?.read())?.value ?? ''
  }
  await until('event: all')
  await sendAcceptedPayments(app, testPayer().completed(user.id))
  await until('event: plan')
  expect(await isPro(user)).toBe(true)
  await reader?.cancel()
})
