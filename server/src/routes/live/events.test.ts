import { expect, onTestFinished, test } from 'vitest'
import type { ChangeEvent } from '@ninesixteen/shared/api/events'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

/** Collects the events of a page as they arrive. */
async function open(user: TestUser, query = ''): Promise<{ told: ChangeEvent['type'][]; ended: Promise<void>; leave(): void }> {
  const left = new AbortController()
  const response = await user.fetch(`/api/events${query}`, { signal: left.signal })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  const told: ChangeEvent['type'][] = []
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) {
        for (const [, data = ''] of decoder.decode(chunk).matchAll(/^data: (.*)$/gm)) {
          const event = JSON.parse(data) as ChangeEvent
          // It contains only what has changed.
          expect(Object.keys(event)).toEqual(['type'])
          told.push(event.type)
        }
      }
    } catch (error) {
      if (!left.signal.aborted) throw error
    }
  }
  const ended = read()
  onTestFinished(() => left.abort())
  return { told, ended, leave: () => left.abort() }
}

const change = (app: TestApp, user: TestUser, what: string) =>
  app.services.db.pool.query('select pg_notify($1, $2)', ['person_changed', JSON.stringify({ userId: user.id, what })])

test('a page gets the changes of its user, with the Pro plan or without, and none of other users', async () => {
  const app = await startTestApp()
  const [ann, bob] = [await app.buildUser(), await app.buildUser({ pro: false })]
  const [anns, again, bobs] = [await open(ann), await open(ann, `?person=${ann.id}`), await open(bob)]
  // The first subscriber opens the connection, and then all are told to refresh.
  await expect.poll(() => anns.told.length).toBe(2)
  await change(app, bob, 'notices')
  await expect.poll(() => bobs.told).toContain('notices')
  await change(app, ann, 'posts')
  await expect.poll(() => [anns.told.at(-1), again.told.at(-1)]).toEqual(['posts', 'posts'])
  for (const { told } of [anns, again, bobs]) expect(told[0]).toBe('all')
  expect([...anns.told, ...again.told]).not.toContain('notices')
  expect(bobs.told).not.toContain('posts')
})

test('a page of another user than the signed-in one is rejected', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const { status, body } = await ann.call('GET', '/api/events?person=somebody-else')
  expect([status, body]).toMatchObject([409, { error: { code: 'WRONG_PERSON' } }])
})

test('a session that ended while nothing was heard of it is followed no further', async () => {
  const app = await startTestApp()
  const [ann, bob] = [await app.buildUser(), await app.buildUser()]
  const [anns, bobs] = [await open(ann), await open(bob)]
  await expect.poll(() => anns.told.length).toBe(2)
  // Deletes the session without the notification that ends streams, as if its connection was lost at that moment.
  await app.services.db.pool.query('delete from sessions where user_id = $1', [ann.id])
  const ours = "application_name = 'ninesixteen changes' and datname = current_database()"
  await app.services.db.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${ours}`)
  await anns.ended
  await change(app, bob, 'posts')
  await expect.poll(() => bobs.told).toContain('posts')
})

test('what a page that left had subscribed to is given back, and the end of the product ends the streams', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  const { changes } = app.services
  let taken = 0
  const subscribe = changes.subscribe.bind(changes)
  changes.subscribe = (...args) => {
    const leave = subscribe(...args)
    taken += 1
    return () => {
      taken -= 1
      leave()
    }
  }
  const one = await open(ann)
  const ofOne = taken
  expect(ofOne).toBeGreaterThan(0)
  const other = await open(ann)
  expect(taken).toBe(2 * ofOne)
  one.leave()
  await one.ended
  await expect.poll(() => taken).toBe(ofOne)
  await app.services.changes.close()
  await other.ended
})

test('one user has a limited number open; the next is told to come back later', async () => {
  const app = await startTestApp()
  const ann = await app.buildUser()
  for (let n = 0; n < 20; n++) await open(ann)
  const { status, headers } = await ann.call('GET', '/api/events')
  expect([status, headers.get('retry-after')]).toEqual([429, '10'])
})
