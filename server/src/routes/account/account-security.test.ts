import { eq, getTableName, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Session } from '@ninesixteen/shared/api/account'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { EXPORTED, NOT_EXPORTED } from '../../account/export-account.ts'
import { accountHash } from '../../auth/sign-in-attempts.ts'
import { finishDeletions } from '../../account/delete-account.ts'
import { accounts, userSettings, users } from '../../db/schema-accounts.ts'
import { signInAttempts } from '../../db/schema-second-factor.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { unzip } from '../../testing/unzip.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  // None of this needs a plan.
  user = await app.buildUser({ pro: false })
})

/** Content created while the user was on the Pro plan. */
async function withPlan<T>(payer: TestUser, work: () => Promise<T>): Promise<T> {
  const setPlan = (proPlan: boolean) =>
    app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan }).where(eq(userSettings.userId, payer.id)))
  await setPlan(true)
  const result = await work()
  await setPlan(false)
  return result
}

/** Every table with user rows, according to the database. */
async function ownedTables(): Promise<string[]> {
  const { rows } = await app.services.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'user_id'",
  )
  return rows.map(({ name }) => name).toSorted()
}

async function signIn(credentials: { email: string; password: string }): Promise<{ status: number; caller: Caller }> {
  const caller = new Caller(app.url)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', credentials)
  return { status, caller }
}

const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).error.message]

describe('sessions', () => {
  test('are listed, and others can be ended', async () => {
    const { caller } = await signIn(user)
    const listed = await user.api<Session[]>('GET', '/me/sessions')
    expect(listed.map((session) => session.isCurrent).toSorted()).toEqual([false, true])
    expect(JSON.stringify(listed)).not.toMatch(/token/i)
    const other = listed.find((session) => !session.isCurrent)
    expect((await user.call('DELETE', `/api/v1/me/sessions/${other?.id}`)).status).toBe(204)
    expect([await me(user), await me(caller)]).toEqual([200, 401])
  })

  test('cannot end the current session or those of other users', async () => {
    const stranger = await app.buildUser()
    const [own] = await user.api<Session[]>('GET', '/me/sessions')
    const [otherSession] = await stranger.api<Session[]>('GET', '/me/sessions')
    for (const id of [own?.id, otherSession?.id]) expect((await user.call('DELETE', `/api/v1/me/sessions/${id}`)).status).toBe(404)
    expect([await me(user), await me(stranger)]).toEqual([200, 200])
  })
})

test('creates missing settings on save, without granting a plan', async () => {
  const { db } = app.services
  await db.asSystem((tx) => tx.delete(userSettings).where(eq(userSettings.userId, user.id)))
  expect(await user.api('GET', '/me')).toMatchObject({ proPlan: false, settings: { theme: 'dark', themeFollowsSystem: false } })
  expect((await user.call('PATCH', '/api/v1/me/settings', { theme: 'light' })).status).toBe(403)
  await db.asUser(user.id, (tx) => tx.insert(userSettings).values({ userId: user.id, theme: 'light' }).onConflictDoNothing())
  await expect(
    db.asUser(user.id, (tx) =>
      tx
        .insert(userSettings)
        .values({ userId: user.id, proPlan: true })
        .onConflictDoUpdate({ target: userSettings.userId, set: { theme: 'dark' } }),
    ),
  ).rejects.toThrow('Failed query')
  expect(await user.api('GET', '/me')).toMatchObject({ proPlan: false, settings: { theme: 'light' } })
})

test('saves missing settings where every user has the plan', async () => {
  const freeApp = await startTestApp({ billing: null })
  const freeUser = await freeApp.buildUser({ pro: false })
  await freeApp.services.db.asSystem((tx) => tx.delete(userSettings).where(eq(userSettings.userId, freeUser.id)))
  await freeUser.api('PATCH', '/me/settings', { theme: 'light', autoSave: false })
  expect(await freeUser.api('GET', '/me')).toMatchObject({ settings: { theme: 'light', autoSave: false, themeFollowsSystem: false } })
})

