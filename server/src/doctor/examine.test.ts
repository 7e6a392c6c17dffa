import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import type { Config } from '../config/config.ts'
import { processes } from '../db/schema-store.ts'
import { startTestApp, type TestApp, type TestSettings } from '../testing/app.ts'
import { startTestSandbox } from '../testing/sandbox.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import { clockFinding } from './database-checks.ts'
import { examine, type Examined } from './examine.ts'
import { withoutSecrets } from './secrets.ts'

const SECRET = 's3cret-of-the-operator'

interface Ill {
  app: TestApp
  config: Config
}

/** An instance with its own database, and matching settings. */
async function start(settings: TestSettings = {}): Promise<Ill> {
  const app = await startTestApp(settings)
  const { user, database, host } = app.connection
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host ?? '')}`
  const { services, url } = app
  return { app, config: { ...services.config, databaseUrl, publicUrl: url, port: Number(new URL(url).port) } }
}

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function examined(config: Config, limitMs?: number) {
  const all = await examine(config, { onFinding: () => undefined, ...(limitMs !== undefined && { limitMs }) })
  const clean = withoutSecrets(config)
  const findings = JSON.parse(clean(JSON.stringify(all))) as Examined[]
  expect(JSON.stringify(findings)).not.toContain(SECRET)
  return {
    of: (name: string) => findings.filter((one) => one.name === name).map(({ finding }) => finding),
    wrong: findings.filter(({ finding }) => finding.state === 'wrong').map(({ name }) => name),
    said: JSON.stringify(findings),
  }
}

const withAi = (config: Config, baseUrl: string): Config => ({ ...config, ai: { ...config.ai, sandbox: false, baseUrl, apiKey: SECRET } })

test('a healthy instance passes every check', async () => {
  const sandbox = await startTestSandbox()
  onTestFinished(() => sandbox.release())
  const smtp = await startSmtpServer()
  const { app, config } = await start()
  await app.services.db.asSystem((tx) => tx.execute(sql`insert into publish_workers (id, beat_at) values ('w', now())`))
  const mail = { smtpUrl: smtp.url, from: { name: 'Ninesixteen', address: 'post@example.com' } }
  const { wrong, of } = await examined({ ...withAi(config, sandbox.openai), mail })
  expect(wrong).toEqual([])
  expect(of('database')).toMatchObject([{ state: 'ok', message: expect.stringContaining('PostgreSQL 1') }])
  expect(of('tables')).toMatchObject([{ state: 'ok' }])
  expect(of('row security')).toMatchObject([{ state: 'ok', message: expect.stringContaining('ninesixteen_app') }])
  expect(of('database clock')).toMatchObject([{ state: 'ok' }])
  expect(of('worker')).toMatchObject([{ state: 'ok' }])
  expect(of('secret')).toMatchObject([{ state: 'ok' }])
  expect(of('file store')).toMatchObject([{ state: 'ok', message: expect.stringContaining('belongs to this database') }])
  expect(of('mail')).toMatchObject([{ state: 'ok' }])
  expect(of('AI')[0]?.state).not.toBe('wrong')
  expect(of('public address')).toMatchObject([
    { state: 'ok', message: `${config.publicUrl} leads here.` },
    { state: 'ok', message: 'Programs reach the public API, and agents the MCP server.' },
  ])
  expect(smtp.taken).toEqual([])
})

test('database problems are reported with their fix', async () => {
  const { app, config } = await start()
  const change = (statement: string) => app.services.db.pool.query(statement)
  await change('alter table projects no force row level security')
  await change(`insert into publish_workers (id, beat_at) values ('w', now() - interval '1 hour')`)
  await change('delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)')
  const first = await examined(config)
  expect(first.of('row security')).toMatchObject([
    { state: 'wrong', message: expect.stringContaining('projects'), fix: expect.stringContaining('alter table projects') },
  ])
  expect(first.of('worker')).toMatchObject([{ state: 'wrong', fix: expect.stringContaining('ROLE=worker') }])
  expect(first.of('tables')).toMatchObject([{ state: 'warning', message: expect.stringMatching(/^1 migrations/) }])
  await change(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`)
  expect((await examined(config)).of('tables')).toMatchObject([{ state: 'wrong', message: expect.stringContaining('newer version') }])
})

test('an unreachable database or store does not prevent other checks', async () => {
  const { config } = await start()
  const unreachable = {
    ...config,
    databaseUrl: `postgres://somebody:${SECRET}@127.0.0.1:1/none`,
    storageUrl: `s3://AKIAKEY:${SECRET}@127.0.0.1:1/bucket?region=eu-central-1`,
  }
  const { wrong, of } = await examined(unreachable)
  expect(wrong).toEqual(['database', 'file store'])
  expect(of('database')).toMatchObject([{ message: expect.stringMatching(/^DATABASE_URL cannot be reached: /) }])
  expect(of('file store')).toMatchObject([{ fix: expect.stringMatching(/^Check STORAGE_URL/) }])
  expect(of('public address')).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
})

