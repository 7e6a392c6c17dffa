import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  const userIds = ['ann', 'bob']
  await database.db.asSystem(async (tx) => {
    await tx.insert(users).values(userIds.map((id) => ({ id, name: id, email: `${id}@example.org` })))
    await tx.insert(companies).values(userIds.map((userId) => ({ userId, name: `of ${userId}` })))
  })
})

afterAll(() => database.drop())

test("readAsUser reads only the user's rows, whatever the statement says", async () => {
  const { db } = database
  const names = (userId: string) => db.readAsUser<{ name: string }>(userId, sql`select name from companies order by name`)
  expect([await names('ann'), await names('bob'), await names("bob' or true --")]).toEqual([[{ name: 'of ann' }], [{ name: 'of bob' }], []])
  // The connection keeps none of it.
  const [who] = (
    await db.asSystem((tx) =>
      tx.execute<{ id: string; role: string }>(sql`select current_setting('app.user_id', true) as id, current_user as role`),
    )
  ).rows
  expect([who?.id ?? '', who?.role]).toEqual(['', expect.not.stringMatching(/^ninesixteen_app$/)])
})

test('readAsUser preserves every text', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer(), fc.boolean(), async (text, number, truth) => {
      fc.pre(!text.includes('\0') && text.isWellFormed())
      const rows = await db.readAsUser(
        'ann',
        sql`select ${text}::text as text, ${number}::bigint::float8 as number, ${truth}::boolean as truth`,
      )
      expect(rows).toEqual([{ text, number, truth }])
    }),
    {
      numRuns: 200,
      examples: [
        ["'; drop table companies; --", 0, true],
        ["\\'; commit; --", -1, false],
        ['$1 %s ? \\', 1, true],
      ],
    },
  )
})

test('readAsUser cannot write, and a failed statement leaves the connection usable', async () => {
  const { db } = database
  const writing = db.readAsUser('ann', sql`insert into companies (user_id, name) values ('ann', 'new') returning name`)
  await expect(writing).rejects.toThrow('read-only transaction')
  await expect(db.readAsUser('ann', sql`select nothing from nowhere`)).rejects.toThrow('nowhere')
  expect(await db.readAsUser('ann', sql`select name from companies`)).toEqual([{ name: 'of ann' }])
  expect(db.pool.totalCount).toBe(db.pool.idleCount)
})
