import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { traverseContractProcedures } from '@orpc/server'
import { publicContract, PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { API_SCOPES, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { userSettings, users } from '../../db/schema-accounts.ts'
import { apiKeys } from '../../db/schema-api-keys.ts'
import { ApiCaller, buildApiKey } from '../../testing/api-caller.ts'
import { testDatabase } from '../../testing/database.ts'
import { enterDemo } from '../../testing/demo.ts'
import { buildSlide, photo, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { sendRaw } from '../../testing/raw-http.ts'

let app: TestApp
let user: TestUser
let key: ApiCaller
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
  key = await buildApiKey(user)
})

const statusAndCode = async (caller: ApiCaller, method: string, path: string, body?: unknown) => {
  const answer = await caller.call(method, path, body === undefined ? {} : { body })
  return [answer.status, answer.body['code']]
}
const setKey = (id: string, set: Partial<typeof apiKeys.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(apiKeys).set(set).where(eq(apiKeys.id, id)))
const setUser = (set: Partial<typeof users.$inferInsert>) =>
  app.services.db.asSystem((tx) => tx.update(users).set(set).where(eq(users.id, user.id)))

describe('a key', () => {
  test('is shown once, stored as a hash, and opens neither the page nor its contract', async () => {
    const [listed] = await user.api<Record<string, unknown>[]>('GET', '/api-keys')
    expect(listed).toMatchObject({ name: 'Test', ending: key.secret.slice(-4), scopes: API_SCOPES, lastUsedAt: null })
    expect(key.secret).toMatch(/^n16_[\w-]{43}$/)
    const { rows } = await app.services.db.pool.query('select to_jsonb(k)::text as row from api_keys k')
    expect(JSON.stringify([rows, listed])).not.toContain(key.secret)
    for (const path of ['/api/v1/me', '/api/v1/projects', '/api/auth/get-session', '/api/events']) {
      const { status, headers } = await fetch(app.url + path, { headers: { authorization: `Bearer ${key.secret}` } })
      expect([path, path.startsWith('/api/auth') ? 200 : 401]).toEqual([path, status])
      expect(headers.get('set-cookie')).toBeNull()
    }
  })

  test('is in no log line', async () => {
    const verbose = await startTestApp({ logLevel: 'debug' })
    const logged = await buildApiKey(await verbose.buildUser())
    await logged.call('GET', '/companies')
    await logged.call('POST', '/slideshows', { body: {} })
    expect(verbose.logged.length).toBeGreaterThan(0)
    expect(verbose.logged.join('\n')).not.toContain(logged.secret.slice(4))
  })

  test('is required: a session, another token and no token get a challenge', async () => {
    for (const headers of [{ cookie: user.cookieHeader }, { authorization: 'Bearer n16_none' }, { authorization: 'Bearer x.y' }, {}]) {
      const answer = await fetch(`${app.url}${PUBLIC_API_PREFIX}/companies`, { headers: new Headers(headers) })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
      expect(answer.headers.get('www-authenticate')).toContain('Bearer')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(await answer.json()).toMatchObject({
        status: 401,
        code: expect.stringMatching(/^(API_KEY_MISSING|API_KEY_UNKNOWN|ACCESS_TOKEN_INVALID)$/),
      })
    }
  })

  test('that is revoked, expired, or whose owner is locked or has no plan, is refused with the next request', async () => {
    const code = () => statusAndCode(key, 'GET', '/companies')
    expect(await code()).toEqual([200, undefined])
    await app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan: false }).where(eq(userSettings.userId, user.id)))
    expect(await code()).toEqual([403, 'PRO_REQUIRED'])
    await setUser({ lockedAt: new Date() })
    expect(await code()).toEqual([403, 'ACCOUNT_LOCKED'])
    await setKey(key.id, { expiresAt: new Date(Date.now() - 1000) })
    expect(await code()).toEqual([401, 'API_KEY_EXPIRED'])
    await setUser({ lockedAt: null })
    await app.services.db.asSystem((tx) => tx.update(userSettings).set({ proPlan: true }).where(eq(userSettings.userId, user.id)))
    await user.api('DELETE', `/api-keys/${key.id}`)
    expect(await code()).toEqual([401, 'API_KEY_REVOKED'])
  })

  test('is revoked, and runs a write once, at every process', async () => {
    const database = await testDatabase()
    const first = await startTestApp({ database })
    const { secretKey } = first.services.config
    const second = await startTestApp({ database: { ...database, drop: async () => undefined }, store: first.services.store, secretKey })
    const owner = await first.buildUser()
    const here = await buildApiKey(owner)
    const there = new ApiCaller(second.url, here)
    const sent = { body: { title: 'Once', slides: [buildSlide('x')] }, idempotencyKey: 'one' }
    const answers = await Promise.all([here, there, here, there].map((caller) => caller.call('POST', '/slideshows', sent)))
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([201]))
    expect((await there.call('POST', '/slideshows', sent)).body).toMatchObject({ title: 'Once' })
    expect((await here.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [{ title: 'Once' }], next: null })
    await owner.api('DELETE', `/api-keys/${here.id}`)
    expect(await statusAndCode(there, 'GET', '/companies')).toEqual([401, 'API_KEY_REVOKED'])
  })

  test('records its use at most once a minute', async () => {
    const lastUse = async () => {
      const [row] = await app.services.db.asSystem((tx) =>
        tx.select({ at: apiKeys.lastUsedAt }).from(apiKeys).where(eq(apiKeys.id, key.id)),
      )
      return row?.at?.getTime()
    }
    await key.call('GET', '/companies')
    const first = await lastUse()
    expect(first).toBeGreaterThan(0)
    await key.call('GET', '/companies')
    expect(await lastUse()).toBe(first)
    await setKey(key.id, { lastUsedAt: new Date(Date.now() - 61_000) })
    await key.call('GET', '/companies')
    expect(await lastUse()).toBeGreaterThanOrEqual(first ?? 0)
  })

  test('does what its scopes say, at every endpoint', async () => {
    const endpoints: { method: string; path: string; scopes: readonly ApiScope[] }[] = []
    traverseContractProcedures({ router: publicContract, path: [] }, ({ contract }) => {
      const { route, meta } = contract['~orpc']
      endpoints.push({
        method: route.method ?? '',
        path: (route.path ?? '').replaceAll('{id}', randomUUID()).replace('{index}', '0'),
        ...meta,
      })
    })
    expect(endpoints.length).toBeGreaterThan(15)
    for (const { method, path, scopes } of endpoints) {
      expect(scopes.length, path).toBeGreaterThan(0)
      const lacking = await buildApiKey(user, { scopes: API_SCOPES.filter((scope) => !scopes.includes(scope)) })
      expect([path, ...(await statusAndCode(lacking, method, path, method === 'GET' ? undefined : {}))]).toEqual([
        path,
        403,
        'API_KEY_SCOPE',
      ])
      await user.api('DELETE', `/api-keys/${lacking.id}`)
      for (const scope of scopes) {
        const having = await buildApiKey(user, { scopes: [scope] })
        expect([path, (await statusAndCode(having, method, path, method === 'GET' ? undefined : {}))[1]]).not.toEqual([
          path,
          'API_KEY_SCOPE',
        ])
        await user.api('DELETE', `/api-keys/${having.id}`)
      }
    }
  })

  test('of a company reaches only what belongs to it, and goes with it', async () => {
    const [first, second] = [await user.buildCompany('First'), await user.buildCompany('Second')]
    const ofFirst = await buildApiKey(user, { companyId: first.id })
    const slides = [buildSlide('x')]
    const mine = await ofFirst.call('POST', '/slideshows', { body: { title: 'Mine', slides } })
    expect(mine.body).toMatchObject({ company_id: first.id })
    const { body: theirs } = await key.call('POST', '/slideshows', { body: { title: 'Theirs', slides, company_id: second.id } })
    const refused = [403, 'API_KEY_COMPANY']
    const path = `/slideshows/${String(theirs['id'])}`
    expect(await statusAndCode(ofFirst, 'GET', path)).toEqual(refused)
    expect(await statusAndCode(ofFirst, 'GET', `${path}/slides/0/render`)).toEqual(refused)
    expect(await statusAndCode(ofFirst, 'POST', '/slideshows', { title: 'x', slides, company_id: second.id })).toEqual(refused)
    expect(await statusAndCode(ofFirst, 'GET', `/photos?company_id=${second.id}`)).toEqual(refused)
    expect((await ofFirst.call('GET', '/companies')).body).toMatchObject({ companies: [{ id: first.id }] })
    expect((await ofFirst.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [{ title: 'Mine' }] })
    await user.api('DELETE', `/companies/${first.id}`)
    expect(await statusAndCode(ofFirst, 'GET', '/companies')).toEqual([401, 'API_KEY_UNKNOWN'])
  })

  test('is never made in a demo', async () => {
    const demo = await enterDemo(app)
    const input = { name: 'x', scopes: ['posts:read'], days: 30 }
    expect((await demo.call('POST', '/api/v1/api-keys', input)).body).toMatchObject({ error: { code: 'DEMO_ACCOUNT' } })
  })

  test('is one of at most 20', async () => {
    for (let more = 1; more < 20; more += 1) await buildApiKey(user)
    const input = { name: 'x', scopes: ['posts:read'], days: 30 }
    expect((await user.call('POST', '/api/v1/api-keys', input)).body).toMatchObject({ error: { code: 'ROWS_MAX' } })
    await user.api('DELETE', `/api-keys/${key.id}`)
    expect((await user.call('POST', '/api/v1/api-keys', input)).status).toBe(201)
  })
})

