import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { ChangeEvent } from '@ninesixteen/shared/api/events'
import { webhookDeliveries } from '../../db/schema-webhooks.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { connectAccount } from '../../testing/scheduler.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

/** Collects the events of a page as they arrive. */
async function openStream(user: TestUser, query = ''): Promise<{ received: ChangeEvent['type'][]; ended: Promise<void>; close(): void }> {
  const client = new AbortController()
  const response = await user.fetch(`/api/events${query}`, { signal: client.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const received: ChangeEvent['type'][] = []
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) {
          const event = JSON.parse(data) as ChangeEvent
          // It contains only what has changed.
          expect(Object.keys(event)).toEqual(['type'])
          received.push(event.type)
        }
      }
    } catch (error) {
      if (!client.signal.aborted) throw error
    }
  }
  const ended = read()
  onTestFinished(() => client.abort())
  return { received, ended, close: () => client.abort() }
}

const change = (app: TestApp, user: TestUser, kind: string) =>
  app.services.db.pool.query('select pg_notify($1, $2)', ['person_changed', JSON.stringify({ userId: user.id, what: kind })])

/** Returns whether work of a user reports changes of a kind. */
async function reporting(
  app: TestApp,
  user: TestUser,
  kind: ChangeEvent['type'],
): Promise<(work: () => Promise<unknown>) => Promise<boolean>> {
  const { received } = await openStream(user)
  await expect.poll(() => received.length).toBe(2)
  return async (work) => {
    received.length = 0
    await work()
    // Events arrive in the order of their transactions.
    await change(app, user, 'plan')
    await expect.poll(() => received).toContain('plan')
    return received.includes(kind)
  }
}

test('streams the changes of the user, with or without the Pro plan, and of no other user', async () => {
  const app = await startTestApp()
  const [ann, bob] = [await app.buildUser(), await app.buildUser({ pro: false })]
  const [anns, again, bobs] = [await openStream(ann), await openStream(ann, `?person=${ann.id}`), await openStream(bob)]
  // The first subscriber opens the connection, and then all are told to refresh.
  await expect.poll(() => anns.received.length).toBe(2)
  await change(app, bob, 'notices')
  await expect.poll(() => bobs.received).toContain('notices')
  await change(app, ann, 'posts')
  await expect.poll(() => [anns.received.at(-1), again.received.at(-1)]).toEqual(['posts', 'posts'])
  for (const { received } of [anns, again, bobs]) expect(received[0]).toBe('all')
  expect([...anns.received, ...again.received]).not.toContain('notices')
  expect(bobs.received).not.toContain('posts')
})

test('reports slideshows that are created, renamed and deleted, and no save that changes no list', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const reported = await reporting(app, ann, 'projects')
  const first = buildSlide('first')
  const { id, version } = await ann.buildProject({ slides: [first] })
  const save = (slides: object[], on: number) => ann.api('PUT', `/projects/${id}`, { version: on, saveId: randomUUID(), slides })
  expect(await reported(() => ann.buildProject())).toBe(true)
  expect(await reported(() => ann.api('PATCH', `/projects/${id}`, { title: 'Another title' }))).toBe(true)
  expect(await reported(() => save([{ ...first, textBoxes: [] }], version + 1))).toBe(false)
  expect(await reported(() => save([first, buildSlide('second')], version + 2))).toBe(true)
  expect(await reported(() => ann.api('DELETE', `/projects/${id}`))).toBe(true)
})

test('reports accounts that are connected, renamed and disconnected, and no new token', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const reported = await reporting(app, ann, 'accounts')
  const { db } = app.services
  const isAnns = eq(socialAccounts.userId, ann.id)
  const set = (row: Partial<typeof socialAccounts.$inferInsert>) =>
    db.asUser(ann.id, (tx) => tx.update(socialAccounts).set(row).where(isAnns))
  expect(await reported(() => connectAccount(app, ann, { platform: 'tumblr' }))).toBe(true)
  expect(await reported(() => set({ username: 'dawn-roast' }))).toBe(true)
  expect(await reported(() => set({ accessToken: 'sealed' }))).toBe(false)
  expect(await reported(() => set({ state: 'reconnect' }))).toBe(true)
  expect(await reported(() => db.asUser(ann.id, (tx) => tx.delete(socialAccounts).where(isAnns)))).toBe(true)
})

test('rejects a page of another user', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const { status, body } = await ann.call('GET', '/api/events?person=somebody-else')
  expect([status, body]).toMatchObject([409, { error: { code: 'WRONG_PERSON' } }])
})

test('closes the stream of a session that ended unnoticed', async () => {
  const app = await startTestApp()
  const [ann, bob] = [await app.buildUser(), await app.buildUser()]
  const [anns, bobs] = [await openStream(ann), await openStream(bob)]
  await expect.poll(() => anns.received.length).toBe(2)
  // Deletes the session without the notification that ends streams, as if its connection was lost at that moment.
  await app.services.db.pool.query('delete from sessions where user_id = $1', [ann.id])
  const ours = "application_name = 'ninesixteen changes' and datname = current_database()"
  await app.services.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`)
  await anns.ended
  await change(app, bob, 'posts')
  await expect.poll(() => bobs.received).toContain('posts')
})

test('releases subscriptions of closed pages, and ends streams on shutdown', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const { changes } = app.services
  let subscriptions = 0
  const subscribe = changes.subscribe.bind(changes)
  changes.subscribe = (...args) => {
    const leave = subscribe(...args)
    subscriptions += 1
    return () => {
      subscriptions -= 1
      leave()
    }
  }
  const one = await openStream(ann)
  const ofOne = subscriptions
  expect(ofOne).toBeGreaterThan(0)
  const other = await openStream(ann)
  expect(subscriptions).toBe(2 * ofOne)
  one.close()
  await one.ended
  await expect.poll(() => subscriptions).toBe(ofOne)
  await app.services.changes.close()
  await other.ended
})

test('reports deliveries of webhooks, and no update that changes no state', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const reported = await reporting(app, ann, 'webhooks')
  const webhook = { name: 'hook', url: 'https://example.com/hook', events: ['post.failed'] }
  const { webhook: endpoint } = await ann.api<{ webhook: { id: string } }>('POST', '/webhooks', webhook)
  expect(await reported(() => ann.api('POST', `/webhooks/${endpoint.id}/test`))).toBe(true)
  const update = (set: Partial<typeof webhookDeliveries.$inferInsert>) =>
    app.services.db.asUser(ann.id, (tx) => tx.update(webhookDeliveries).set(set).where(eq(webhookDeliveries.endpointId, endpoint.id)))
  expect(await reported(() => update({ state: 'delivered', nextAt: null }))).toBe(true)
  expect(await reported(() => update({ answer: 'thanks' }))).toBe(false)
})

test('limits the open streams of a user', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  for (let n = 0; n < 20; n++) await openStream(ann)
  const { status, headers } = await ann.call('GET', '/api/events')
  expect([status, headers.get('retry-after')]).toEqual([429, '10'])
})
