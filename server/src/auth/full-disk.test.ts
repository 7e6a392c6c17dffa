import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openDb } from '../db/db.ts'
import { sessions } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { createLog } from '../telemetry/log.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'
import { enterDemo } from '../testing/demo.ts'

/** Makes inserts into the tables fail as on a full disk. */
async function fillDisk({ services }: TestApp, tables: string[]): Promise<void> {
  await services.db.pool.query(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  for (const table of tables)
    await services.db.pool.query(`create trigger no_room before insert or update on ${table} execute function no_room()`)
}

async function freeDisk({ services }: TestApp, tables: string[]): Promise<void> {
  for (const table of tables) await services.db.pool.query(`drop trigger no_room on ${table}`)
}

test.each(['users', 'accounts', 'sessions', 'rate_limits'])(
  'a full disk while inserting into %s is reported as a full server',
  async (table) => {
    const app = await startTestApp({ logLevel: 'silent' })
    const { email, password } = await app.buildUser()
    await fillDisk(app, [table])
    const calls: [path: string, body: unknown][] = [
      ['/api/auth/sign-up/email', { email: 'new@example.org', password: 'vertical slides', name: 'New' }],
      ...(['sessions', 'rate_limits'].includes(table)
        ? [['/api/auth/sign-in/email', { email, password }] satisfies [string, unknown]]
        : []),
    ]
    for (const [path, body] of calls) {
      const response = await new Caller(app.url).call('POST', path, body)
      expect(response, path).toMatchObject({ status: 507, body: { error: { code: 'SERVER_FULL' } } })
    }
  },
)

test('signed-in users can read although their session cannot be renewed', async () => {
  const app = await startTestApp({ logLevel: 'silent' })
  const user = await app.buildUser()
  const demo = await enterDemo(app)
  const inFiveDays = new Date(Date.now() + 5 * 24 * 3600 * 1000)
  const aWhileAgo = new Date(Date.now() - 3600 * 1000)
  await app.services.db.asSystem(async (tx) => {
    await tx.update(sessions).set({ expiresAt: inFiveDays }).where(eq(sessions.userId, user.id))
    await tx.update(demos).set({ usedAt: aWhileAgo }).where(eq(demos.userId, demo.id))
  })
  await fillDisk(app, ['sessions', 'rate_limits', 'demos'])
  for (const caller of [user, demo]) {
    expect((await caller.call('GET', '/api/v1/projects')).status).toBe(200)
    expect(await caller.call('GET', '/api/auth/get-session')).toMatchObject({ status: 200, body: { user: { id: caller.id } } })
  }
  await freeDisk(app, ['sessions', 'rate_limits', 'demos'])
  expect((await user.fetch('/api/v1/me')).headers.getSetCookie().join()).toMatch(/session_token=.+Max-Age=604800/)
})

test('failed writes of the auth library are reported as a full disk while it is known to be full', async () => {
  const app = await startTestApp({ logLevel: 'silent' })
  const { connectionString } = app.services.db.pool.options
  const readOnly = { connectionString, options: '-c default_transaction_read_only=on' }
  const full = openDb(readOnly, createLog('silent'), { isFull: () => true })
  await expect(full.withNamedErrors(full.pool.query('delete from rate_limits'))).rejects.toMatchObject({ code: '53100' })
  await full.close()
})