describe('sign-in data', () => {
  test('changes the name and nothing else', async () => {
    for (const invalid of [{ image: 'https://evil.example/x.png' }, { email: 'x@example.org' }, { emailVerified: true }]) {
      expect((await user.call('POST', '/api/auth/update-user', { name: 'Eve', ...invalid })).status).toBe(400)
    }
    const response = await user.call('POST', '/api/auth/update-user', { name: '  Ann  ' })
    expect(response.status).toBe(200)
    expect(await user.api('GET', '/me')).toMatchObject({ displayName: 'Ann', email: user.email })
    const [row] = await app.services.db.asSystem((tx) => tx.select().from(users).where(eq(users.id, user.id)))
    expect(row?.image).toBeNull()
    expect(errorOf(await user.call('POST', '/api/auth/update-user', { name: ' ' }))).toEqual([400, 'Please enter a name'])
  })

  test('changes the email address with the password', async () => {
    const change = (email: string, password: string) => user.call('POST', '/api/v1/me/email', { email, password })
    expect(errorOf(await change('new@example.org', 'wrong password'))).toEqual([403, 'The password is wrong.'])
    const other = await app.buildUser()
    expect(errorOf(await change(other.email.toUpperCase(), user.password))).toEqual([409, 'An account with this email already exists.'])
    expect((await change('not an address', user.password)).status).toBe(400)
    expect((await change(' New@Example.org ', user.password)).body).toEqual({ email: 'new@example.org', waits: false })
    expect((await signIn({ email: 'new@example.org', password: user.password })).status).toBe(200)
    expect((await signIn(user)).status).toBe(401)
  })

  test('changes the password and ends all other sessions', async () => {
    const { caller } = await signIn(user)
    const change = (currentPassword: string, newPassword: string) =>
      user.call('POST', '/api/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
    expect(errorOf(await change(user.password, 'short'))).toEqual([400, 'Password must be at least 6 characters'])
    expect((await change('wrong password', 'vertical slides')).status).toBe(400)
    expect((await change(user.password, 'vertical slides')).status).toBe(200)
    expect([await me(user), await me(caller)]).toEqual([200, 401])
    expect((await signIn({ ...user, password: 'vertical slides' })).status).toBe(200)
  })

  test('limits password guesses within an open session', async () => {
    const attempt = { account: accountHash(user.email), kind: 'password' as const, isKnown: true }
    await app.services.db.asSystem((tx) => tx.insert(signInAttempts).values(Array.from({ length: 10 }, () => attempt)))
    const response = await user.call('POST', '/api/v1/me/delete', { password: user.password })
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await me(user)).toBe(200)
  })
})

describe('the account download', () => {
  test('covers every table', async () => {
    const decided = [...EXPORTED.map(({ table }) => table), ...NOT_EXPORTED]
    expect(decided.map((table) => getTableName(table)).toSorted()).toEqual(await ownedTables())
  })

  test('contains all rows and files, and no secrets', async () => {
    const stranger = await app.buildUser()
    await stranger.buildProject({ title: 'of somebody else' })
    const picture = await withPlan(user, async () => {
      await user.buildProject({ title: 'basil diary' })
      return user.buildPhoto()
    })
    const response = await user.fetch('/api/account/download')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    const stored = await app.services.store.read(picture.filePath)
    expect(files.get(`files/${picture.filePath.split('/')[1]}`)).toEqual(Buffer.from(stored ?? []))
    const json = (name: string): unknown => JSON.parse(files.get(`data/${name}.json`)?.toString('utf8') ?? 'null')
    expect(json('account')).toMatchObject({ id: user.id, email: user.email })
    expect(json('projects')).toMatchObject([{ title: 'basil diary' }])
    const texts = [...files].filter(([name]) => name.startsWith('data/')).map(([, content]) => content.toString('utf8'))
    const allText = texts.join('\n')
    expect(allText).not.toContain('of somebody else')
    const { rows } = await app.services.db.pool.query<{ secret: string }>(
      'select password as secret from accounts where user_id = $1 union all select token from sessions where user_id = $1',
      [user.id],
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { secret } of rows) expect(allText).not.toContain(secret)
  })
})

describe('account deletion', () => {
  async function rowsOf(id: string): Promise<number> {
    const counts = await Promise.all(
      (await ownedTables()).map((name) =>
        app.services.db.pool.query<{ n: number }>(`select count(*)::int n from ${name} where user_id = $1`, [id]),
      ),
    )
    const persons = await app.services.db.pool.query('select from users where id = $1', [id])
    return counts.reduce((sum, { rows }) => sum + (rows[0]?.n ?? 0), persons.rowCount ?? 0)
  }

  async function objectsOf(id: string): Promise<string[]> {
    const owners: string[] = []
    for await (const { key } of app.services.store.list()) if (key.startsWith(`${id}/`)) owners.push(key)
    return owners
  }

  test('requires the password, and deletes all of the user’s data and no one else’s', async () => {
    const stranger = await app.buildUser()
    for (const owner of [user, stranger]) {
      await withPlan(owner, async () => {
        await owner.buildPhoto()
        await owner.buildPhoto('logo')
        await owner.buildCompany()
        await owner.buildProject()
      })
    }
    const rowsBefore = await rowsOf(stranger.id)
    expect(errorOf(await user.call('POST', '/api/v1/me/delete', { password: 'wrong password' }))).toEqual([403, 'The password is wrong.'])
    expect(await me(user)).toBe(200)

    expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
    expect([await me(user), (await signIn(user)).status]).toEqual([401, 401])
    expect([await rowsOf(user.id), await objectsOf(user.id)]).toEqual([0, []])
    expect(await rowsOf(stranger.id)).toBe(rowsBefore)
    expect((await objectsOf(stranger.id)).length).toBeGreaterThan(1)
    // The address is available again.
    expect((await app.buildUser({ email: user.email })).email).toBe(user.email)
  })

  test('completes after a crash', async () => {
    await withPlan(user, () => user.buildPhoto())
    const { db } = app.services
    await db.asSystem((tx) => tx.delete(accounts).where(eq(accounts.userId, user.id)))
    expect(await finishDeletions(app.services), 'one that has just begun is left to who began it').toBe(0)
    await db.asSystem((tx) =>
      tx
        .update(users)
        .set({ createdAt: sql`now() - interval '2 hours'` })
        .where(eq(users.id, user.id)),
    )
    expect(await finishDeletions(app.services)).toBe(1)
    expect([await rowsOf(user.id), await objectsOf(user.id)]).toEqual([0, []])
  })
})
