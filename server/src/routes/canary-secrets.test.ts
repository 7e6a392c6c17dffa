import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { CREDENTIALS, type CredentialName } from '@ninesixteen/shared/api/credentials'
import { sandboxGoogle } from '../providers/google/settings.ts'
import { buildApiKey } from '../testing/api-caller.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { codeOf, keyOf } from '../testing/authenticator.ts'
import { begin, connect } from '../testing/connecting.ts'
import { consentAtGoogle } from '../testing/google-consent.ts'
import { routeMatrix } from '../testing/route-matrix/matrix.ts'
import { insertOwned, type Owned } from '../testing/route-matrix/owned.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { sandboxStock } from '../testing/sandbox-stock.ts'
import { sandboxPlatforms } from '../testing/sandbox-platforms.ts'

/*
 * Plants secrets wherever the product stores or uses one. Then requests every route, with working and with unreachable providers, and
 * searches the responses, the log, the database and the disk for them in every encoding that a program may use.
 */

const canary = (kind: string) => `canary-${kind}-${randomBytes(15).toString('base64url')}`

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})

/** Secrets by kind, to name a finding. */
type Planted = Map<string, string>

async function instance(planted: Planted): Promise<TestApp> {
  const { url, openai } = sandbox
  const keys = { tiktok: canary('tiktok-client'), tumblr: canary('tumblr-client'), google: canary('google-client') }
  for (const [provider, secret] of Object.entries(keys)) {
    await sandbox.control(`/${provider}/clients`, 'POST', { key: `own-${provider}`, secret })
    planted.set(`client secret of ${provider}`, secret)
  }
  const apiKey = canary('ai')
  planted.set('AI key of the instance', apiKey)
  const ai = {
    baseUrl: openai,
    apiKey,
    model: 'gpt-4.1-mini',
    ideaModel: 'gpt-4.1-mini',
    allowedModels: ['gpt-4.1-mini'],
    sandbox: true,
    dailyTokens: 500_000,
  }
  const [imagesKey, pexelsKey, pixabayKey] = [canary('images'), canary('pexels'), canary('pixabay')]
  planted.set('images key of the instance', imagesKey)
  planted.set('Pexels key of the instance', pexelsKey)
  planted.set('Pixabay key of the instance', pixabayKey)
  const images = { baseUrl: `${url}/images/v1`, apiKey: imagesKey, model: 'gpt-image-1', timeoutMs: 30_000, daily: 20, sandbox: true }
  const stock = sandboxStock(url)
  const rendered = {
    cover: async () => Buffer.alloc(1),
    jpeg: async () => Buffer.alloc(1),
    png: async () => Buffer.alloc(1),
    rgba: async () => Buffer.alloc(1080 * 1920 * 4, 255),
  }
  const platforms = sandboxPlatforms(url)
  return startTestApp({
    ai,
    images,
    stock: { ...stock, pexels: { ...stock.pexels, key: pexelsKey }, pixabay: { ...stock.pixabay, key: pixabayKey } },
    platforms: {
      ...platforms,
      tiktok: { ...platforms.tiktok, client: { key: 'own-tiktok', secret: keys.tiktok } },
      tumblr: { ...platforms.tumblr, client: { key: 'own-tumblr', secret: keys.tumblr } },
    },
    google: { ...sandboxGoogle(url), clientId: 'own-google', clientSecret: keys.google },
    renderer: {
      maxConcurrentVideos: 4,
      renderSlide: () => rendered,
      renderVideo: async () => ({ chunks: [Buffer.alloc(1)], bytes: 1, close: async () => {} }),
      close: async () => {},
    },
    logLevel: 'debug',
  })
}