describe('requests', () => {
  test('are limited to 120 a minute for each key', async () => {
    const first = await key.call('GET', '/companies')
    expect(first.headers.get('ratelimit-limit')).toBe('120')
    expect(first.headers.get('ratelimit-remaining')).toBe('119')
    const statuses = await Promise.all(Array.from({ length: 24 }, () => key.call('GET', '/companies').then(({ status }) => status)))
    expect(statuses.every((status) => status === 200)).toBe(true)
    await app.services.db.asSystem((tx) => tx.execute(sql`update rate_limits set count = 120 where key = ${`api:${key.id}`}`))
    const over = await key.call('GET', '/companies')
    expect([over.status, over.body['code'], over.headers.get('ratelimit-remaining')]).toEqual([429, 'RATE_LIMITED', '0'])
    expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await (await buildApiKey(user)).call('GET', '/companies')).status).toBe(200)
  })

  test('that fail answer as RFC 9457 says, with what to do', async () => {
    const { status, headers, body } = await key.call('PUT', `/slideshows/${randomUUID()}`, { body: { slides: [buildSlide('x')] } })
    expect(body).toMatchObject({
      type: 'urn:ninesixteen:error:VERSION_REQUIRED',
      code: 'VERSION_REQUIRED',
      status,
      detail: expect.any(String),
    })
    expect(body['request_id']).toBe(headers.get('x-request-id'))
    expect(await statusAndCode(key, 'GET', '/none')).toEqual([404, 'NOT_FOUND'])
    expect(await statusAndCode(key, 'GET', '/slideshows/none')).toEqual([400, 'INVALID_INPUT'])
    const elsewhere = sendRaw(app.url, [`GET ${PUBLIC_API_PREFIX}/companies HTTP/1.1`, 'host: evil.example', 'connection: close'])
    await elsewhere.closed
    expect([await elsewhere.status, elsewhere.text()]).toEqual([421, expect.stringContaining('application/problem+json')])
    const broken = await key.fetch('POST', '/slideshows', { headers: { 'content-type': 'application/json' } })
    expect(broken.status).toBe(400)
  })
})

