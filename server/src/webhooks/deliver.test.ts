import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Webhook as Endpoint, WebhookDelivery } from '@ninesixteen/shared/api/webhooks'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../testing/webhook-receiver.ts'
import { deliverWebhooks, followWebhooks, type SentRequests } from './deliver.ts'
import { addWebhookEvents } from './outbox.ts'
import { deleteOldDeliveries } from './record-attempt.ts'

let app: TestApp
let ann: TestUser
let receiver: WebhookReceiver
beforeEach(async () => {
  app = await startTestApp({ webhooks: { allowPrivate: true }, logLevel: 'error' })
  ann = await app.buildUser()
  receiver = await startWebhookReceiver()
})

interface Created {
  webhook: Endpoint
  secret: string
}
const create = (user: TestUser, path = '/hook', events = ['post.published']) =>
  user.api<Created>('POST', '/webhooks', { name: 'n8n', url: `${receiver.url}${path}`, events })
const publish = (user: TestUser, ...ids: number[]) =>
  app.services.db.asUser(user.id, (tx) =>
    addWebhookEvents(tx, { userId: user.id, type: 'post.published' }, () => ids.map((id) => ({ postId: id }))),
  )
/** Delivers what is due now, not soon. */
const deliver = () => deliverWebhooks(app.services, { signal: new AbortController().signal, soonSeconds: 0 })
const deliveries = (user: TestUser, id: string) => user.api<WebhookDelivery[]>('GET', `/webhooks/${id}/deliveries`)
const list = (user: TestUser) => user.api<Endpoint[]>('GET', '/webhooks')
const execute = (statement: ReturnType<typeof sql>) => app.services.db.asSystem((tx) => tx.execute(statement))
const makeDue = () => execute(sql`update webhook_deliveries set next_at = now() where next_at is not null`)
const verify = (secret: string, index = 0) => {
  const { body, headers } = receiver.received[index] ?? { body: '', headers: {} }
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

describe('an event', () => {
  test('is delivered once, signed, to the endpoints that subscribe to it', async () => {
    const { webhook, secret } = await create(ann)
    await create(ann, '/other', ['post.failed'])
    await publish(ann, 1)
    await deliver()
    await deliver()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect(verify(secret)).toEqual({ type: 'post.published', timestamp: expect.stringMatching(/^\d{4}-.*Z$/), data: { postId: 1 } })
    const [delivery] = await deliveries(ann, webhook.id)
    expect(delivery).toMatchObject({ state: 'delivered', status: 204, attempts: 1, error: null, nextAt: null })
    expect(delivery?.eventId).toBe(receiver.received[0]?.id)
  })

  test('exists exactly if its transaction commits', async () => {
    await create(ann)
    const undone = app.services.db.asUser(ann.id, async (tx) => {
      await addWebhookEvents(tx, { userId: ann.id, type: 'post.published' }, () => [{}])
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await deliver()
    expect(receiver.received).toEqual([])
  })

  test('of another user is not delivered', async () => {
    const bob = await app.buildUser()
    await create(ann)
    await publish(bob, 1)
    await deliver()
    expect(receiver.received).toEqual([])
  })

  test('is delivered by the background job that its notification starts', async () => {
    await create(ann)
    app.services.jobs.work()
    const unsubscribe = followWebhooks(app.services)
    await publish(ann, 1)
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1)
    unsubscribe()
  })

  test('is delivered once per attempt by concurrent workers', async () => {
    for (const path of ['/a', '/b', '/c']) await create(ann, path)
    await publish(ann, ...Array.from({ length: 20 }, (_, index) => index))
    await Promise.all([deliver(), deliver(), deliver()])
    await deliver()
    const receivedIds = receiver.received.map(({ path, id }) => `${path} ${id}`)
    expect(receivedIds).toHaveLength(60)
    expect(new Set(receivedIds).size).toBe(60)
  })
})

describe('a failed attempt', () => {
  test('is repeated on schedule with the same id and a fresh signature, ten times in all', async () => {
    const { webhook, secret } = await create(ann)
    receiver.answerWith((response) => response.writeHead(500).end('out of order'))
    await publish(ann, 1)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await deliver()
      const [delivery] = await deliveries(ann, webhook.id)
      if (delivery?.nextAt && delivery.attemptedAt) waits.push((Date.parse(delivery.nextAt) - Date.parse(delivery.attemptedAt)) / 1000)
      await deliver()
      expect(receiver.received).toHaveLength(attempt)
      await makeDue()
    }
    for (const [index, seconds] of [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(seconds)
      expect(waits[index]).toBeLessThanOrEqual(Math.ceil(seconds * 1.1))
    }
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    verify(secret, 9)
    const [delivery] = await deliveries(ann, webhook.id)
    expect(delivery).toMatchObject({
      state: 'failed',
      attempts: 10,
      status: 500,
      answer: 'out of order',
      error: 'The endpoint answered 500.',
    })
    expect((await list(ann))[0]?.failingSince).not.toBeNull()
  })

  test('that the user resends can succeed, and ends the failing state of the endpoint', async () => {
    const { webhook } = await create(ann)
    receiver.answerWith((response) => response.writeHead(302, { location: '/elsewhere' }).end())
    await publish(ann, 1)
    await deliver()
    const [failed] = await deliveries(ann, webhook.id)
    expect(failed?.error).toBe('The endpoint redirected (302). Redirects aren’t followed.')
    receiver.answerWith((response) => response.writeHead(200).end('ok'))
    await ann.api('POST', `/webhook-deliveries/${failed?.id}/resend`)
    await deliver()
    expect((await deliveries(ann, webhook.id))[0]).toMatchObject({ state: 'delivered', eventId: failed?.eventId, answer: 'ok' })
    expect((await list(ann))[0]?.failingSince).toBeNull()
  })

  test('of a crashed process is repeated when its lease expires', async () => {
    await create(ann)
    await publish(ann, 1)
    await execute(sql`update webhook_endpoints set busy_until = now() + interval '1 minute'`)
    await deliver()
    expect(receiver.received).toHaveLength(0)
    await execute(sql`update webhook_endpoints set busy_until = now() - interval '1 second'`)
    await deliver()
    expect(receiver.received).toHaveLength(1)
  })

  test('to a slow endpoint delays no other endpoint', async () => {
    const bob = await app.buildUser()
    await create(ann, '/slow')
    await create(bob, '/quick')
    const release = Promise.withResolvers<void>()
    receiver.answerWith((response, { path }) => {
      const ready = path === '/slow' ? release.promise : Promise.resolve()
      void ready.then(() => response.writeHead(204).end())
    })
    await publish(ann, 1, 2, 3)
    await publish(bob, 1, 2, 3)
    const running = deliver()
    await expect.poll(() => receiver.received.filter(({ path }) => path === '/quick')).toHaveLength(3)
    expect(receiver.received.filter(({ path }) => path === '/slow')).toHaveLength(1)
    release.resolve()
    await running
    expect(receiver.received).toHaveLength(6)
  })
})

test('a run that is over leaves a slow endpoint to the next run, which delivers to others meanwhile', async () => {
  const bob = await app.buildUser()
  await create(ann, '/slow')
  await create(bob, '/quick')
  const release = Promise.withResolvers<void>()
  receiver.answerWith((response, { path }) => {
    const ready = path === '/slow' ? release.promise : Promise.resolve()
    void ready.then(() => response.writeHead(204).end())
  })
  const sending: SentRequests = new Map()
  const run = (runMs?: number) =>
    deliverWebhooks(app.services, { signal: new AbortController().signal, sending, soonSeconds: 0, ...(runMs !== undefined && { runMs }) })
  await publish(ann, 1, 2)
  await run(0)
  expect(sending.size).toBe(1)
  await publish(bob, 1, 2, 3)
  const next = run()
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/quick')).toHaveLength(3)
  release.resolve()
  await next
  expect(receiver.received.map(({ path }) => path)).toEqual(['/slow', '/quick', '/quick', '/quick', '/slow'])
})

/** More than any response here takes on a busy machine. */
const BUSY_MS = 60_000

describe('slots', () => {
  const run = (options: { slowMs: number }) =>
    deliverWebhooks(app.services, { signal: new AbortController().signal, soonSeconds: 0, ...options })
  const receivedBy = (path: string) => receiver.received.filter((webhook) => webhook.path === path).length

  test('are held by slow endpoints to a half at most, so that those of other users get their events at once', async () => {
    const bob = await app.buildUser()
    await create(bob, '/fast')
    await publish(bob, 0)
    await run({ slowMs: BUSY_MS })
    const release = Promise.withResolvers<void>()
    receiver.answerWith((response, { path }) => {
      const ready = path === '/slow' ? release.promise : Promise.resolve()
      void ready.then(() => response.writeHead(204).end())
    })
    const others = await Promise.all(Array.from({ length: 8 }, () => app.buildUser()))
    await Promise.all(others.flatMap((user) => Array.from({ length: 4 }, () => create(user, '/slow'))))
    for (const user of others) await publish(user, 1)
    const running = run({ slowMs: BUSY_MS })
    await expect.poll(() => receivedBy('/slow')).toBe(16)
    // Each user has two of them.
    const { rows } = await execute(sql`select count(*)::int as many from webhook_endpoints where busy_until > now() group by user_id`)
    expect(rows).toEqual(Array.from(others, () => ({ many: 2 })))
    await publish(bob, 1, 2, 3)
    await expect.poll(() => receivedBy('/fast')).toBe(4)
    expect(receivedBy('/slow')).toBe(16)
    release.resolve()
    await running
    expect([receivedBy('/slow'), receivedBy('/fast')]).toEqual([32, 4])
  })

  test('are those of slow endpoints for an hour after a slow response, and before the first', async () => {
    await create(ann)
    const isFast = async () => (await execute(sql`select slow_until <= now() as fast from webhook_endpoints`)).rows[0]
    const sent = async (slowMs: number) => {
      await publish(ann, 1)
      await run({ slowMs })
      return isFast()
    }
    expect(await isFast()).toEqual({ fast: null })
    expect(await sent(BUSY_MS)).toEqual({ fast: true })
    expect(await sent(0)).toEqual({ fast: false })
    expect(await sent(BUSY_MS)).toEqual({ fast: false })
    await execute(sql`update webhook_endpoints set slow_until = slow_until - interval '1 hour'`)
    expect(await sent(BUSY_MS)).toEqual({ fast: true })
    const [webhook] = await list(ann)
    await ann.api('PATCH', `/webhooks/${webhook?.id}`, { url: `${receiver.url}/moved` })
    expect(await isFast()).toEqual({ fast: null })
  })
})

describe('an endpoint', () => {
  test('that responds 410 is switched off with a notification', async () => {
    const { webhook } = await create(ann)
    receiver.answerWith((response) => response.writeHead(410).end())
    await publish(ann, 1, 2)
    await deliver()
    await publish(ann, 3)
    await makeDue()
    await deliver()
    expect(receiver.received).toHaveLength(1)
    expect((await list(ann))[0]).toMatchObject({ isOn: false, offReason: 'gone' })
    expect((await deliveries(ann, webhook.id)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    const { items } = await ann.api<Notifications>('GET', '/notices')
    expect(items.map(({ title, href }) => [title, href])).toEqual([['Webhook “n8n” was switched off', '/settings?tab=webhooks']])
    expect((await ann.call<ErrorBody>('POST', `/api/v1/webhooks/${webhook.id}/test`)).body.error.code).toBe('WEBHOOK_OFF')
  })

  test('that fails for five days is switched off once, and can be switched on again', async () => {
    const { webhook } = await create(ann)
    receiver.answerWith((response) => response.writeHead(500).end())
    await publish(ann, 1)
    await deliver()
    await execute(sql`update webhook_endpoints set failing_since = now() - interval '4 days 23 hours'`)
    await makeDue()
    await deliver()
    expect((await list(ann))[0]?.isOn).toBe(true)
    await execute(sql`update webhook_endpoints set failing_since = now() - interval '5 days 1 minute'`)
    await makeDue()
    await deliver()
    expect((await list(ann))[0]).toMatchObject({ isOn: false, offReason: 'failing' })
    expect((await ann.api<Notifications>('GET', '/notices')).items).toHaveLength(1)
    const on = await ann.api<Endpoint>('PATCH', `/webhooks/${webhook.id}`, { isOn: true })
    expect(on).toMatchObject({ isOn: true, offReason: null, failingSince: null })
    receiver.answerWith((response) => response.writeHead(200).end())
    await publish(ann, 2)
    await deliver()
    expect(receiver.received.at(-1)?.event.data).toEqual({ postId: 2 })
  })

  test('gets signatures of both secrets during a rotation, which ends after a day or on demand', async () => {
    const { webhook, secret } = await create(ann)
    const rotated = await ann.api<Created>('POST', `/webhooks/${webhook.id}/secret`)
    expect(rotated.secret).not.toBe(secret)
    expect(Date.parse(rotated.webhook.oldSecretUntil ?? '') - Date.now()).toBeGreaterThan(86_000_000)
    await publish(ann, 1)
    await deliver()
    expect(verify(secret)).toEqual(verify(rotated.secret))
    await execute(sql`update webhook_endpoints set old_secret_until = now()`)
    await publish(ann, 2)
    await deliver()
    verify(rotated.secret, 1)
    expect(() => verify(secret, 1)).toThrow('No matching signature')
    expect((await list(ann))[0]?.oldSecretUntil).toBeNull()
    const rotatedAgain = await ann.api<Created>('POST', `/webhooks/${webhook.id}/secret`)
    expect((await ann.api<Endpoint>('DELETE', `/webhooks/${webhook.id}/old-secret`)).oldSecretUntil).toBeNull()
    await publish(ann, 3)
    await deliver()
    verify(rotatedAgain.secret, 2)
    expect(() => verify(rotated.secret, 2)).toThrow('No matching signature')
  })

  test('gets a test event whatever it subscribes to', async () => {
    const { webhook, secret } = await create(ann)
    await ann.api('POST', `/webhooks/${webhook.id}/test`)
    await deliver()
    expect(verify(secret)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id, name: 'n8n' } })
  })
})

test('limits users to ten endpoints, each with at least one event', async () => {
  for (let count = 0; count < 10; count += 1) await create(ann)
  expect((await ann.call<ErrorBody>('POST', '/api/v1/webhooks', { url: receiver.url, events: ['post.failed'] })).status).toBe(409)
  const { body } = await ann.call<ErrorBody>('POST', '/api/v1/webhooks', { url: receiver.url, events: [] })
  expect(body.error.code).toBe('WEBHOOK_NO_EVENTS')
})

test('returns 404 for endpoints and deliveries of other users', async () => {
  const { webhook } = await create(ann)
  await publish(ann, 1)
  const [delivery] = await deliveries(ann, webhook.id)
  const bob = await app.buildUser()
  const id = webhook.id
  const statuses = await Promise.all([
    bob.call('PATCH', `/api/v1/webhooks/${id}`, { isOn: false }),
    bob.call('DELETE', `/api/v1/webhooks/${id}`),
    bob.call('POST', `/api/v1/webhooks/${id}/secret`),
    bob.call('DELETE', `/api/v1/webhooks/${id}/old-secret`),
    bob.call('POST', `/api/v1/webhooks/${id}/test`),
    bob.call('GET', `/api/v1/webhooks/${id}/deliveries`),
    bob.call('POST', `/api/v1/webhook-deliveries/${delivery?.id}/resend`),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  expect(await list(bob)).toEqual([])
  expect((await list(ann))[0]).toEqual(webhook)
})

test('secrets are stored encrypted, and never listed', async () => {
  const { secret } = await create(ann)
  expect(JSON.stringify(await list(ann))).not.toContain('whsec_')
  const { rows } = await execute(sql`select secret from webhook_endpoints`)
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows[0]?.secret).toMatch(/^sealed\.v1\./)
})

test('retains deliveries for thirty days', async () => {
  const { webhook } = await create(ann)
  await publish(ann, 1, 2)
  await deliver()
  await execute(sql`update webhook_deliveries set created_at = now() - interval '30 days 1 hour' where body like '%"postId":1%'`)
  await deleteOldDeliveries(app.services)
  expect((await deliveries(ann, webhook.id)).map(({ body }) => JSON.parse(body).data)).toEqual([{ postId: 2 }])
})
