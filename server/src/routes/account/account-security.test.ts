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
async function withPlan<T>(person: TestUser, work: () => Promise<T>): Promise<T> {
  const setPlan = (proPlan: boolean) =>
    app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan }).where(eq(userSettings.userId, person.id)))
  await setPlan(true)
  const made = await work()
  await setPlan(false)
  return made
}

/** Every table with user rows, according to the database. */
async function ownedTables(): Promise<string[]> {
  const { rows } = await app.services.db.pool.query<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'user_id'",
  )
  return rows.map(({ name }) => name).toSorted()
}

async function signIn(given: { email: string; password: string }): Promise<{ status: number; caller: Caller }> {
  const caller = new Caller(app.url)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', given)
  return { status, caller }
}

const me = async (caller: Caller) => (await caller.call('GET', '/api/v1/me')).status
const errorOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorBody).error.message]

describe('sessions', () => {
  test('are listed, and another one is ended', async () => {
    const { caller } = await signIn(user)
    const listed = await user.api<Session[]>('GET', '/me/sessions')
    expect(listed.map((session) => session.isCurrent).toSorted()).toEqual([false, true])
    expect(JSON.stringify(listed)).not.toMatch(/token/i)
    const other = listed.find((session) => !session.isCurrent)
    expect((await user.call('DELETE', `/api/v1/me/sessions/${other?.id}`)).status).toBe(204)
    expect([await me(user), await me(caller)]).toEqual([200, 401])
  })

  test('neither the one that asks nor those of others can be ended', async () => {
    const stranger = await app.buildUser()
    const [own] = await user.api<Session[]>('GET', '/me/sessions')
    const [theirs] = await stranger.api<Session[]>('GET', '/me/sessions')
    for (const id of [own?.id, theirs?.id]) expect((await user.call('DELETE', `/api/v1/me/sessions/${id}`)).status).toBe(404)
    expect([await me(user), await me(stranger)]).toEqual([200, 200])
  })
})

