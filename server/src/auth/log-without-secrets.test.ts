import { expect, test } from 'vitest'
import { sessions } from '../db/schema-accounts.ts'
import { Caller, startTestApp, type TestApp } from '../testing/app.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'

/** Drops what a sign-in queries, so that its own queries fail rather than an earlier one. */
async function breakTables(app: TestApp): Promise<void> {
  await app.services.db.pool.query('alter table sessions rename to sessions_gone')
  await app.services.db.pool.query('alter table users rename column email to email_gone')
}

test.each([
  ['the database is unreachable', ({ services }: TestApp) => takeDatabaseOffline(services.db)],
  ['queries fail', breakTables],
])('while %s, never logs tokens, addresses or other input', async (_, breakDatabase) => {
  const app = await startTestApp({ logLevel: 'debug' })
  const user = await app.buildUser({ email: 'canary@example.org' })
  const [session] = await app.services.db.asSystem((tx) => tx.select().from(sessions))
  await breakDatabase(app)

  const canaries = ['canary', session?.token ?? '', user.id, ...[...user.cookies.values()].map((value) => value.slice(0, 24))]
  const visitor = new Caller(app.url)
  const calls: [caller: Caller, method: string, path: string, body?: unknown][] = [
    [user, 'GET', '/api/auth/get-session'],
    [user, 'GET', '/api/v1/projects?search=canary'],
    [user, 'POST', '/api/v1/companies', { name: 'canary' }],
    [user, 'POST', '/api/auth/sign-out'],
    [visitor, 'POST', '/api/auth/sign-in/email', { email: 'canary@example.org', password: 'canary password' }],
    [visitor, 'POST', '/api/auth/sign-up/email', { email: 'canary2@example.org', password: 'canary password', name: 'canary' }],
  ]
  for (const [caller, method, path, body] of calls) {
    const { status } = await caller.call(method, path, body)
    expect([path, status >= 500 || path.endsWith('sign-out')]).toEqual([path, true])
  }
  const lines = app.logged.filter((line) => canaries.some((canary) => canary !== '' && line.includes(canary)))
  expect(lines).toEqual([])
  expect(app.logged.join('')).toContain('Failed query')
})
