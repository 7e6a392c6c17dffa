import { expect, onTestFinished, test } from 'vitest'
import type { ChangeEvent } from '@ninesixteen/shared/api/events'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

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

test('limits the open streams of a user', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  for (let n = 0; n < 20; n++) await openStream(ann)
  const { status, headers } = await ann.call('GET', '/api/events')
  expect([status, headers.get('retry-after')]).toEqual([429, '10'])
})
