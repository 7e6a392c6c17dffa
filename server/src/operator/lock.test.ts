import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedUser } from '@ninesixteen/shared/api/operator'
import { claimPosts } from '../posts/publishing/claim.ts'
import { Caller, startTestApp, type TestUser } from '../testing/app.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { connectAccounts, livePosts, postState, seedPost } from '../testing/scheduled.ts'
import { processDue, processPost } from '../testing/process-posts.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

const OPERATORS = ['boss@example.org', 'second@example.org']

async function start() {
  const platforms = sandboxPlatforms(sandbox.url)
  const app = await startTestApp({ operators: OPERATORS, platforms, publishing: { waits: 0.05 } })
  const boss = await app.buildUser({ email: OPERATORS[0] ?? '' })
  const ann = await app.buildUser()
  const operate = (action: string, of: Pick<TestUser, 'id'> = ann, body: object = {}) =>
    boss.call<ListedUser & { error?: { code: string } }>('POST', `/api/v1/operator/people/${of.id}/${action}`, body)
  return { app, boss, ann, operate }
}

test('a locked user is signed out and learns of the lock only with the right password', async () => {
  const { app, ann, operate } = await start()
  const signIn = (password: string) =>
    new Caller(app.url).call<{ message?: string }>('POST', '/api/auth/sign-in/email', { email: ann.email, password })
  expect((await signIn(ann.password)).status).toBe(200)
  const locked = await operate('lock')
  expect([locked.status, locked.body]).toMatchObject([200, { id: ann.id, sessions: 0, lockedAt: expect.any(String) }])

  expect((await ann.call('GET', '/api/v1/me')).status).toBe(401)
  const refused = await signIn(ann.password)
  expect([refused.status, refused.body.message]).toEqual([403, 'This account is locked. Contact the operator of this server.'])
  const wrong = await signIn('not the password')
  expect([wrong.status, wrong.body.message]).toEqual([401, 'Invalid email or password. Please check your credentials.'])
  expect(await app.services.db.pool.query('select 1 from sessions where user_id = $1', [ann.id])).toMatchObject({ rowCount: 0 })

  // Locking again changes nothing.
  expect((await operate('lock')).body.lockedAt).toBe(locked.body.lockedAt)
  expect((await operate('unlock')).body).toMatchObject({ lockedAt: null })
  expect((await signIn(ann.password)).status).toBe(200)
})

test('locking a user ends their open streams', async () => {
  const { ann, operate } = await start()
  const stream = await ann.fetch('/api/events')
  const reader = stream.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value)).toContain('event: all')
  await operate('lock')
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) continue
  expect((await ann.fetch('/api/events')).status).toBe(401)
})

test('a session created while the account is being locked is rejected', async () => {
  const { app, ann } = await start()
  await app.services.db.pool.query('update users set locked_at = now() where id = $1', [ann.id])
  expect((await ann.call('GET', '/api/v1/me')).status).toBe(401)
})

async function withPost(started: Awaited<ReturnType<typeof start>>) {
  const { app, ann } = started
  const [account] = await connectAccounts(app.services, sandbox, { userId: ann.id, platform: 'tiktok', accounts: ['sandy'] })
  if (!account) throw new Error('The sandbox gave no account')
  return { ...started, postId: await seedPost(app.services, { userId: ann.id, account, caption: 'calm habits' }) }
}

test('posts of a locked user are held and go out after unlocking', async () => {
  const { app, ann, operate, postId } = await withPost(await start())
  await operate('lock')
  expect(await processDue(app.services, ann.id)).toBe(0)
  expect((await postState(app.services, postId)).post).toMatchObject({ status: 'pending', delivery: 'waiting' })
  expect(await livePosts(sandbox)).toEqual([])
  await operate('unlock')
  expect(await processPost(app.services, ann.id, postId)).toEqual({ processed: 1, errors: 0, total: 1 })
  expect(await livePosts(sandbox)).toHaveLength(1)
})

test('a post that may be published already is followed up although its user is locked', async () => {
  const { app, ann, operate, postId } = await withPost(await start())
  await operate('lock')
  const { db } = app.services
  const order = {
    worker: 'test',
    leaseSeconds: 60,
    graceSeconds: 3600,
    platform: 'tiktok' as const,
    most: 5,
    userId: ann.id,
    hasPlan: () => sql<boolean>`true`,
    sentFirst: 0,
    inHand: new Map<string, number>(),
    userPostsMax: 5,
  }
  const claimAs = async (delivery: string) => {
    await db.pool.query('update scheduled_posts set delivery = $2, lease_until = null where id = $1', [postId, delivery])
    await db.pool.query('update publish_lanes set lease_until = null where user_id = $1', [ann.id])
    return (await db.asSystem((tx) => claimPosts(tx, order))).map(({ id }) => id)
  }
  for (const delivery of ['waiting', 'claimed', 'prepared']) expect(await claimAs(delivery), delivery).toEqual([])
  for (const delivery of ['sending', 'uncertain', 'accepted', 'handed-over']) expect(await claimAs(delivery), delivery).toEqual([postId])
})

test('operators cannot lock or delete themselves, and no operator is deleted', async () => {
  const { app, boss, operate } = await start()
  const second = await app.buildUser({ email: OPERATORS[1] ?? '' })
  for (const action of ['lock', 'delete']) {
    const own = await operate(action, boss, { email: boss.email })
    expect([own.status, own.body.error?.code]).toEqual([409, 'OPERATOR_SELF'])
  }
  const other = await operate('delete', second, { email: second.email })
  expect([other.status, other.body.error?.code]).toEqual([409, 'OPERATOR_OTHER'])
  expect((await operate('lock', second)).status).toBe(200)
  expect((await second.call('GET', '/api/v1/operator/state')).status).toBe(401)
})

test('only one of two operators who lock each other succeeds', async () => {
  const { app, boss } = await start()
  const second = await app.buildUser({ email: OPERATORS[1] ?? '' })
  const statuses = await Promise.all([
    boss.call('POST', `/api/v1/operator/people/${second.id}/lock`).then(({ status }) => status),
    second.call('POST', `/api/v1/operator/people/${boss.id}/lock`).then(({ status }) => status),
  ])
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  const { rows } = await app.services.db.pool.query('select id from users where locked_at is not null')
  expect(rows).toHaveLength(1)
})

test('locking a user closes their calendar feed', async () => {
  const { app, ann, operate } = await start()
  const { url } = await ann.api<{ url: string }>('POST', '/calendar-link')
  const read = async () => (await app.anonymous.fetch(new URL(url).pathname)).status
  expect(await read()).toBe(200)
  await operate('lock')
  expect(await read()).toBe(404)
  await operate('unlock')
  expect(await read()).toBe(200)
})
