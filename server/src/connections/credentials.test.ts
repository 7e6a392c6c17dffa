import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Credential, CredentialCheck } from '@ninesixteen/shared/api/credentials'
import type { StartedConnection } from '@ninesixteen/shared/api/accounts'
import type { TestApp, TestUser } from '../testing/app.ts'
import { connect } from '../testing/connecting.ts'
import { generate, generateRequest, startGeneratingApp, tokensUsed } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { platformConfig } from '../platforms/registry.ts'

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  const { url } = sandbox
  app = await startGeneratingApp(sandbox, { platforms: sandboxPlatforms(url) })
  user = await app.buildUser()
})

const set = (values: Record<string, string | null>) =>
  user.call<Credential[] & { error?: { message: string } }>('PUT', '/api/v1/credentials', { values })
const check = (group: string) => user.api<CredentialCheck>('POST', `/credentials/${group}/check`, {})

test('secrets are stored, and read back only as their last four characters', async () => {
  const { body } = await set({ 'openai.key': 'sk-canary-of-mine-1234', 'openai.model': 'gpt-own', 'tiktok.client_secret': 'short' })
  const by = Object.fromEntries(body.map((one) => [one.name, one]))
  expect(by['openai.key']).toMatchObject({ set: true, last4: '1234', value: null })
  expect(by['openai.model']).toMatchObject({ set: true, last4: null, value: 'gpt-own' })
  expect(by['tiktok.client_secret']).toMatchObject({ set: true, last4: '', value: null })
  expect(by['tumblr.consumer_key']).toMatchObject({ set: false, last4: null })
  expect(JSON.stringify(body)).not.toContain('canary')
  const { rows } = await app.services.db.pool.query<{ sealed: string }>('select * from user_credentials')
  expect(JSON.stringify(rows)).not.toContain('canary')
  for (const row of rows) expect(row.sealed).toMatch(/^sealed\.v1\./)
  const cleared = await set({ 'openai.key': null, 'openai.model': '' })
  expect(cleared.body.filter((one) => one.set).map((one) => one.name)).toEqual(['tiktok.client_secret'])
})

test('credentials of unsupported platforms are sealed but cannot be checked', async () => {
  const { body } = await set({
    'pinterest.app_id': 'pin-canary-1234',
    'pinterest.app_secret': 'x',
  })
  expect(body.filter((one) => one.set)).toMatchObject([
    { name: 'pinterest.app_id', last4: '1234', readable: true, value: null },
    { name: 'pinterest.app_secret', last4: '' },
  ])
  const { rows } = await app.services.db.pool.query<{ sealed: string }>('select sealed from user_credentials')
  expect(rows).toHaveLength(2)
  for (const row of rows) expect(row.sealed).toMatch(/^sealed\.v1\./)
  expect((await user.call('POST', '/api/v1/credentials/pinterest/check', {})).status).toBe(400)
})

test('a credential moved to another name or user does not open', async () => {
  await set({ 'openai.key': 'sk-mine-123456' })
  const other = await app.buildUser()
  await app.services.db.pool.query('update user_credentials set user_id = $1', [other.id])
  const { credentials } = app.services.connections
  await expect(credentials.read(other.id, ['openai.key'])).rejects.toMatchObject({ code: 'CREDENTIAL_UNREADABLE' })
})

test("a credential sealed with another key is reported, and the instance's is not used instead", async () => {
  await set({ 'openai.key': 'sk-mine-123456789', 'tumblr.consumer_key': 'mine', 'tumblr.consumer_secret': 'mine-too-123' })
  const { pool } = app.services.db
  await pool.query(`update user_credentials set sealed = regexp_replace(sealed, '^(sealed\\.v1\\.)[0-9a-f]{8}', '\\100000000')`)
  const unreadable = { status: 409, body: { error: { code: 'CREDENTIAL_UNREADABLE', message: expect.stringContaining('Enter it again') } } }
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } }
  expect(await user.call('POST', '/api/generate', generateRequest())).toMatchObject(unreadable)
  expect((await user.fetch('/api/ideas', { ...json, body: '{"topic":"habits"}' })).status).toBe(409)
  expect(await user.call('POST', '/api/v1/accounts/tumblr/begin', {})).toMatchObject(unreadable)
  expect(await sandbox.requests()).toEqual([])
  for (const group of ['ai', 'tumblr'])
    expect(await check(group)).toEqual({ ok: false, message: expect.stringContaining('cannot be read') })
  const listed = await user.api<Credential[]>('GET', '/credentials')
  const names = listed.filter((one) => one.set).map(({ name, readable }) => [name, readable])
  expect(names).toEqual(['openai.key', 'tumblr.consumer_key', 'tumblr.consumer_secret'].map((name) => [name, false]))
  expect((await user.api<{ ready: boolean }[]>('GET', '/accounts/platforms')).every(({ ready }) => ready)).toBe(true)
  // Deleted or entered again, it works as before.
  await set({ 'openai.key': null })
  expect((await generate(user, generateRequest())).at(-1)).toMatchObject({ type: 'done' })
})