test("a secret that differs from the database's or another process's is reported", async () => {
  const { app, config } = await start()
  const other = { ...config, secretKey: randomBytes(32), olderSecretKeys: [] }
  expect((await examined(other)).of('secret')).toMatchObject([{ state: 'ok' }])
  await app.services.db.asSystem((tx) =>
    tx.insert(processes).values({ id: randomUUID(), store: randomUUID(), role: 'web', host: 'there', sealsWith: 'ab', opensWith: ['ab'] }),
  )
  expect((await examined(other)).of('secret')).toMatchObject([{ state: 'wrong', message: expect.stringContaining('(ROLE web on there)') }])
  const user = await app.buildUser()
  await user.api('PUT', '/credentials', { values: { 'openai.key': 'sk-mine-123456789' } })
  expect((await examined(other)).of('secret')).toMatchObject([
    { state: 'wrong', message: expect.stringMatching(/cannot be read: 1\.$/), fix: expect.stringContaining('SECRET_KEY_OLD') },
  ])
})

test('an unusable or unreachable replica is a warning', async () => {
  const { config } = await start()
  expect((await examined(config)).of('replica')).toEqual([])
  expect((await examined({ ...config, databaseReplicaUrl: config.databaseUrl })).of('replica')).toMatchObject([
    { state: 'warning', message: expect.stringContaining('accepts writes') },
  ])
  const unreachableUrl = `postgres://somebody:${SECRET}@127.0.0.1:1/none`
  expect((await examined({ ...config, databaseReplicaUrl: unreachableUrl })).of('replica')).toMatchObject([
    { state: 'warning', message: expect.stringMatching(/^DATABASE_REPLICA_URL cannot be read: /) },
  ])
})

test('the images API and photo services are asked as far as that is free', async () => {
  const sandbox = await startTestSandbox()
  onTestFinished(() => sandbox.release())
  const { config } = await start()
  const images = { baseUrl: `${sandbox.url}/images/v1`, apiKey: SECRET, model: 'gpt-image-1', timeoutMs: 5000, daily: 20, sandbox: false }
  const real = (key: string | null) => ({ key, client: null, trusted: [], isLimited: false, sandbox: false })
  const stock: Config['stock'] = {
    openverse: { ...real(null), apiUrl: `${sandbox.url}/openverse` },
    pexels: { ...real(SECRET), apiUrl: `${sandbox.url}/pexels` },
    pixabay: { ...real(null), apiUrl: `${sandbox.url}/pixabay` },
  }
  const well = await examined({ ...config, images, stock })
  expect(well.of('AI photos')).toEqual([{ state: 'ok', message: 'The images API accepts the key and has the model gpt-image-1.' }])
  expect(well.of('Openverse')).toMatchObject([{ state: 'ok', message: 'Reachable.' }])
  expect(well.of('Pexels')).toMatchObject([{ state: 'ok', message: 'Pexels accepts the key.' }])
  expect(well.of('Pixabay')).toMatchObject([{ state: 'ok', message: expect.stringMatching(/^Not set up/) }])
  expect((await sandbox.requests('openverse')).length).toBe(0)

  const wrongKeys = {
    ...config,
    images: { ...images, apiKey: `sk-invalid-${SECRET}` },
    stock: { ...stock, pexels: { ...stock.pexels, key: `invalid-${SECRET}` } },
  }
  const refused = await examined(wrongKeys)
  expect(refused.of('AI photos')).toMatchObject([{ state: 'wrong', fix: expect.stringMatching(/^Set IMAGES_API_KEY/) }])
  expect(refused.of('Pexels')).toMatchObject([{ state: 'wrong', fix: expect.stringMatching(/^Set PEXELS_API_KEY/) }])
  await sandbox.control('/faults', 'POST', { provider: 'pexels', next: [{ kind: '429', retryAfter: 60 }] })
  expect((await examined({ ...config, stock })).of('Pexels')).toMatchObject([
    { state: 'warning', message: expect.stringMatching(/no more searches/) },
  ])
  const away = {
    ...config,
    images: { ...images, baseUrl: 'http://127.0.0.1:1/v1' },
    stock: { ...stock, openverse: { ...stock.openverse, apiUrl: 'http://127.0.0.1:1' } },
  }
  const gone = await examined(away)
  expect(gone.of('AI photos')).toMatchObject([{ state: 'wrong', fix: expect.stringMatching(/^Check IMAGES_BASE_URL/) }])
  expect(gone.of('Openverse')).toMatchObject([{ state: 'wrong' }])
  expect((await examined({ ...config, images: null })).of('AI photos')).toMatchObject([
    { state: 'ok', message: expect.stringMatching(/^Not set up/) },
  ])
})

