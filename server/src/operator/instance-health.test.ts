import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Failure, InstanceState, LogEntry, Provider } from '@ninesixteen/shared/api/operator'

import type { ErrorBody } from '@ninesixteen/shared/errors'
import { mails } from '../db/schema-notifications.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { billingCustomers, billingSubscriptions } from '../db/schema-billing.ts'
import { createFetch } from '../providers/http.ts'
import { buildSlide, startTestApp, type TestSettings } from '../testing/app.ts'
import { sandboxStock } from '../testing/sandbox-stock.ts'
import { countProviderRequests } from './provider-calls.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

async function start(settings: TestSettings = {}) {
  const app = await startTestApp({ operators: ['boss@example.org'], ...settings })
  const boss = await app.buildUser({ email: 'boss@example.org' })
  const state = () => boss.api<InstanceState>('GET', '/operator/state')
  const of = async (provider: Provider) => (await state()).providers.find((one) => one.provider === provider)
  return { app, boss, state, of }
}

/** Responds with these statuses in order. */
async function answering(...statuses: number[]): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(statuses.shift() ?? 500)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("a provider's last success and failure are recorded for configured addresses only", async () => {
  const url = await answering(200, 503, 404)
  const { app, of } = await start({ platforms: sandboxPlatforms(url) })
  const calls = countProviderRequests(app.services)
  onTestFinished(() => calls.stop())
  const fetchProvider = createFetch({ answerMs: 5000, silenceMs: 5000 })
  await fetchProvider(`${url}/tiktok/v2/user/info/`)
  await calls.write()
  expect(await of('tiktok')).toMatchObject({ kind: 'sandbox', succeededAt: expect.any(String), failedAt: null, failure: null })
  expect(await of('tumblr')).toMatchObject({ succeededAt: null, failedAt: null })

  const previous = await of('tiktok')
  await fetchProvider(`${url}/tiktok/v2/post`)
  // An address that only shares the prefix is another one.
  await fetchProvider(`${url}/tiktok-of-somebody-else`)
  await calls.write()
  expect(await of('tiktok')).toMatchObject({ succeededAt: previous?.succeededAt, failedAt: expect.any(String), failure: 'status 503' })

  await expect(fetchProvider('http://127.0.0.1:9/tumblr/v2/info')).rejects.toThrow('unreachable')
  await calls.write()
  expect(await of('tumblr')).toMatchObject({ succeededAt: null, failedAt: null })
})

test('photo services and the images API have states of their own', async () => {
  const url = await answering(200, 503, 200, 401)
  const images = { baseUrl: `${url}/v1`, apiKey: 'sk-test', model: 'm', timeoutMs: 5000, daily: 20, sandbox: false }
  const stock = sandboxStock(url)
  const { app, state } = await start({ images, stock: { ...stock, pexels: { ...stock.pexels, key: null } } })
  const calls = countProviderRequests({
    ...app.services,
    config: { ...app.services.config, ai: { ...app.services.config.ai, baseUrl: `${url}/v1` } },
  })
  onTestFinished(() => calls.stop())
  const fetchProvider = createFetch({ answerMs: 5000, silenceMs: 5000 })
  for (const path of ['/v1/images/generations', '/openverse/v1/images/', '/v1/chat/completions', '/pixabay/api/'])
    await fetchProvider(url + path)
  await calls.write()
  const { providers, photoProviders } = await state()
  expect(photoProviders).toMatchObject([
    { provider: 'images', kind: 'real', succeededAt: expect.any(String), failedAt: null },
    { provider: 'openverse', kind: 'sandbox', succeededAt: null, failure: 'status 503' },
    { provider: 'pexels', kind: 'off', succeededAt: null, failedAt: null },
    { provider: 'pixabay', kind: 'sandbox', failure: 'status 401' },
  ])
  expect(providers.find(({ provider }) => provider === 'ai')).toMatchObject({ succeededAt: expect.any(String), failedAt: null })
})

