import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { MediaItem } from '@ninesixteen/shared/api/media'
import type { Me, Session } from '@ninesixteen/shared/api/account'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { accounts, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { Caller, startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { deleteExpiredDemos, startDemoExpiry } from './end-demos.ts'
import { retireSharedDemo } from './shared-demo.ts'

/** As published on the page. */
const PUBLISHED = { email: 'demo@ninesixteen.example', password: 'nine-sixteen-demo' }

let app: TestApp
let shared: TestUser
beforeEach(async () => {
  app = await startTestApp()
  shared = await app.buildUser({ email: PUBLISHED.email })
})

const setPassword = async (password: string | null): Promise<void> => {
  const context = await app.services.auth.$context
  const hash = password === null ? null : await context.password.hash(password)
  await app.services.db.asSystem((tx) => tx.update(accounts).set({ password: hash }).where(eq(accounts.userId, shared.id)))
}

const signIn = async (caller: Caller) => (await caller.call('POST', '/api/auth/sign-in/email', PUBLISHED)).status
const codeOf = async (caller: Caller, method: string, path: string, body?: unknown) =>
  (await caller.call<ErrorBody>(method, path, body)).body.error.code

describe('the former shared demo account', () => {
  test("is closed at the first start, keeps the current user's work for a day, and is deleted then", { tags: ['long'] }, async () => {
    await shared.api('PUT', '/credentials', { values: { 'openai.key': 'sk-of-a-visitor' } })
    await setPassword(PUBLISHED.password)
    const { filePath } = await shared.buildPhoto()
    const expiry = startDemoExpiry(app.services)
    await expiry.stop()

    expect(await signIn(new Caller(app.url))).toBe(401)
    expect(await shared.api<MediaItem[]>('GET', '/media')).toHaveLength(1)
    const [session] = await shared.api<Session[]>('GET', '/me/sessions')
    expect(session).toMatchObject({ address: null, browser: null })
    expect(await shared.api<{ name: string }[]>('GET', '/credentials')).not.toContainEqual(
      expect.objectContaining({ name: 'openai.key', isSet: true }),
    )
    expect(JSON.stringify(await shared.api('GET', '/credentials'))).not.toContain('itor')
    expect(Date.parse((await shared.api<Me>('GET', '/me')).demo?.endsAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    // Blocks actions that would affect other visitors, and never becomes a visitor's own demo.
    expect(await codeOf(shared, 'POST', '/api/auth/revoke-other-sessions', {})).toBe('DEMO_SHARED')
    expect(await codeOf(shared, 'POST', '/api/auth/update-user', { name: 'mine' })).toBe('DEMO_SHARED')
    expect(await codeOf(shared, 'DELETE', '/api/v1/me/sessions/any')).toBe('DEMO_SHARED')
    expect(await codeOf(shared, 'POST', '/api/v1/me/delete', { password: PUBLISHED.password })).toBe('DEMO_ACCOUNT')
    expect(await app.services.demos.enter({ demoId: shared.id, address: '203.0.113.1' })).not.toMatchObject({ userId: shared.id })

    // A second start doesn't change its end.
    const endsAt = (await shared.api<Me>('GET', '/me')).demo?.endsAt
    await retireSharedDemo(app.services)
    expect((await shared.api<Me>('GET', '/me')).demo?.endsAt).toBe(endsAt)
    await app.services.db.asSystem((tx) =>
      tx
        .update(demos)
        .set({ endsAt: sql`now()` })
        .where(eq(demos.userId, shared.id)),
    )
    expect(await deleteExpiredDemos(app.services)).toBe(1)
    expect(await app.services.store.read(filePath)).toBeNull()
    expect(await app.services.db.asSystem((tx) => tx.$count(users, eq(users.id, shared.id)))).toBe(0)
  })

  test('is recognized if real keys already closed it', async () => {
    await setPassword(null)
    await retireSharedDemo(app.services)
    expect((await shared.api<Me>('GET', '/me')).demo).not.toBeNull()
  })

  test("is a user's own account if its password differs", async () => {
    await retireSharedDemo(app.services)
    expect((await shared.api<Me>('GET', '/me')).demo).toBeNull()
    expect((await new Caller(app.url).call('POST', '/api/auth/sign-in/email', shared)).status).toBe(200)
  })
})