describe('slideshows', () => {
  test('are created, listed page by page, read and replaced by version', async () => {
    for (const title of ['One', 'Two', 'Three']) await key.call('POST', '/slideshows', { body: { title, slides: [buildSlide(title)] } })
    const first = await key.call<{ slideshows: { id: string; title: string }[]; next: string }>('GET', '/slideshows?limit=2')
    expect(first.body.slideshows.map(({ title }) => title)).toEqual(['Three', 'Two'])
    const second = await key.call('GET', `/slideshows?limit=2&after=${encodeURIComponent(first.body.next)}`)
    expect(second.body).toMatchObject({ slideshows: [{ title: 'One' }], next: null })
    const path = `/slideshows/${first.body.slideshows[0]?.id}`
    const read = await key.call('GET', path)
    expect([read.headers.get('etag'), read.body]).toMatchObject([
      '"1"',
      { title: 'Three', slides: [{}], url: expect.stringContaining('project=') },
    ])
    const body = { title: 'Changed', slides: [buildSlide('a'), buildSlide('b')] }
    const saved = await key.call('PUT', path, { body, headers: { 'if-match': '"1"' } })
    expect([saved.status, saved.headers.get('etag'), saved.body]).toMatchObject([200, '"2"', { version: 2, slide_count: 2 }])
    const stale = await key.call('PUT', path, { body, headers: { 'if-match': '"1"' } })
    expect([stale.status, stale.body['code']]).toEqual([412, 'VERSION_CONFLICT'])
  })
})

describe('photos', () => {
  test('are uploaded as bytes, for a company, and found', async () => {
    const company = await user.buildCompany()
    const bytes = await photo(300, 200)
    const sent = await key.call<{ photo: { id: string } }>('POST', `/photos?filename=a%2Fb.jpg&company_id=${company.id}`, { body: bytes })
    expect([sent.status, sent.body]).toMatchObject([
      201,
      { photo: { filename: 'b.jpg', width: 300, height: 200, company_ids: [company.id] } },
    ])
    const again = await key.call('POST', '/photos', { body: bytes })
    expect(again.body).toMatchObject({ is_duplicate: true, photo: { id: sent.body.photo.id } })
    expect((await key.call('GET', `/photos?search=b&company_id=${company.id}`)).body).toMatchObject({
      photos: [{ id: sent.body.photo.id }],
      next: null,
    })
    expect(await statusAndCode(key, 'POST', '/photos', new TextEncoder().encode('<svg/>'))).toEqual([415, 'UPLOAD_NOT_IMAGE'])
    expect(await statusAndCode(key, 'POST', '/photos', new Uint8Array(20 * 1024 * 1024 + 1))).toEqual([413, 'UPLOAD_TOO_LARGE'])
  })
})
