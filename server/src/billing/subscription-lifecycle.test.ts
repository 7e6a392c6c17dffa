import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BillingState } from '@ninesixteen/shared/api/billing'
import { sandboxStripe } from '../providers/stripe/settings.ts'
import { createStripe } from '../providers/stripe/client.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { insertPost } from '../testing/seeded-posts.ts'
import { DAY, event, nowSeconds, sendAcceptedPayments } from '../testing/payments.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { announcePrice, applyPrices, notifyPriceChanges } from './price-changes.ts'
import { createOffer } from './price.ts'
import { runBillingCron } from './billing-cron.ts'

let sandbox: TestSandbox
let app: TestApp
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startTestApp({ billing: sandboxStripe(sandbox.url) })
  await sandbox.control('/stripe', 'PATCH', { webhookUrl: `${app.url}/webhooks/stripe` })
})

interface Books {
  sessions: { id: string; url: string; status: string; subscription: string }[]
  subscriptions: { id: string; status: string; items: { data: { price: { id: string } }[] } }[]
}
const books = () => sandbox.control<Books>('/stripe', 'GET')
const state = (user: TestUser) => user.api<BillingState>('GET', '/billing')
const isPro = async (user: TestUser) => (await user.api<{ proPlan: boolean }>('GET', '/me')).proPlan
const happens = (subscription: string, what: string) => sandbox.control(`/stripe/subscriptions/${subscription}/${what}`, 'POST', {})
const runJobs = () => app.services.jobs.runDue({ ahead: true })
const query = (statement: string, values: unknown[] = []) => app.services.db.pool.query(statement, values)

/** A user who paid in the checkout, with their subscription. */
async function subscriber(method: 'card' | 'debit' = 'card'): Promise<{ user: TestUser; subscription: string }> {
  const user = await app.buildUser({ pro: false })
  const { url } = await user.api<{ url: string }>('POST', '/billing/checkout')
  const session = (await books()).sessions.find((one) => one.url === url)
  const { subscription } = await sandbox.control<{ subscription: string }>('/stripe/pay', 'POST', { session: session?.id, means: method })
  return { user, subscription }
}