test('settings are saved where their row is missing, and give no plan', async () => {
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

test('where every user has the plan, settings of a missing row are saved', async () => {
  const open = await startTestApp({ billing: null })
  const person = await open.buildUser({ pro: false })
  await open.services.db.asSystem((tx) => tx.delete(userSettings).where(eq(userSettings.userId, person.id)))
  await person.api('PATCH', '/me/settings', { theme: 'light', autoSave: false })
  expect(await person.api('GET', '/me')).toMatchObject({ settings: { theme: 'light', autoSave: false, themeFollowsSystem: false } })
})

describe('what one signs in with', () => {
  test('the name is changed, and nothing else with it', async () => {
    for (const more of [{ image: 'https://evil.example/x.png' }, { email: 'x@example.org' }, { emailVerified: true }]) {
      expect((await user.call('POST', '/api/auth/update-user', { name: 'Eve', ...more })).status).toBe(400)
    }
    const answer = await user.call('POST', '/api/auth/update-user', { name: '  Ann  ' })
    expect(answer.status).toBe(200)
    expect(await user.api('GET', '/me')).toMatchObject({ displayName: 'Ann', email: user.email })
    const [row] = await app.services.db.asSystem((tx) => tx.select().from(users).where(eq(users.id, user.id)))
    expect(row?.image).toBeNull()
    expect(errorOf(await user.call('POST', '/api/auth/update-user', { name: ' ' }))).toEqual([400, 'Please enter a name'])
  })

  test('the address, with the password', async () => {
    const change = (email: string, password: string) => user.call('POST', '/api/v1/me/email', { email, password })
    expect(errorOf(await change('new@example.org', 'wrong password'))).toEqual([403, 'The password is wrong.'])
    const other = await app.buildUser()
    expect(errorOf(await change(other.email.toUpperCase(), user.password))).toEqual([409, 'An account with this email already exists.'])
    expect((await change('not an address', user.password)).status).toBe(400)
    expect((await change(' New@Example.org ', user.password)).body).toEqual({ email: 'new@example.org', waits: false })
    expect((await signIn({ email: 'new@example.org', password: user.password })).status).toBe(200)
    expect((await signIn(user)).status).toBe(401)
  })

  test('the password, and with it every other session ends', async () => {
    const { caller } = await signIn(user)
    const change = (currentPassword: string, newPassword: string) =>
      user.call('POST', '/api/auth/change-password', { currentPassword, newPassword, revokeOtherSessions: true })
    expect(errorOf(await change(user.password, 'short'))).toEqual([400, 'Password must be at least 6 characters'])
    expect((await change('wrong password', 'vertical slides')).status).toBe(400)
    expect((await change(user.password, 'vertical slides')).status).toBe(200)
    expect([await me(user), await me(caller)]).toEqual([200, 401])
    expect((await signIn({ ...user, password: 'vertical slides' })).status).toBe(200)
  })

  test('cannot be guessed from an open session', async () => {
    const tried = { account: accountHash(user.email), kind: 'password' as const, isKnown: true }
    await app.services.db.asSystem((tx) => tx.insert(signInAttempts).values(Array.from({ length: 10 }, () => tried)))
    const answer = await user.call('POST', '/api/v1/me/delete', { password: user.password })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await me(user)).toBe(200)
  })
})

describe('the download', () => {
  test('decides about every table there is', async () => {
    const decided = [...EXPORTED.map(({ table }) => table), ...NOT_EXPORTED]
    expect(decided.map((table) => getTableName(table)).toSorted()).toEqual(await ownedTables())
  })

  test('has all rows and files, and no secret', async () => {
    const stranger = await app.buildUser()
    await stranger.buildProject({ title: 'of somebody else' })
    const picture = await withPlan(user, async () => {
      await user.buildProject({ title: 'basil diary' })
      return user.buildPhoto()
    })
    const response = await user.fetch('/api/account/download')
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzip(Buffer.from(await response.arrayBuffer()))
    const kept = await app.services.store.read(picture.filePath)
    expect(files.get(`files/${picture.filePath.split('/')[1]}`)).toEqual(Buffer.from(kept ?? []))
    const json = (name: string): unknown => JSON.parse(files.get(`data/${name}.json`)?.toString('utf8') ?? 'null')
    expect(json('account')).toMatchObject({ id: user.id, email: user.email })
    expect(json('projects')).toMatchObject([{ title: 'basil diary' }])
    const texts = [...files].filter(([name]) => name.startsWith('data/')).map(([, content]) => content.toString('utf8'))
    const whole = texts.join('\n')
    expect(whole).not.toContain('of somebody else')
    const { rows } = await app.services.db.pool.query<{ secret: string }>(
      'select password as secret from accounts where user_id = $1 union all select token from sessions where user_id = $1',
      [user.id],
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { secret } of rows) expect(whole).not.toContain(secret)
  })
})

describe('deleting the account', () => {
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
    const found: string[] = []
    for await (const { key } of app.services.store.list()) if (key.startsWith(`${id}/`)) found.push(key)
    return found
  }

  test('needs the password, and leaves nothing of it and all of everyone else', async () => {
    const stranger = await app.buildUser()
    for (const person of [user, stranger]) {
      await withPlan(person, async () => {
        await person.buildPhoto()
        await person.buildPhoto('logo')
        await person.buildCompany()
        await person.buildProject()
      })
    }
    const before = await rowsOf(stranger.id)
    expect(errorOf(await user.call('POST', '/api/v1/me/delete', { password: 'wrong password' }))).toEqual([403, 'The password is wrong.'])
    expect(await me(user)).toBe(200)

    expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
    expect([await me(user), (await signIn(user)).status]).toEqual([401, 401])
    expect([await rowsOf(user.id), await objectsOf(user.id)]).toEqual([0, []])
    expect(await rowsOf(stranger.id)).toBe(before)
    expect((await objectsOf(stranger.id)).length).toBeGreaterThan(1)
    // The address is available again.
    expect((await app.buildUser({ email: user.email })).email).toBe(user.email)
  })

  test('that a crash cut short is finished', async () => {
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