test('instance health reports mails, files and disk space', async () => {
  const { app, boss, state } = await start()
  await boss.buildPhoto()
  await app.services.db.asSystem((tx) =>
    tx.insert(mails).values([
      { userId: boss.id, template: 'notices', state: 'sent', attempts: 1, sentAt: new Date('2026-01-01T10:00:00Z') },
      { userId: boss.id, template: 'notices' },
      { userId: boss.id, template: 'notices', state: 'refused', attempts: 1, reason: 'EENVELOPE: no such mailbox' },
      { userId: boss.id, template: 'notices', state: 'dropped', attempts: 21, createdAt: sql`now() - interval '8 days'` },
      // Never attempted: its address is made up.
      { userId: boss.id, template: 'notices', state: 'dropped', attempts: 0, reason: 'The account is a demo with a made-up address.' },
    ]),
  )
  const { mail, disk, worker } = await state()
  expect(mail).toEqual({
    by: 'files',
    lastSentAt: '2026-01-01T10:00:00.000Z',
    waiting: 1,
    refused: 1,
    dropped: 0,
    unsure: 0,
    lastReason: 'EENVELOPE: no such mailbox',
  })
  expect(worker).toEqual({ isAlive: false, beatAt: null })
  expect(disk.files.count).toBe(1)
  for (const bytes of [disk.free, disk.size, disk.database, disk.files.bytes]) expect(bytes).toBeGreaterThan(0)
})

test('failures are counted by day and kind, without user texts', async () => {
  const { app, boss } = await start()
  const post = { userId: boss.id, platform: 'tiktok', accountId: 'x', snapshot: [buildSlide('hello')], caption: 'words of a person' }
  const failed = {
    ...post,
    status: 'failed' as const,
    delivery: 'failed' as const,
    errorCode: 'spam_risk',
    errorMessage: 'words of a platform',
  }
  await app.services.db.asSystem(async (tx) => {
    await tx.insert(scheduledPosts).values([
      failed,
      failed,
      { ...failed, errorCode: null },
      { ...failed, updatedAt: sql`now() - interval '8 days'` },
      // The user cancelled it, which is no failure.
      { ...failed, delivery: 'cancelled' as const },
    ])
    await tx.insert(mails).values({ userId: boss.id, template: 'notices', state: 'refused', attempts: 1, reason: 'words of a server' })
  })
  await app.services.jobs.runDue()
  await app.services.db.pool.query(
    `insert into pgboss.job (name, state, completed_on, created_on) values ('send-mail', 'failed', now(), now())`,
  )
  const failures = await boss.api<Failure[]>('GET', '/operator/failures')
  expect(failures.map(({ kind, what, count }) => `${kind}: ${what}: ${count}`).toSorted()).toEqual([
    'job: send-mail: 1',
    'mail: notices, refused: 1',
    'post: tiktok, spam_risk: 2',
    'post: tiktok: 1',
  ])
  for (const { day, lastAt } of failures) expect(lastAt.startsWith(day)).toBe(true)
  expect(JSON.stringify(failures)).not.toContain('words of')
})

test('unassigned payments are listed and can be assigned to an account', async () => {
  const { app, boss, state } = await start()
  await app.services.db.asSystem(async (tx) => {
    await tx.insert(billingCustomers).values({ id: 'cus_lost', email: 'payer@example.org' })
    await tx.insert(billingSubscriptions).values({ id: 'sub_lost', customerId: 'cus_lost', status: 'active' })
  })
  expect((await state()).payments).toMatchObject([{ customerId: 'cus_lost', email: 'payer@example.org', status: 'active' }])

  const assign = (email: string) => boss.call<ErrorBody>('POST', '/api/v1/operator/payments/cus_lost/assign', { email })
  const refused = async (email: string) => (await assign(email)).body.error.code
  const ann = await app.buildUser({ pro: false })
  expect(await refused('nobody@example.org')).toBe('EMAIL_UNKNOWN')
  expect((await assign(ann.email.toUpperCase())).status).toBe(204)
  expect(await refused(ann.email)).toBe('PAYMENT_ASSIGNED')
  expect((await state()).payments).toEqual([])
  expect(await ann.api('GET', '/me')).toMatchObject({ proPlan: true })
  const { items } = await boss.api<{ items: LogEntry[] }>('GET', '/operator/log')
  expect(items).toMatchObject([{ action: 'assign-payment', target: ann.email, detail: { customer: 'cus_lost' } }])
})