/** Texts of the sent mails. */
async function mails(): Promise<string[]> {
  await runJobs()
  const folder = join(app.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(
    names.filter((name) => name.endsWith('.eml')).map(async (name) => (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '')),
  )
}

test('checkout grants the plan, and two clicks lead to the same page', async () => {
  const user = await app.buildUser({ pro: false })
  expect(await state(user)).toMatchObject({ subscription: { state: 'none' }, canManage: false, price: { amount: 2000, currency: 'usd' } })
  const open = () => user.api<{ url: string }>('POST', '/billing/checkout')
  const pages = await Promise.all([open(), open(), open()])
  expect(new Set([...pages, await open()].map(({ url }) => url)).size).toBe(1)
  expect((await user.call('POST', '/api/v1/billing/portal')).status).toBe(404)
  const [session] = (await books()).sessions
  await sandbox.control('/stripe/pay', 'POST', { session: session?.id })
  expect(await isPro(user)).toBe(true)
  await runJobs()
  expect(await state(user)).toMatchObject({ subscription: { state: 'active' }, canManage: true, heldPosts: 0 })
  expect((await user.call('POST', '/api/v1/billing/checkout')).body).toMatchObject({ error: { code: 'BILLING_SUBSCRIBED' } })
  expect((await user.api<{ url: string }>('POST', '/billing/portal')).url).toContain(sandbox.url)
})

test('the user can pay after a lost Stripe response, also with another address', async () => {
  const user = await app.buildUser({ pro: false })
  const open = async () => (await user.api<{ url: string }>('POST', '/billing/checkout')).url
  const lost = await open()
  const forget = () => query('update billing_checkouts set session_id = null, url = null, expires_at = null')
  await forget()
  expect(await open()).toBe(lost)
  await forget()
  await query('update users set email = $1 where id = $2', [`other-${user.email}`, user.id])
  expect(await open()).not.toBe(lost)
  expect((await books()).sessions).toHaveLength(2)
})

test('a pending debit grants the plan when it is paid', async () => {
  const { user, subscription } = await subscriber('debit')
  expect(await isPro(user)).toBe(false)
  await happens(subscription, 'debit-arrives')
  expect(await isPro(user)).toBe(true)
})

test('a canceled plan continues to its end, which the user is told with the affected posts', async () => {
  const { user, subscription } = await subscriber()
  await insertPost(app, user, { scheduledTime: new Date(Date.now() + 40 * DAY * 1000), nextAt: new Date(Date.now() + 40 * DAY * 1000) })
  await insertPost(app, user, { scheduledTime: new Date(Date.now() + 2 * DAY * 1000), nextAt: new Date(Date.now() + 2 * DAY * 1000) })
  await happens(subscription, 'cancel-at-end')
  expect(await state(user)).toMatchObject({ subscription: { state: 'ending' }, heldPosts: 1 })
  expect(await isPro(user)).toBe(true)
  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('Subject: Your Pro plan ends on ')
  expect(sent[0]).toContain('1 post is scheduled after that day. It will be held, not lost')

  // Three days before the end, another reminder.
  await query(`update billing_subscriptions set ends_at = now() + interval '2 days'`)
  await query(`update billing_told set what = replace(what, 'ending', 'long ago')`)
  await runBillingCron(app.services)
  await runBillingCron(app.services)
  expect(await mails()).toHaveLength(2)

  await happens(subscription, 'cancel')
  expect(await state(user)).toMatchObject({ subscription: { state: 'ended', why: 'cancelled' }, heldPosts: 2 })
  // Former subscribers can still open their invoices.
  expect(await user.api('GET', '/me')).toMatchObject({ proPlan: false, canManageSubscription: true })
  const last = (await mails()).find((text) => text.includes('Subject: Your Pro plan has ended'))
  expect(last).toContain('2 scheduled posts are held.')
})

test('a late payment warns the user, keeps the plan during its grace period, and restores it once paid', async () => {
  const { user, subscription } = await subscriber()
  await runJobs()
  await happens(subscription, 'fail-next')
  await happens(subscription, 'renew')
  expect(await state(user)).toMatchObject({ subscription: { state: 'past-due' } })
  expect(await isPro(user)).toBe(true)
  expect((await mails())[0]).toContain('Subject: Your payment did not go through')

  // The grace period passes.
  await query(`update billing_subscriptions set period_start = now() - interval '8 days', read_at = now()`)
  await runBillingCron(app.services)
  expect(await isPro(user)).toBe(false)

  await happens(subscription, 'change-card')
  await happens(subscription, 'retry')
  await runJobs()
  expect(await state(user)).toMatchObject({ subscription: { state: 'active' } })
  expect(await isPro(user)).toBe(true)
})

test.each([
  ['refund', 'refunded'],
  ['dispute', 'disputed'],
])('a %s ends plan and subscription', async (what, why) => {
  const { user, subscription } = await subscriber()
  await runJobs()
  await happens(subscription, what)
  await runJobs()
  expect(await state(user)).toMatchObject({ subscription: { state: 'ended', why } })
  expect(await isPro(user)).toBe(false)
  expect((await books()).subscriptions).toMatchObject([{ id: subscription, status: 'canceled' }])
})

test('a subscription read from Stripe overrides events', async () => {
  const { user, subscription } = await subscriber()
  await runJobs()
  const { rows } = await query('select customer_id from billing_subscriptions')
  const item = { id: 'si_1', price: { id: 'price_pro_month', unit_amount: 2000, currency: 'usd' } }
  const payload = { id: subscription, customer: rows[0]?.customer_id, status: 'unpaid', items: { data: [item] }, metadata: {} }
  await sendAcceptedPayments(app, event('customer.subscription.updated', payload, nowSeconds() + 60))
  expect(await isPro(user)).toBe(false)
  await runJobs()
  expect(await isPro(user)).toBe(true)
})

test('every user whose grace period is over loses the plan, page by page', async () => {
  const [granted, first, second] = [await subscriber(), await subscriber(), await subscriber()]
  await runJobs()
  await query('update user_settings set plan_granted = true where user_id = $1', [granted.user.id])
  await query(`update billing_subscriptions set status = 'past_due', period_start = now() - interval '8 days'`)
  await query(`update billing_subscriptions set period_start = now() - interval '9 days' where id = $1`, [granted.subscription])
  // One per run, and the first user keeps the plan.
  await runBillingCron(app.services, 1)
  expect([await isPro(granted.user), await isPro(first.user), await isPro(second.user)]).toEqual([true, false, false])
})

test('overdue events are fetched from Stripe', async () => {
  const { user, subscription } = await subscriber()
  await runJobs()
  await sandbox.control('/stripe', 'PATCH', { webhookUrl: null })
  await happens(subscription, 'cancel')
  expect(await isPro(user)).toBe(true)
  await query(`update billing_subscriptions set period_end = now() - interval '2 hours', read_at = now() - interval '1 day'`)
  await runBillingCron(app.services)
  await runJobs()
  expect(await isPro(user)).toBe(false)
})

test('a deleted account is not charged again, and remaining records do not name it', async () => {
  const { user, subscription } = await subscriber()
  await runJobs()
  const deleted = await user.call('POST', '/api/v1/me/delete', { password: user.password })
  expect(deleted.status).toBe(204)
  await runJobs()
  expect((await books()).subscriptions).toMatchObject([{ id: subscription, status: 'canceled' }])
  // The provider's invoices remain, without the payer.
  expect(JSON.stringify(await books())).not.toContain(user.email)
  for (const table of ['billing_customers', 'billing_subscriptions', 'billing_events', 'billing_checkouts', 'billing_told']) {
    const { rows } = await query(`select to_jsonb(t)::text as row from ${table} t`)
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${user.id}|${user.email}`))
  }
  expect((await query('select count(*)::int as events from billing_events where amount is not null')).rows[0]?.events).toBeGreaterThan(0)
})

test('an open checkout page cannot be paid for a deleted account', async () => {
  const user = await app.buildUser({ pro: false })
  await user.api('POST', '/billing/checkout')
  await user.call('POST', '/api/v1/me/delete', { password: user.password })
  await runJobs()
  expect((await books()).sessions).toMatchObject([{ status: 'expired' }])
})

test('a new price is announced 30 days ahead and charged from its date', async () => {
  const { user, subscription } = await subscriber()
  await runJobs()
  const { db } = app.services
  const settings = sandboxStripe(sandbox.url)
  const announce = (amount: number, days: number) =>
    announcePrice(
      { db, stripe: createStripe(settings), settled: settings.price },
      { amount, startsAt: new Date(Date.now() + days * DAY * 1000) },
    )
  expect(await announce(2500, 29.99)).toEqual({ refused: 'too-soon' })
  expect(await announce(2000, 31)).toEqual({ refused: 'same-price' })
  const announced = await announce(2500, 31)
  expect(announced).toMatchObject({ change: { amount: 2500, currency: 'usd' } })
  expect(await announce(3000, 40)).toEqual({ refused: 'announced-already' })
  expect(await state(user)).toMatchObject({ price: { amount: 2000 }, announcedPrice: { amount: 2500 } })
  // New subscribers learn of the change as well.
  const offer = createOffer({ db, settled: settings.price })
  expect(await offer()).toMatchObject({ price: { amount: 2000 }, announced: { amount: 2500, from: expect.stringMatching(/Z$/) } })

  await notifyPriceChanges(app.services)
  await notifyPriceChanges(app.services)
  const sent = await mails()
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('Pro costs you $20.00 per month today. It will cost $25.00 per month.')

  const priceOf = async () => (await books()).subscriptions.find(({ id }) => id === subscription)?.items.data[0]?.price.id
  await query(`update billing_price_changes set starts_at = now()`)
  await applyPrices(app.services)
  // Its date has come, but the mail is less than thirty days old.
  expect(await priceOf()).toBe('price_pro_month')
  await query(`update billing_told set told_at = now() - interval '30 days'`)
  await applyPrices(app.services)
  const change = 'change' in announced ? announced.change : null
  expect(await priceOf()).toBe(change?.toPrice)
  await runJobs()
  expect(await state(user)).toMatchObject({ price: { amount: 2500 }, announcedPrice: null })
  await applyPrices(app.services)
  const second = await app.buildUser({ pro: false })
  await second.api('POST', '/billing/checkout')
  expect((await query('select price_id from billing_checkouts where user_id = $1', [second.id])).rows).toEqual([
    { price_id: change?.toPrice },
  ])
})