test('the store of another database is reported as foreign', async () => {
  const { app, config } = await start()
  await app.services.db.pool.query('update instance set id = gen_random_uuid()')
  expect((await examined(config)).of('file store')).toMatchObject([
    {
      state: 'wrong',
      message: expect.stringContaining('belongs to another Ninesixteen database'),
      fix: expect.stringContaining('npm run files -- adopt'),
    },
  ])
})

test('a rejected key and an unreachable or unresponsive mail server are reported without secrets', async () => {
  const { config } = await start()
  const refusing = await serving((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: `Incorrect API key: ${request.headers.authorization}` } }))
  })
  const from = { name: 'Ninesixteen', address: 'post@example.com' }
  const refused = await examined({ ...withAi(config, refusing), mail: { smtpUrl: `smtp://post:${SECRET}@127.0.0.1:1`, from } })
  expect(refused.of('AI')).toMatchObject([{ state: 'wrong', fix: expect.stringContaining('OPENAI_API_KEY') }])
  expect(refused.of('mail')).toMatchObject([{ state: 'wrong', message: expect.stringContaining('ECONNREFUSED') }])

  const hanging = await serving(() => undefined)
  const slowFindings = await examined(withAi(config, hanging), 1_000)
  expect(slowFindings.of('AI')).toMatchObject([{ state: 'wrong', message: 'No response within 1 seconds.' }])
})

test('a wrong host name, a proxy that changes paths and unsuitable settings are reported', async () => {
  const { config } = await start()
  const foreign = await serving((_request, response) => void response.end('<h1>Welcome to nginx</h1>'))
  expect((await examined({ ...config, publicUrl: foreign })).of('public address')).toMatchObject([
    { state: 'wrong', message: expect.stringContaining('Another server responds') },
  ])
  const moved = await serving((_request, response) => void response.writeHead(301, { location: 'https://elsewhere.example/' }).end())
  expect((await examined({ ...config, publicUrl: moved })).of('public address')).toMatchObject([
    { state: 'wrong', fix: expect.stringContaining('PUBLIC_URL') },
  ])
  const domainProof = { file: 'proof.txt', content: 'the-proof' }
  const unproven = await examined({ ...config, publishing: { ...config.publishing, domainProof } })
  expect(unproven.of('public address')).toMatchObject([
    { state: 'ok' },
    { state: 'ok' },
    { state: 'wrong', message: expect.stringContaining('proof.txt') },
  ])
  const without = (hidden: string) => {
    const forward = async ({ url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> => {
      const answer = await fetch(new URL(url, config.publicUrl))
      const challenge = answer.headers.get('www-authenticate')
      if (challenge) response.setHeader('www-authenticate', challenge)
      response.writeHead(url.startsWith(hidden) ? 404 : answer.status).end(await answer.text())
    }
    return serving((request, response) => void forward(request, response))
  }
  const withoutMcp = await without('/mcp')
  expect((await examined({ ...config, publicUrl: withoutMcp })).of('public address')).toMatchObject([
    { state: 'ok' },
    { state: 'wrong', message: `The MCP server at ${withoutMcp}/mcp is not reachable (404).` },
  ])
  const withoutMetadata = await without('/.well-known/')
  expect((await examined({ ...config, publicUrl: withoutMetadata })).of('public address')).toMatchObject([
    { state: 'ok' },
    { state: 'wrong', message: expect.stringContaining('/.well-known/oauth-protected-resource/mcp is not reachable (404)') },
  ])
  const open = await examined({ ...config, publicUrl: 'http://studio.invalid' })
  expect(open.of('public address')).toMatchObject([{ state: 'wrong', message: expect.stringContaining('studio.invalid') }])
  expect(open.of('settings of the address')).toMatchObject([{ state: 'warning', message: expect.stringContaining('http') }])
})

test.each([
  [0.4, 'ok'],
  [-3, 'warning'],
  [90, 'wrong'],
])('a clock that is off by %f seconds is %s', (ahead, state) => {
  expect(clockFinding('the database', ahead).state).toBe(state)
})

test('findings never contain the secrets of the settings', async () => {
  const { config } = await start()
  const older = Buffer.alloc(32, 7)
  const clean = withoutSecrets({
    ...config,
    olderSecretKeys: [older],
    ai: { ...config.ai, apiKey: 'sk-of-the-ai' },
    databaseUrl: 'postgres://a:pass%40word@db/x',
    databaseDirectUrl: 'postgres://a:directly@db/x',
    // A literal %.
    databaseReplicaUrl: 'postgres://a:100%zz@db/x',
    storageUrl: 's3://KEY:bucket-s3cret@s3.example.com/bucket?region=x',
    mail: { ...config.mail, smtpUrl: 'smtps://post:mail-word@mail.example.com' },
  })
  const hex = Buffer.from(config.secretKey).toString('hex')
  const text = `sk-of-the-ai pass%40word pass@word directly 100%zz bucket-s3cret mail-word ${hex} ${older.toString('hex')} db.example.com`
  expect(clean(text)).toBe(`${'[secret] '.repeat(9)}db.example.com`)
})
