import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openDb, type Tx } from './db.ts'
import { migrateDatabase } from './migrate.ts'
import { sessions, userSettings, users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { demos } from './schema-demos.ts'

/** A database whose owner may not create roles, as hosted ones often are: the owner runs the queries. */
async function ownedDatabase(): Promise<TestDatabase> {
  const server = { host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' }
  const name = `owned_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server)
  await admin.connect()
  await admin.query(`create role ${name} login nosuperuser nocreaterole nocreatedb`)
  await admin.query(`create database ${name} owner ${name}`)
  const connection = { ...server, user: name, database: name }
  await migrateDatabase(connection)
  const db = openDb(connection, pino({ level: 'silent' }), { requests: { connections: 5 } })
  const drop = async () => {
    await db.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  }
  return { db, connection, drop }
}

describe.each([
  ['under a role of its own', testDatabase, 'ninesixteen_app'],
  ['under an owner who may not make roles', ownedDatabase, 'owned_'],
])('row security %s', (_, open, role) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await open()
    await database.db.orm.insert(users).values([
      { id: 'ann', name: 'Ann', email: 'ann@example.com' },
      { id: 'bob', name: 'Bob', email: 'bob@example.com' },
    ])
    await database.db.asUser('ann', (tx) => tx.insert(companies).values({ userId: 'ann', name: 'Of Ann' }))
  })

  afterAll(() => database.drop())

  test('is enabled, forced and has a policy on every table with a user_id', async () => {
    const { rows } = await database.db.pool.query<{ name: string; enabled: boolean; forced: boolean; policies: number }>(
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
              (select count(*)::int from pg_policy p where p.polrelid = c.oid and p.polname = 'own_rows') as policies
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
        where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows) expect(row).toMatchObject({ enabled: true, forced: true, policies: 1 })
  })

  test('prevents other users from reading, changing, deleting and adding', async () => {
    const { db } = database
    await db.asUser('bob', async (tx) => {
      expect(await tx.select().from(companies)).toEqual([])
      expect((await tx.update(companies).set({ name: 'taken' })).rowCount).toBe(0)
      expect((await tx.delete(companies)).rowCount).toBe(0)
    })
    await expect(db.asUser('bob', (tx) => tx.insert(companies).values({ userId: 'ann', name: 'planted' }))).rejects.toMatchObject({
      cause: { code: '42501' },
    })
    const own = await db.asUser('ann', (tx) => tx.select().from(companies))
    expect(own.map((company) => company.name)).toEqual(['Of Ann'])
  })

  test('returns nothing without a user', async () => {
    expect(await database.db.asUser('', (tx) => tx.select().from(companies))).toEqual([])
  })

  test('leaves no user set on the connection', async () => {
    const { db } = database
    await db.asUser('ann', (tx) => tx.select().from(companies))
    const seen = await db.pool.query<{ who: string | null; role: string }>(
      `select nullif(current_setting('app.user_id', true), '') as who, current_user as role`,
    )
    expect(seen.rows[0]).toMatchObject({ who: null })
    expect(seen.rows[0]?.role).not.toBe('ninesixteen_app')
    const { rows } = await db.asUser('ann', (tx) => tx.execute<{ role: string }>(sql`select current_user as role`))
    expect(rows[0]?.role).toContain(role)
  })

  test('hides the plan and the sign-in tables', async () => {
    const { db } = database
    const denied = { cause: { code: '42501' } }
    await db.orm.insert(sessions).values({ id: 's', userId: 'ann', token: 'secret', expiresAt: new Date() })
    await expect(db.asUser('bob', (tx) => tx.update(userSettings).set({ proPlan: true }))).rejects.toMatchObject(denied)
    const seen = await db.asUser('bob', (tx) => tx.select().from(sessions)).catch(() => [])
    expect(seen).toEqual([])
    await db.asUser('bob', (tx) => tx.update(userSettings).set({ theme: 'light' }))
    const [settings] = await db.asUser('bob', (tx) => tx.select().from(userSettings))
    expect(settings).toMatchObject({ userId: 'bob', theme: 'light', proPlan: false })
  })

  test('prevents users from making their account a demo, postponing its end, or ending its demo state', async () => {
    const { db } = database
    const denied = { cause: { code: '42501' } }
    const own = { userId: 'ann', endsAt: new Date(Date.now() + 60_000) }
    await expect(db.asUser('ann', (tx) => tx.insert(demos).values(own))).rejects.toMatchObject(denied)
    await db.asSystem((tx) => tx.insert(demos).values(own))
    const later = { endsAt: new Date(Date.now() + 600_000) }
    // Where the owner runs the queries, a protected row isn't found.
    for (const change of [(tx: Tx) => tx.update(demos).set(later), (tx: Tx) => tx.delete(demos)])
      await db.asUser('ann', change).catch((error: unknown) => expect(error).toMatchObject(denied))
    expect(await db.asUser('ann', (tx) => tx.select({ endsAt: demos.endsAt }).from(demos))).toEqual([{ endsAt: own.endsAt }])
    expect(await db.asUser('bob', (tx) => tx.select().from(demos))).toEqual([])
  })

  test('lets the system see everything', async () => {
    expect(await database.db.asSystem((tx) => tx.select().from(companies))).toHaveLength(1)
  })
})
