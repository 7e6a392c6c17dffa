import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts, users } from '../db/schema-accounts.ts'
import type { Db } from '../db/db.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { contentIdeas } from '../db/schema-projects.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { startTestApp } from '../testing/app.ts'
import { routeMatrix } from '../testing/route-matrix/matrix.ts'
import { insertOwned } from '../testing/route-matrix/owned.ts'
import { callRoute } from '../testing/route-matrix/row.ts'
import { startMatrixApp } from '../testing/route-matrix/start.ts'

/** Statements that wait for a lock of another transaction. */
async function waitingStatements(db: Db): Promise<number> {
  const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await db.asSystem((tx) => tx.execute(waiting))).rows.length
}

/** Deletes a user, up to the commit. */
async function holdDeletion(db: Db, userId: string): Promise<{ commit(): Promise<void> }> {
  const [deleted, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const deleting = db.long.asSystem(async (tx) => {
    await tx.delete(scheduledPosts).where(eq(scheduledPosts.userId, userId))
    await tx.delete(mediaItems).where(eq(mediaItems.userId, userId))
    await tx.delete(files).where(eq(files.userId, userId))
    await tx.delete(users).where(eq(users.id, userId))
    deleted.resolve()
    await committed.promise
  })
  await deleted.promise
  return { commit: () => (committed.resolve(), deleting) }
}

test('none of the writes that race the deletion of their account ends in a server error', async () => {
  const app = await startMatrixApp()
  const { db } = app.services
  const owner = await app.buildUser()
  const owned = await insertOwned(app, owner)
  // Those that need another service fail without it.
  const writes = Object.entries(routeMatrix).filter(
    ([
      name,
      {
        expect: [, , , own],
      },
    ]) => !name.startsWith('GET ') && own < 300,
  )
  expect(writes.length).toBeGreaterThan(80)
  const deletion = await holdDeletion(db, owner.id)
  const outcomes = Promise.all(
    writes.map(async ([name, row]) => `${name}: ${(await callRoute(name, row, { caller: owner, owned })).status}`),
  )
  // Requests that got that far have read their session.
  await expect.poll(() => waitingStatements(db)).toBeGreaterThanOrEqual(4)
  await deletion.commit()
  const statuses = await outcomes
  expect(statuses.filter((outcome) => / 5\d\d$/.test(outcome))).toEqual([])
  // The timing decides which writes came first: those that find nothing to change say so.
  expect(statuses.filter((outcome) => outcome.endsWith(' 410')).length).toBeGreaterThanOrEqual(1)
})

test('a user who writes while deleting the account gets no server error', async () => {
  const app = await startTestApp()
  for (let round = 0; round < 4; round += 1) {
    const user = await app.buildUser()
    const write = () => [
      user.call('PATCH', '/api/v1/me/settings', { theme: 'light' }),
      user.call('POST', '/api/v1/companies', { name: 'x' }),
      user.call('PUT', '/api/v1/credentials', { values: { 'openai.model': 'x' } }),
      user.call('POST', '/api/v1/calendar-link'),
    ]
    const before = write()
    const deleting = user.call('POST', '/api/v1/me/delete', { password: user.password })
    const outcomes = await Promise.all([...before, ...write(), ...write(), ...write()])
    expect(outcomes.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect((await deleting).status).toBe(204)
  }
})

test('writes that wait for the deletion of their account are told that it is being deleted', async () => {
  const app = await startTestApp()
  const { db } = app.services
  const user = await app.buildUser()
  const deletion = await holdDeletion(db, user.id)
  const writes = [
    user.call('PATCH', '/api/v1/me/settings', { theme: 'light' }),
    user.call('PUT', '/api/v1/credentials', { values: { 'openai.model': 'x' } }),
    user.call('POST', '/api/v1/calendar-link'),
  ]
  await expect.poll(() => waitingStatements(db)).toBe(writes.length)
  await deletion.commit()
  for (const { status, body } of await Promise.all(writes))
    expect([status, body]).toEqual([410, { error: { code: 'ACCOUNT_DELETED', message: 'This account is being deleted.' } }])
  expect(app.logged).toEqual([])
})

test('a missing object is told apart from a deleted account', async () => {
  const app = await startTestApp()
  const { db } = app.services
  const user = await app.buildUser()
  const idea = { userId: user.id, companyId: '00000000-0000-4000-8000-000000000000', title: 'x', category: 'tips' as const }
  const insert = () => db.asUser(user.id, (tx) => tx.insert(contentIdeas).values(idea))
  await expect(insert()).rejects.toMatchObject({ cause: { code: '23503' } })
  await db.asSystem((tx) => tx.delete(accounts).where(eq(accounts.userId, user.id)))
  await expect(insert()).rejects.toMatchObject({ code: 'ACCOUNT_DELETED' })
})