async function connectGoogle(user: TestUser): Promise<void> {
  const act = <T>(body: object) => user.call<T>('POST', '/functions/google-drive-handler', body)
  const { body } = await act<{ url: string }>({ action: 'authorize' })
  const back = await consentAtGoogle(body.url)
  const done = await act({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  if (done.status !== 200) throw new Error(`Google: ${done.status}`)
}

/** Searches with these words, so that no cache answers, and makes a photo. */
async function usePhotoServices(app: TestApp, user: TestUser, words: string): Promise<void> {
  for (const service of ['pexels', 'pixabay']) await user.api('GET', `/stock/photos?service=${service}&words=${encodeURIComponent(words)}`)
  const { id } = await user.api<{ id: string }>('POST', '/ai-photos', { id: randomUUID(), prompt: words, count: 1 })
  await app.services.runs.runDue()
  expect(await user.api('GET', `/ai-photos/${id}`)).toMatchObject({ status: 'done' })
}

/** The TOTP secret, which is shown only once. */
async function plantCodes(user: TestUser, planted: Planted): Promise<void> {
  const { password } = user
  const { body } = await user.call<{ totpURI: string; backupCodes: string[] }>('POST', '/api/auth/two-factor/enable', { password })
  const confirmed = await user.call('POST', '/api/auth/two-factor/confirm', { code: codeOf(body.totpURI) })
  if (confirmed.status !== 200) throw new Error(`Two-factor codes: ${confirmed.status}`)
  planted.set('secret of the codes', keyOf(body.totpURI).toString())
  planted.set('secret of the codes, as apps have it', new URL(body.totpURI).searchParams.get('secret') ?? '')
  for (const [at, code] of body.backupCodes.entries()) planted.set(`recovery code ${at + 1}`, code)
}

/** Connects everything, sets the user's own credentials, and begins flows that never finish. */
async function plant(app: TestApp, user: TestUser, planted: Planted): Promise<void> {
  await connect(user, 'tiktok')
  await connect(user, 'tiktok', { account: 'mira' })
  await connect(user, 'tumblr')
  await connectGoogle(user)
  await begin(user, 'tumblr')
  await usePhotoServices(app, user, 'the keys of the instance')
  for (const provider of ['tiktok', 'tumblr', 'google']) {
    const { tokens } = await sandbox.control<{ tokens: string[] }>(`/${provider}/tokens`, 'GET')
    expect(tokens.length, provider).toBeGreaterThan(1)
    for (const [at, token] of tokens.entries()) planted.set(`token ${at + 1} of ${provider}`, token)
  }
  const secretNames = Object.entries(CREDENTIALS).flatMap(([name, { secret }]) => (secret ? [name as CredentialName] : []))
  const ownSecrets = Object.fromEntries(secretNames.map((name) => [name, canary(name.replace('.', '-'))]))
  await user.api('PUT', '/credentials', { values: ownSecrets })
  await usePhotoServices(app, user, 'own keys')
  // A client id is write-only but not secret: the URL of the consent page contains it.
  for (const [name, value] of Object.entries(ownSecrets)) if (!/client_id|consumer_key/.test(name)) planted.set(`own ${name}`, value)
  planted.set('password', user.password)
  planted.set('API key', (await buildApiKey(user)).secret)
  const hook = { name: 'n8n', url: 'https://example.com/', events: ['post.failed'] }
  const created = await user.api<{ webhook: { id: string }; secret: string }>('POST', '/webhooks', hook)
  planted.set('secret of the webhook', created.secret)
  planted.set('new secret of the webhook', (await user.api<{ secret: string }>('POST', `/webhooks/${created.webhook.id}/secret`)).secret)
  await plantCodes(user, planted)
  for (const [name, value] of user.cookies) {
    // A token needs its signature: without it, the stored value opens no session.
    if (name.includes('session')) planted.set('session', decodeURIComponent(value).split('.').at(-1) ?? '')
  }
  planted.set('secret of the instance', Buffer.from(app.services.config.secretKey).toString('hex'))
}

/** Encodings of a secret: plain, percent-encoded, JSON, and base64 (whose middle is the same at any offset). */
function spellings(secret: string): string[] {
  const inBase64 = ['', ' ', '  '].map((before) =>
    Buffer.from(before + secret)
      .toString('base64')
      .slice(before.length === 0 ? 0 : 4, -4),
  )
  return [
    ...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...inBase64, Buffer.from(secret).toString('hex')]),
  ]
}

/** Kinds of the secrets found in a text. */
function findSecrets(text: string, planted: Planted): string[] {
  return [...planted].filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling))).map(([kind]) => kind)
}

