import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { companies, userSettings, users } from './schema.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.db.orm.insert(users).values([
    { id: 'ann', name: 'Ann', email: 'ann@example.com' },
    { id: 'bob', name: 'Bob', email: 'bob@example.com' },
  ])
  await database.db.asUser('ann', (tx) => tx.insert(companies).values({ userId: 'ann', name: 'Of Ann' }))
})

afterAll(() => database.drop())

describe('row security', () => {
  test('stands, forced and with a policy, on every table that has a user_id', async () => {
    const { rows } = await database.db.pool.query<{ name: string; enabled: boolean; forced: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname = 'own_rows') as policies
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows) expect(row).toMatchObject({ enabled: true, forced: true, policies: 1 })
  })

  test('keeps another person from reading, changing, deleting and adding', async () => {
    const { db } = database
    await db.asUser('bob', async (tx) => {
      expect(await tx.select().from(companies)).toEqual([])
      expect((await tx.update(companies).set({ name: 'taken' })).rowCount).toBe(0)
      expect((await tx.delete(companies)).rowCount).toBe(0)
    })
    await expect(db.asUser('bob', (tx) => tx.insert(companies).values({ userId: 'ann', name: 'planted' }))).rejects.toMatchObject({
      cause: { code: '42501' },
    })
    const mine = await db.asUser('ann', (tx) => tx.select().from(companies))
    expect(mine.map((company) => company.name)).toEqual(['Of Ann'])
  })

  test('shows nothing to nobody', async () => {
    expect(await database.db.asUser('', (tx) => tx.select().from(companies))).toEqual([])
  })

  test('leaves no person behind on the connection', async () => {
    const { db } = database
    await db.asUser('ann', (tx) => tx.select().from(companies))
    const seen = await db.pool.query<{ who: string | null; role: string }>(
      `select nullif(current_setting('app.user_id', true), '') as who, current_user as role`,
    )
    expect(seen.rows[0]).toMatchObject({ who: null })
    expect(seen.rows[0]?.role).not.toBe('ninesixteen_app')
  })

  test('keeps the plan and the sign-in tables out of reach', async () => {
    const { db } = database
    const denied = { cause: { code: '42501' } }
    await expect(db.asUser('bob', (tx) => tx.update(userSettings).set({ proPlan: true }))).rejects.toMatchObject(denied)
    await expect(db.asUser('bob', (tx) => tx.execute(sql`select token from sessions`))).rejects.toMatchObject(denied)
    await db.asUser('bob', (tx) => tx.update(userSettings).set({ theme: 'light' }))
    const [settings] = await db.asUser('bob', (tx) => tx.select().from(userSettings))
    expect(settings).toMatchObject({ userId: 'bob', theme: 'light', proPlan: false })
  })

  test('lets the system see all', async () => {
    expect(await database.db.asSystem((tx) => tx.select().from(companies))).toHaveLength(1)
  })
})