describe("a user's AI key", () => {
  const spend = (open: TestApp, userId: string, tokens: number) =>
    open.services.db.pool.query(
      `insert into usage_counters (user_id, kind, window_start, amount) values ($1, 'ai.tokens.day', date_trunc('day', now() at time zone 'utc') at time zone 'utc', $2)`,
      [userId, tokens],
    )

  test("at their own server writes slides with any model, outside the instance's budget", async () => {
    // Another name of the same sandbox.
    const elsewhere = sandbox.openai.replace('127.0.0.1', 'localhost')
    const open = await startGeneratingApp(sandbox, { userBaseUrls: [elsewhere] })
    const openUser = await open.buildUser()
    const values = { 'openai.key': 'sk-own-key-98765432', 'openai.base_url': elsewhere, 'openai.model': 'gpt-4o' }
    await openUser.api('PUT', '/credentials', { values })
    await spend(open, openUser.id, 100_000)
    const events = await generate(openUser, generateRequest())
    expect(events.at(-1)).toMatchObject({ type: 'done' })
    const [call] = await sandbox.requests()
    expect(call).toMatchObject({ authorization: 'Bearer ...5432', body: { model: 'gpt-4o' } })
    expect(await tokensUsed(open, openUser)).toBe(100_000)
  })

  test("at the instance's server keeps its models and budget", async () => {
    await set({ 'openai.key': 'sk-own-key-98765432', 'openai.model': 'gpt-4o' })
    await generate(user, generateRequest())
    await user.fetch('/api/ideas', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"topic":"habits"}' })
    const calls = await sandbox.requests()
    expect(calls.map(({ authorization, body }) => [authorization, body['model']])).toEqual([
      ['Bearer ...5432', 'gpt-4.1-mini'],
      ['Bearer ...5432', 'gpt-4o-mini'],
    ])
    const refused = await user.call('POST', '/api/generate', generateRequest({ model: 'gpt-4o' }))
    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
    await set({ 'openai.model': 'gpt-4o-mini' })
    await generate(user, generateRequest())
    expect((await sandbox.requests()).at(-1)?.body['model']).toBe('gpt-4o-mini')
    expect(await tokensUsed(app, user)).toBeGreaterThan(0)
    await app.services.db.pool.query(`update usage_counters set amount = 100000 where kind = 'ai.tokens.day'`)
    expect(await user.call('POST', '/api/generate', generateRequest())).toMatchObject({
      status: 429,
      body: { error: { code: 'AI_BUDGET' } },
    })
  })

  test('is never used for another user', async () => {
    await set({ 'openai.key': 'sk-own-key-98765432' })
    const other = await app.buildUser()
    await generate(other, generateRequest())
    const [call] = await sandbox.requests()
    expect(call?.authorization).toBe('Bearer ...test')
  })

  test('has a check that explains errors in plain words', async () => {
    expect(await check('ai')).toEqual({ ok: false, message: 'No API key is set, so the provider of this instance writes your slides.' })
    await set({ 'openai.base_url': 'https://api.example.com/v1' })
    expect((await check('ai')).message).toMatch(/^Base URL and model count only with an API key/)
    await set({ 'openai.base_url': null, 'openai.model': 'gpt-own' })
    expect((await check('ai')).message).toMatch(/^Base URL and model count only with an API key/)
    await set({ 'openai.key': 'sk-invalid-0000000000', 'openai.model': null })
    expect(await check('ai')).toEqual({ ok: false, message: 'The AI provider refused the key. Check it in the settings.' })
    await set({ 'openai.key': 'sk-good-00000000000' })
    expect(await check('ai')).toEqual({
      ok: true,
      message: expect.stringMatching(/^The provider accepts the key and answers with gpt-4.1-mini. Models and tokens a day stay/),
    })
  })

  test('rejects a base URL that is not allowed, with the reason', async () => {
    const { status, body } = await set({ 'openai.base_url': 'https://127.0.0.1/v1' })
    expect(status).toBe(400)
    expect(body.error?.message).toBe('This base URL cannot be used here: it has to be the name of a public server.')
  })

  test("keeps the instance's key away from user-defined addresses", async () => {
    await set({ 'openai.base_url': 'https://api.example.com/v1' })
    await generate(user, generateRequest())
    expect((await sandbox.requests())[0]?.authorization).toBe('Bearer ...test')
  })

  test('does not connect to a public name that resolves to a private address', { tags: ['long'] }, async () => {
    await set({ 'openai.key': 'sk-own-key-98765432', 'openai.base_url': 'https://127-0-0-1.example.invalid/v1' })
    expect((await check('ai')).ok).toBe(false)
    expect(await sandbox.requests()).toEqual([])
  })
})

