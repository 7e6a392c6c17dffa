import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Caller, photo } from '../testing/caller.ts'
import { testDatabase } from '../testing/database.ts'
import { createFleet, sameUserAt } from '../testing/fleet.ts'
import { collect, eventsOf, generateRequest, post } from '../testing/generation.ts'
import { HAS_PGBOUNCER, startPgbouncer } from '../testing/pgbouncer.ts'
import { startTestSandbox } from '../testing/sandbox.ts'
import { openDb } from './db.ts'
import { users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

/** Far fewer than callers, so that each connection serves several users in turn. */
const CONNECTIONS = 2
const USERS = 20

async function openPooled() {
  const { connection, drop } = await testDatabase()
  onTestFinished(drop)
  const through = await startPgbouncer(connection, CONNECTIONS)
  const { url: _, ...pooled } = through
  const db = openDb(connection, pino({ level: 'silent' }), { pooled })
  onTestFinished(() => db.close())
  return { connection, through, pooled, db }
}

describe.skipIf(!HAS_PGBOUNCER)('through pgbouncer in transaction mode (skipped where it is not installed)', () => {
  test('users see only their own rows and the system all, over few connections', async () => {
    const { db, pooled } = await openPooled()
    const ids = Array.from({ length: USERS }, (_, index) => `person-${index}`)
    // Single statements, as the accounts library runs them.
    await db.orm.insert(users).values(ids.map((id) => ({ id, name: id, email: `${id}@example.org` })))
    const own = async (userId: string) => {
      await db.asUser(userId, (tx) => tx.insert(companies).values({ userId, name: `Of ${userId}` }))
      const seen = [
        ...(await db.asUser(userId, (tx) => tx.select({ name: companies.name }).from(companies))),
        ...(await db.readAsUser<{ name: string }>(userId, sql`select name from companies`)),
      ]
      return seen.map(({ name }) => name)
    }
    const others = Array.from({ length: USERS }, () => db.asSystem((tx) => tx.select({ id: users.id }).from(users)))
    expect(await Promise.all(ids.map(own))).toEqual(ids.map((id) => [`Of ${id}`, `Of ${id}`]))
    for (const all of await Promise.all(others)) expect(all).toHaveLength(USERS)
    expect(await db.asSystem((tx) => tx.select().from(companies))).toHaveLength(USERS)
    expect(await db.orm.select().from(companies)).toHaveLength(USERS)

    // The next client of such a connection has no user and none of our limits.
    const next = new pg.Client(pooled)
    await next.connect()
    onTestFinished(() => next.end())
    for (let each = 0; each < CONNECTIONS * 2; each++) {
      const { rows } = await next.query(
        `select coalesce(current_setting('app.system', true), '') as system, coalesce(current_setting('app.user_id', true), '') as person, current_user = session_user as plain,
           current_setting('statement_timeout') as most`,
      )
      expect(rows).toEqual([{ system: '', person: '', plain: true, most: '0' }])
    }
  })

  test('settings apply to each transaction, and a failed statement affects no other', async () => {
    const { db } = await openPooled()
    const limits = sql`select current_setting('statement_timeout') as one, current_setting('lock_timeout') as two,
      current_setting('idle_in_transaction_session_timeout') as three`
    const requestLimits = [{ one: '30s', two: '20s', three: '1min' }]
    expect((await db.asSystem((tx) => tx.execute(limits))).rows).toEqual(requestLimits)
    expect((await db.orm.execute(limits)).rows).toEqual(requestLimits)
    expect((await db.long.asSystem((tx) => tx.execute(limits))).rows).toEqual([{ one: '10min', two: '1min', three: '1min' }])
    await expect(db.orm.execute(sql`select 1 / 0`)).rejects.toMatchObject({ cause: { code: '22012' } })
    await expect(db.asSystem((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({ cause: { code: '22012' } })
    // Named statements belong to a connection, which changes each time.
    const statement = { name: 'named', text: 'select $1::int as n' }
    for (const n of [1, 2, 3, 4]) expect((await db.pool.query<{ n: number }>({ ...statement, values: [n] })).rows).toEqual([{ n }])
  })

  test('withLock runs one callback at a time across processes', async () => {
    const { db } = await openPooled()
    let [running, peak] = [0, 0]
    const work = () =>
      db.withLock(916_777, async () => {
        peak = Math.max(peak, (running += 1))
        await db.asSystem((tx) => tx.execute(sql`select 1`))
        running -= 1
      })
    await Promise.all([work(), work(), work()])
    expect(peak).toBe(1)
  })

  test('two processes run the product over it', { tags: ['long'] }, async () => {
    const sandbox = await startTestSandbox()
    onTestFinished(() => sandbox.release())
    const { connection, through } = await openPooled()
    const fleet = await createFleet({ connection, sandboxUrl: sandbox.url, pooledUrl: through.url })
    onTestFinished(() => fleet.kill())
    const [a, b] = [await fleet.start('web'), await fleet.start('all')]
    const ann = new Caller(a.url)
    const account = { email: 'ann@example.org', password: 'a good password', name: 'Ann' }
    expect((await ann.call('POST', '/api/auth/sign-up/email', account)).status).toBe(200)
    const there = sameUserAt(b, ann)
    expect((await there.upload(await photo())).status).toBe(201)
    expect((await collect(eventsOf(await post(ann, generateRequest())))).at(-1)).toMatchObject({ type: 'done', kept: 6, notice: null })
    expect(await there.api('GET', '/projects')).toMatchObject({ total: 1, projects: [{ slideCount: 6 }] })
    expect((await there.call('POST', '/api/auth/sign-out')).status).toBe(200)
    expect((await ann.call('GET', '/api/v1/projects')).status).toBe(401)
    expect([a.output(), b.output()]).toEqual(['ready\n', 'ready\n'])
  })
})