/** Requests every route as its owner; returns bodies and headers. */
async function askEverything(user: TestUser, owned: Owned): Promise<Map<string, string>> {
  const replies = new Map<string, string>()
  for (const [name, row] of Object.entries(routeMatrix)) {
    const [method = ''] = name.split(' ')
    const body = row.body && JSON.stringify(row.body(owned))
    const json = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
    const reply = await (row.send?.(user, owned) ?? user.fetch(row.path(owned), { method, ...json }))
    const headers = JSON.stringify([...reply.headers].filter(([header]) => header !== 'set-cookie'))
    replies.set(name, `${reply.status} ${headers}\n${Buffer.from(await reply.arrayBuffer()).toString('latin1')}`)
  }
  return replies
}

/** Additional requests that use secrets; the matrix has harmless bodies. */
async function askMore(user: TestUser): Promise<Map<string, string>> {
  const replies = new Map<string, string>()
  const request = async (method: string, path: string, body?: unknown) => {
    const reply = await user.call(method, path, body)
    replies.set(`${method} ${path}`, `${reply.status} ${JSON.stringify(reply.body)}`)
  }
  for (const group of ['ai', 'tiktok', 'tumblr']) await request('POST', `/api/v1/credentials/${group}/check`, {})
  await request('GET', '/api/v1/blogs/tumblr?refresh=true')
  await request('POST', '/api/tumblr-userinfo', {})
  await request('POST', '/functions/tumblr-following', {})
  await request('POST', '/api/ideas', { topic: 'calm mornings' })
  await request('GET', '/api/v1/accounts')
  await request('POST', '/functions/google-drive-handler', { action: 'test', accessToken: 'sealed.v1.00000000.none' })
  return replies
}

/** Every row of every table, as text. */
async function dump(app: TestApp): Promise<Map<string, string>> {
  const { pool } = app.services.db
  const tables = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const texts = tables.rows.map(async ({ name }) => {
    const { rows } = await pool.query<{ row: string }>(`select t::text || to_jsonb(t)::text as row from ${name} t`)
    return [name, rows.map(({ row }) => row).join('\n')] as const
  })
  return new Map(await Promise.all(texts))
}

async function filesBelow(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  // The only place for the instance's secret.
  const files = entries.filter((entry) => entry.isFile() && entry.name !== 'secret.key').map((entry) => join(entry.parentPath, entry.name))
  return new Map(await Promise.all(files.map(async (file) => [file, (await readFile(file)).toString('latin1')] as const)))
}

function expectNone(location: string, texts: ReadonlyMap<string, string>, planted: Planted): void {
  expect([...texts].flatMap(([name, text]) => findSecrets(text, planted).map((kind) => `${kind} in ${location} ${name}`))).toEqual([])
}

test('no secret appears in a response, a log line, the database or a file', { timeout: 120_000 }, async () => {
  const planted: Planted = new Map()
  const app = await instance(planted)
  const user = await app.buildUser()
  await plant(app, user, planted)
  expect(planted.size).toBeGreaterThan(12)
  for (const [kind, secret] of planted) expect([kind, secret.length >= 12]).toEqual([kind, true])

  const owned = await insertOwned(app, user)
  expectNone('the reply of', await askMore(user), planted)
  expectNone('the reply of', await askEverything(user, owned), planted)
  const tables = await dump(app)
  // The search itself works.
  const everything = [...tables.values()].join('\n')
  expect([everything.includes(user.email), everything.includes('sealed.v1.')]).toEqual([true, true])
  expectNone('the table', tables, planted)
  expectNone('the file', await filesBelow(app.dataDir), planted)

  const other = await app.buildUser()
  await connect(other, 'tumblr')
  await sandbox.stop()
  const again = await insertOwned(app, other)
  expectNone('the reply, without providers, of', await askMore(other), planted)
  expectNone('the reply, without providers, of', await askEverything(other, again), planted)
  expectNone('the table, in the end,', await dump(app), planted)

  const log = app.logged.join('\n')
  expect(log).toContain('/api/v1/credentials')
  expectNone('the log', new Map([['', log]]), planted)
})

test('finds a secret in any encoding', () => {
  const planted: Planted = new Map([['key', 'sk-a b/"c"+ä=canary-0123456789']])
  const [secret = ''] = planted.values()
  for (const text of [
    secret,
    `x${encodeURIComponent(secret)}`,
    JSON.stringify({ secret }),
    Buffer.from(`{"a":"${secret}"}`).toString('base64'),
    Buffer.from(`12${secret}`).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ]) {
    expect(findSecrets(text, planted), text).toEqual(['key'])
  }
  expect(findSecrets('sk-a', planted)).toEqual([])
})