describe("a user's platform key pair", () => {
  test('connects accounts that no other pair can use', async () => {
    await sandbox.control('/tiktok/clients', 'POST', { key: 'my-own-client', secret: 'my-own-secret-1' })
    await set({ 'tiktok.client_id': 'my-own-client', 'tiktok.client_secret': 'my-own-secret-1' })
    const started = await user.api<StartedConnection>('POST', '/accounts/tiktok/begin', { force: false })
    expect(new URL(started.url).searchParams.get('client_key')).toBe('my-own-client')
    const account = await connect(user, 'tiktok')
    const ref = { userId: user.id, id: account.id }
    expect(await app.services.connections.tokens.use(ref, async ({ client }) => client.key)).toBe('my-own-client')
    await set({ 'tiktok.client_secret': null })
    await expect(app.services.connections.tokens.use(ref, async ({ client }) => client.key)).rejects.toMatchObject({
      code: 'ACCOUNT_RECONNECT',
    })
  })

  test('is checked at the platform, with errors in plain words', async () => {
    expect((await check('tiktok')).message).toMatch(/^No key is set/)
    await set({ 'tiktok.client_id': 'unknown' })
    expect(await check('tiktok')).toEqual({ ok: false, message: 'The secret is missing: TikTok needs both.' })
    await set({ 'tiktok.client_secret': 'wrong' })
    expect(await check('tiktok')).toEqual({ ok: false, message: 'TikTok refuses them: the client key or secret is wrong.' })
    await sandbox.control('/tiktok/clients', 'POST', { key: 'my-own-client', secret: 'my-own-secret-1' })
    await set({ 'tiktok.client_id': 'my-own-client', 'tiktok.client_secret': 'my-own-secret-1' })
    expect(await check('tiktok')).toEqual({ ok: true, message: 'TikTok accepts the key and the secret.' })
    await set({ 'tumblr.consumer_key': 'unknown', 'tumblr.consumer_secret': 'wrong' })
    expect(await check('tumblr')).toEqual({ ok: false, message: 'Tumblr refuses them: the key or secret is wrong.' })
    for (const [platform, label] of [
      ['instagram', 'Instagram'],
      ['threads', 'Threads'],
    ] as const) {
      await set({ [`${platform}.app_id`]: 'unknown', [`${platform}.app_secret`]: 'wrong' })
      expect(await check(platform)).toEqual({ ok: false, message: `${label} refuses them: the key or secret is wrong.` })
      const { key, secret } = sandboxPlatforms(sandbox.url)[platform].client ?? { key: '', secret: '' }
      await set({ [`${platform}.app_id`]: key, [`${platform}.app_secret`]: secret })
      expect(await check(platform)).toEqual({ ok: true, message: `${label} accepts the key and the secret.` })
    }
  })
})

test('connecting without configured keys says what is missing', async () => {
  const bare = await startGeneratingApp(sandbox, {
    platforms: platformConfig(() => ({ client: null, sandbox: null, variables: {} })),
  })
  const bareUser = await bare.buildUser()
  const response = await bareUser.call<{ error: { message: string } }>('POST', '/api/v1/accounts/tumblr/begin', { force: false })
  expect(response.status).toBe(409)
  expect(response.body.error.message).toMatch(/^Tumblr is not set up here yet\./)
  expect(await bareUser.api('GET', '/accounts/platforms')).toMatchObject(PLATFORM_IDS.map((platform) => ({ platform, ready: false })))
})
