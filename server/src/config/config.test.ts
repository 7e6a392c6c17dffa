import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../config-error.ts'
import { loadConfig } from './config.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { PLATFORM_DEFINITIONS } from '../platforms/registry.ts'

const KEY = 'ab'.repeat(32)

describe('loadConfig', () => {
  test('runs everything locally against the sandbox by default', async () => {
    const dataDir = await temporaryFolder()
    expect(loadConfig({ DATA_DIR: dataDir })).toMatchObject({
      port: 3000,
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      storageUrl: null,
      storagePublicUrl: null,
      passwordMin: 6,
      aiTimeouts: { firstWord: 60_000, silence: 30_000, whole: 180_000 },
      ai: { sandbox: true, baseUrl: 'http://127.0.0.1:3100/openai/v1', model: 'gpt-4.1-mini', allowedModels: ['gpt-4.1-mini'] },
      sandbox: { enabled: true, port: 3100 },
    })
  })

  test('reads operators as lower-case addresses, or makes the first account operator', async () => {
    const DATA_DIR = await temporaryFolder()
    expect(loadConfig({ DATA_DIR })).toMatchObject({ operators: 'first', signUp: 'open' })
    const set = loadConfig({ DATA_DIR, OPERATORS: ' Boss@Example.org, second@example.org ', SIGN_UP: 'invited' })
    expect(set).toMatchObject({ operators: ['boss@example.org', 'second@example.org'], signUp: 'invited' })
  })

  test('enables trials with the sandbox, and with real keys only on request', async () => {
    const DATA_DIR = await temporaryFolder()
    const trial = (set: Record<string, string>) => loadConfig({ DATA_DIR, ...set }).trial
    const real = { OPENAI_API_KEY: 'sk-real' }
    expect(trial({})).toEqual({ isOffered: true, dailyTokens: Number.MAX_SAFE_INTEGER })
    expect(trial({ TRY: 'off' }).isOffered).toBe(false)
    expect(trial(real).isOffered).toBe(false)
    expect(trial({ ...real, TRY: 'on' })).toEqual({ isOffered: true, dailyTokens: 200_000 })
    expect(trial({ ...real, TRY: 'on', TRY_DAILY_TOKENS: '9000' }).dailyTokens).toBe(9000)
  })

  test('enables demos with the sandbox, and with real keys only on request', async () => {
    const DATA_DIR = await temporaryFolder()
    const demo = (set: Record<string, string>) => loadConfig({ DATA_DIR, ...set }).demo
    const real = { OPENAI_API_KEY: 'sk-real' }
    expect(demo({})).toEqual({ isOffered: true, max: 200, dailyTokens: Number.MAX_SAFE_INTEGER })
    expect(demo({ DEMO: 'off' }).isOffered).toBe(false)
    expect(demo(real)).toMatchObject({ isOffered: false, dailyTokens: 500_000 })
    const offered = demo({ ...real, DEMO: 'on', DEMO_MAX: '12', DEMO_DAILY_TOKENS: '0' })
    expect(offered).toEqual({ isOffered: true, max: 12, dailyTokens: 0 })
  })

  test('sells the plan through Stripe with its keys, through the sandbox if all is imitated, else grants it to everyone', async () => {
    const DATA_DIR = await temporaryFolder()
    const load = (set: Record<string, string>) => loadConfig({ DATA_DIR, ...set })
    const [ai, stripe] = [
      { OPENAI_API_KEY: 'sk-real' },
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_PRICE: 'price_1' },
    ]
    const sandbox = { apiUrl: 'http://127.0.0.1:3100/stripe', price: 'price_pro_month', sandbox: true }
    const real = { apiUrl: 'https://api.stripe.com', secretKey: 'sk_live_1', webhookSecret: 'whsec_1', price: 'price_1', sandbox: false }
    expect(load({}).billing).toMatchObject(sandbox)
    expect(load(stripe).billing).toEqual(real)
    expect(load({ ...ai, ...stripe }).billing).toEqual(real)
    expect(load({ ...stripe, SANDBOX: 'off' }).billing).toEqual(real)
    expect(load({ ...ai, ...stripe, SANDBOX: 'on' }).billing).toMatchObject(sandbox)
    const nothing: Record<string, string>[] = [
      ai,
      { SANDBOX: 'off' },
      { BILLING: 'off' },
      { ...stripe, BILLING: 'off' },
      { SANDBOX: 'on', BILLING: 'off' },
    ]
    for (const env of nothing) expect(load(env).billing).toBeNull()
    expect(() => load({ STRIPE_SECRET_KEY: 'sk_live_1' })).toThrow(
      'Incomplete Stripe settings: STRIPE_WEBHOOK_SECRET and STRIPE_PRICE are not set. See .env.example.',
    )
    expect(() => load({ ...stripe, STRIPE_SECRET_KEY: 'pk_live_1' })).toThrow(
      'STRIPE_SECRET_KEY cannot be the value given: it must be a secret key',
    )
    expect(() => load({ ...stripe, STRIPE_PRICE: 'prod_1' })).toThrow('STRIPE_PRICE cannot be "prod_1"')
    expect(() => load({ BILLING: 'free' })).toThrow('BILLING cannot be "free": it must be one of auto, off')
  })

  test('uses one mailbox as the default for all addresses, and requires https profiles', async () => {
    const DATA_DIR = await temporaryFolder()
    expect(loadConfig({ DATA_DIR }).contact).toEqual({ support: null, privacy: null, legal: null })
    const set = { CONTACT_EMAIL: 'help@example.com', LEGAL_EMAIL: 'legal@example.com' }
    const contact = { support: 'help@example.com', privacy: 'help@example.com', legal: 'legal@example.com' }
    expect(loadConfig({ DATA_DIR, ...set }).contact).toEqual(contact)
    expect(loadConfig({ DATA_DIR, SOCIAL_X: 'https://x.com/studio' }).social).toMatchObject({ x: 'https://x.com/studio', youtube: null })
  })

  test('reads ALLOWED_HOSTS case-insensitively and as host names only', async () => {
    const DATA_DIR = await temporaryFolder()
    expect(loadConfig({ DATA_DIR, ALLOWED_HOSTS: 'Studio.local, app,2001:db8::1' }).allowedHosts).toEqual([
      'studio.local',
      'app',
      '2001:db8::1',
    ])
    for (const wrong of ['http://studio.local', 'studio.local:3000', '*', 'a b', 'x/y'])
      expect(() => loadConfig({ DATA_DIR, ALLOWED_HOSTS: wrong })).toThrow('it must be host names such as studio.local')
  })

  test('turns the sandbox off for an AI key, and on again with SANDBOX=on', async () => {
    const dataDir = await temporaryFolder()
    const real = loadConfig({ DATA_DIR: dataDir, OPENAI_API_KEY: 'sk-real' })
    expect(real.ai).toMatchObject({ sandbox: false, apiKey: 'sk-real', baseUrl: 'https://api.openai.com/v1' })
    expect(loadConfig({ DATA_DIR: dataDir, OPENAI_API_KEY: 'sk-real', SANDBOX: 'on' }).ai.apiKey).toBe('sk-sandbox')
    const local = loadConfig({ DATA_DIR: dataDir, OPENAI_BASE_URL: 'http://localhost:11434/v1/' })
    expect(local.ai).toMatchObject({ sandbox: false, apiKey: null, baseUrl: 'http://localhost:11434/v1' })
  })

  test('imitates Google until its keys are set, unless the sandbox is off', async () => {
    const dataDir = await temporaryFolder()
    const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    const real = { clientId: 'id', clientSecret: 'secret', apiUrl: 'https://www.googleapis.com', sandbox: false }
    const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env })
    expect(load({}).google).toMatchObject({ apiUrl: 'http://127.0.0.1:3100/google/api', sandbox: true })
    expect(load({ SANDBOX_PUBLIC_URL: 'https://box.example.com/' }).google).toMatchObject({
      accountsUrl: 'https://box.example.com/google/accounts',
      tokenUrl: 'http://127.0.0.1:3100/google/oauth2',
    })
    expect(load(keys).google).toMatchObject(real)
    expect(load({ ...keys, SANDBOX: 'off' }).google).toMatchObject(real)
    expect(load({ ...keys, SANDBOX: 'on' }).google).toMatchObject({ sandbox: true })
    expect(load({ SANDBOX: 'off' }).google).toBeNull()
    const variables = Object.values(PLATFORM_DEFINITIONS).flatMap((platform) => Object.values(platform.variables))
    const platformKeys = Object.fromEntries(variables.map((name) => [name, 'k']))
    expect(load({ ...keys, ...platformKeys, OPENAI_API_KEY: 'sk-real' }).sandbox.enabled).toBe(false)
    expect(load({ OPENAI_API_KEY: 'sk-real' })).toMatchObject({ ai: { sandbox: false }, sandbox: { enabled: true } })
    expect(() => load({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/^GOOGLE_CLIENT_ID is set but GOOGLE_CLIENT_SECRET isn't[^\n]+$/)
  })

  test('imitates each platform until both its keys are set', async () => {
    const dataDir = await temporaryFolder()
    const load = (env: Record<string, string>) => loadConfig({ DATA_DIR: dataDir, ...env }).platforms
    expect(load({})).toMatchObject({
      tiktok: { authorizeUrl: 'http://127.0.0.1:3100/tiktok', apiUrl: 'http://127.0.0.1:3100/tiktok', sandbox: true },
      tumblr: { oauthUrl: 'http://127.0.0.1:3100/tumblr', sandbox: true },
    })
    const set = load({ TUMBLR_CONSUMER_KEY: 'key', TUMBLR_CONSUMER_SECRET: 'secret' })
    expect(set.tumblr).toMatchObject({ client: { key: 'key', secret: 'secret' }, apiUrl: 'https://api.tumblr.com', sandbox: false })
    expect(set.tiktok.sandbox).toBe(true)
    expect(load({ SANDBOX: 'off' }).tiktok).toMatchObject({ client: null, authorizeUrl: 'https://www.tiktok.com', sandbox: false })
    expect(() => load({ TIKTOK_CLIENT_SECRET: 'x' })).toThrow(/^TIKTOK_CLIENT_SECRET is set but TIKTOK_CLIENT_KEY isn't/)
  })

  test("reads the allowed base URLs for users' keys", async () => {
    const dataDir = await temporaryFolder()
    const load = (value: string) => loadConfig({ DATA_DIR: dataDir, OPENAI_USER_BASE_URLS: value }).userBaseUrls
    expect(loadConfig({ DATA_DIR: dataDir }).userBaseUrls).toBe('any')
    expect(load('https://api.openai.com/v1/, https://openrouter.ai/api/v1')).toEqual([
      'https://api.openai.com/v1',
      'https://openrouter.ai/api/v1',
    ])
    expect(load('none')).toEqual([])
    expect(() => load('openai')).toThrow(/^OPENAI_USER_BASE_URLS must be any, none/)
  })

  test('creates the secret once, readable by its owner only, and reuses it', async () => {
    const dataDir = await temporaryFolder()
    const first = loadConfig({ DATA_DIR: dataDir }).secretKey
    expect(first).toHaveLength(32)
    expect(loadConfig({ DATA_DIR: dataDir }).secretKey).toEqual(first)
    expect(statSync(join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600)
    expect(Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8').trim(), 'hex')).toEqual(Buffer.from(first))
    expect(Buffer.from(loadConfig({ DATA_DIR: dataDir, SECRET_KEY: KEY }).secretKey).toString('hex')).toBe(KEY)
  })

  test('accepts older secrets in any format, without the current one', async () => {
    const [older, oldest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const env = { DATA_DIR: await temporaryFolder(), SECRET_KEY: KEY }
    expect(loadConfig(env).olderSecretKeys).toEqual([])
    const secretKeys = `${older.toString('hex')}, ${KEY} ,${oldest.toString('base64')}`
    expect(loadConfig({ ...env, SECRET_KEY_OLD: secretKeys }).olderSecretKeys).toEqual([older, oldest])
    const load = () => loadConfig({ ...env, SECRET_KEY_OLD: `${KEY},hunter2` })
    expect(load).toThrow(/^Each secret of SECRET_KEY_OLD must hold at least 32 bytes/)
  })

  test.each([
    ['PORT', '99999', /^PORT cannot be "99999": it must be a whole number from 1 to 65535\. See \.env\.example\.$/],
    ['PORT', 'web', /^PORT cannot be "web"/],
    ['PORT', '1e3', /^PORT cannot be "1e3"/],
    ['OPERATORS', 'boss', /^OPERATORS cannot be .*: it must be email addresses, separated by commas/],
    ['SIGN_UP', 'sometimes', /^SIGN_UP cannot be "sometimes": it must be one of open, invited, closed/],
    ['PASSWORD_MIN', '3', /^PASSWORD_MIN cannot be "3"/],
    ['SANDBOX', 'maybe', /^SANDBOX cannot be "maybe": it must be one of auto, on, off\./],
    [
      'TRUST_PROXY',
      'perhaps',
      /^TRUST_PROXY cannot be "perhaps": it must be true \(one proxy\), false, the number of proxies up to 10, or their addr/,
    ],
    ['TRUST_PROXY', '11', /^TRUST_PROXY cannot be "11"/],
    ['TRUST_PROXY', '-1', /^TRUST_PROXY cannot be "-1"/],
    ['TRUST_PROXY', '10.0.0.0/33', /^TRUST_PROXY cannot be "10\.0\.0\.0\/33"/],
    ['TRUST_PROXY', '0.0.0.0/0', /^TRUST_PROXY cannot be "0\.0\.0\.0\/0"/],
    ['TRUST_PROXY', '10.0.0.1,proxy.local', /^TRUST_PROXY cannot be "10\.0\.0\.1,proxy\.local"/],
    ['AI_SILENCE_SECONDS', '0', /^AI_SILENCE_SECONDS cannot be "0": it must be a whole number from 1/],
    ['AI_FIRST_WORD_SECONDS', 'long', /^AI_FIRST_WORD_SECONDS cannot be "long": it must be a whole number from 1/],
    ['AI_ANSWER_SECONDS', '99999', /^AI_ANSWER_SECONDS cannot be "99999": it must be a whole number from 1/],
    ['CONTACT_EMAIL', 'nobody', /^CONTACT_EMAIL cannot be "nobody": it must be an email address/],
    ['SOCIAL_TIKTOK', 'javascript:alert(1)', /^SOCIAL_TIKTOK cannot be "javascript:alert\(1\)": it must be a URL/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL cannot be "loud"/],
    ['PUBLIC_URL', 'studio.example.com', /^PUBLIC_URL cannot be "studio\.example\.com": it must be a URL such as https:/],
    ['PUBLIC_URL', 'https://example.com/studio', /^PUBLIC_URL cannot be "[^"]+": it must be a URL without a path/],
    ['PUBLIC_URL', 'ftp://ann:hunter2@host', /^PUBLIC_URL cannot be the value given/],
    ['DATABASE_URL', 'mysql://root:hunter2@host/db', /^DATABASE_URL cannot be the value given/],
    ['STORAGE_URL', 'ftp://hunter2@host', /^STORAGE_URL cannot be the value given/],
    ['STORAGE_URL', 's3://key:hunter2@host', /^STORAGE_URL cannot be the value given: it must be a URL such as file:/],
    ['OPENAI_API_KEY', 'sk hunter2', /^OPENAI_API_KEY cannot be the value given: it must consist of printable ASCII/],
    ['GOOGLE_CLIENT_SECRET', 'hunter2', /^GOOGLE_CLIENT_SECRET is set but GOOGLE_CLIENT_ID isn't/],
    ['SANDBOX_PORT', '3000', /^SANDBOX_PORT and PORT are the same/],
    ['STORAGE_PUBLIC_URL', 'https://files.example.com/bucket', /^STORAGE_PUBLIC_URL cannot be .*: it must be a URL without a path/],
    ['STORAGE_PUBLIC_URL', 'https://files.example.com', /^STORAGE_PUBLIC_URL needs an S3 store in STORAGE_URL/],
    ['SECRET_KEY', 'hunter2', /^SECRET_KEY must hold at least 32 bytes/],
  ])('rejects %s=%s in one sentence without the secret', async (name, value, message) => {
    const dataDir = await temporaryFolder()
    const load = () => loadConfig({ DATA_DIR: dataDir, [name]: value })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(message)
    expect(load).not.toThrow(/hunter2|\n/)
  })

  test('rejects a data folder that cannot be created in one sentence', async () => {
    const file = join(await temporaryFolder(), 'file')
    writeFileSync(file, '')
    const load = () => loadConfig({ DATA_DIR: join(file, 'data') })
    expect(load).toThrow(ConfigError)
    expect(load).toThrow(/^DATA_DIR cannot be used: ENOTDIR[^\n]+$/)
    // In a folder that allows no subfolders, Node's recursive mkdir loops forever.
    expect(() => loadConfig({ DATA_DIR: '/proc/data' })).toThrow(/^DATA_DIR cannot be used: E[^\n]+$/)
  })

  test('trims values and treats blank ones as unset', async () => {
    const dataDir = await temporaryFolder()
    expect(loadConfig({ DATA_DIR: ` ${dataDir}\r`, PORT: ' 4000 ', OPENAI_API_KEY: ' ' })).toMatchObject({
      dataDir,
      port: 4000,
      ai: { sandbox: true },
    })
  })

  test('collects metrics only if they can be read', async () => {
    const DATA_DIR = await temporaryFolder()
    const METRICS_TOKEN = 'sixteen-letters-'
    const metrics = (env: Record<string, string>) => loadConfig({ DATA_DIR, ...env }).metrics
    expect(metrics({})).toBeNull()
    expect(metrics({ METRICS_TOKEN })).toEqual({ port: null, host: '127.0.0.1', token: METRICS_TOKEN })
    expect(metrics({ METRICS_PORT: '9160' })).toEqual({ port: 9160, host: '127.0.0.1', token: null })
    expect(metrics({ METRICS_PORT: '9160', METRICS_HOST: '0.0.0.0', METRICS_TOKEN })).toMatchObject({
      host: '0.0.0.0',
      token: METRICS_TOKEN,
    })
    expect(() => metrics({ METRICS_TOKEN: 'short-s3cret' })).toThrow(/^METRICS_TOKEN cannot be the value given: it must have at least 16/)
    expect(() => metrics({ METRICS_HOST: '0.0.0.0' })).toThrow('METRICS_HOST needs METRICS_PORT')
    expect(() => metrics({ METRICS_PORT: '3000' })).toThrow('METRICS_PORT is already in use by another setting')
    expect(() => metrics({ METRICS_PORT: '4000', SANDBOX_PORT: '4000' })).toThrow('METRICS_PORT is already in use by another setting')
  })
})
