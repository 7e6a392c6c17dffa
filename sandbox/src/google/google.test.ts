import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../sandbox.ts'

const REDIRECT = 'http://localhost:3000/auth/google/callback'
const DRIVE = 'https://www.googleapis.com/auth/drive.file'
const CLIENT = { client_id: 'sandbox-google-client', client_secret: 'sandbox-google-secret' }
const ASK = {
  client_id: CLIENT.client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  scope: `${DRIVE} email profile`,
  access_type: 'offline',
  prompt: 'consent',
  state: 'a state',
}

function buildSandbox() {
  const app = createSandbox({ seed: '', fast: true })
  const json = { 'content-type': 'application/json' }
  const control = (path: string, method: string, body?: unknown) =>
    app.request(`/_control${path}`, { method, headers: json, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const consent = (query: Record<string, string>, form: Record<string, string> | null = null, cookie = '') =>
    app.request(`/google/accounts/o/oauth2/v2/auth?${new URLSearchParams(query).toString()}`, {
      headers: { cookie },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
  const token = async (form: Record<string, string>) => {
    const reply = await app.request('/google/oauth2/token', { method: 'POST', body: new URLSearchParams({ ...CLIENT, ...form }) })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const allow = { decision: 'allow', account: '108000000000000000001', scope: DRIVE }
  async function code(query: Record<string, string> = ASK, form: Record<string, string> = allow) {
    const reply = await consent(query, form)
    return new URL(reply.headers.get('location') ?? '').searchParams
  }
  const exchange = async (query?: Record<string, string>, form?: Record<string, string>) =>
    token({ grant_type: 'authorization_code', code: (await code(query, form)).get('code') ?? '', redirect_uri: REDIRECT })
  async function drive(overrides?: Record<string, string>) {
    const bearer = (overrides ?? (await exchange()).body)['access_token']
    return (path: string, init: RequestInit = {}) =>
      app.request(path.startsWith('http') ? path : `/google/api/${path}`, {
        ...init,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(typeof init.body === 'string' && json),
          ...Object.fromEntries(new Headers(init.headers)),
        },
      })
  }
  return { app, control, consent, token, code, exchange, drive, allow }
}

describe('the consent page', () => {
  test.each([
    [{ client_id: 'other' }, 'invalid_client'],
    [{ redirect_uri: `${REDIRECT}/` }, 'redirect_uri_mismatch'],
    [{ redirect_uri: 'https://evil.example/auth/google/callback' }, 'redirect_uri_mismatch'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: `${DRIVE},email` }, 'invalid_scope'],
    [{ access_type: 'always' }, 'access_type'],
    [{ prompt: 'consent none' }, 'prompt'],
    [{ code_challenge: 'short' }, 'code_challenge'],
  ])('shows %j as %s and redirects nowhere', async (invalid, words) => {
    const { consent } = buildSandbox()
    const reply = await consent({ ...ASK, ...invalid })
    expect([reply.status, reply.headers.get('location')]).toEqual([400, null])
    expect(await reply.text()).toContain(words)
  })

  test('lists the accounts with a checkbox for Drive, and escapes their names', async () => {
    const text = await (await buildSandbox().consent(ASK)).text()
    expect(text).toContain('sandy@example.com')
    expect(text).toContain(`value="${DRIVE}"`)
    expect(text).not.toContain('<Garden>')
  })

  test('redirects with a code and the state, or with access_denied', async () => {
    const { code } = buildSandbox()
    const overrides = await code()
    expect(overrides.get('code')).toMatch(/^4\//)
    expect(overrides.get('state')).toBe('a state')
    const denied = await code(ASK, { decision: 'deny' })
    expect(Object.fromEntries(denied)).toEqual({ error: 'access_denied', state: 'a state' })
  })

  test('without Drive grants the other scopes under their full names', async () => {
    const { exchange } = buildSandbox()
    const { body } = await exchange(ASK, { decision: 'allow', account: '108000000000000000001' })
    expect(body['scope']?.split(' ').toSorted()).toEqual([
      'https://www.googleapis.com/auth/userinfo.email',
      'https://www.googleapis.com/auth/userinfo.profile',
      'openid',
    ])
  })

  test('is skipped while the grant is valid, and then returns no refresh token', async () => {
    const { consent, exchange, token } = buildSandbox()
    expect((await exchange()).body).toHaveProperty('refresh_token')
    const { prompt: _prompt, ...query } = ASK
    const reply = await consent(query, null, 'google_sandbox_user=108000000000000000001')
    const code = new URL(reply.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const { body } = await token({ grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
    expect(body).not.toHaveProperty('refresh_token')
    expect(body['access_token']).toMatch(/^ya29\./)
  })
})

describe('tokens', () => {
  test('a code works once, with its redirect URI, client and verifier', async () => {
    const { code, token } = buildSandbox()
    const verifier = randomBytes(32).toString('base64url')
    const challenged = { ...ASK, code_challenge_method: 'S256', code_challenge: createHash('sha256').update(verifier).digest('base64url') }
    const send = async (extra: Record<string, string>, query: Record<string, string> = challenged) => {
      const overrides = { grant_type: 'authorization_code', code: (await code(query)).get('code') ?? '', redirect_uri: REDIRECT, ...extra }
      return { overrides, reply: await token(overrides) }
    }
    const { overrides, reply } = await send({ code_verifier: verifier })
    expect(reply.status).toBe(200)
    expect((await token(overrides)).body['error']).toBe('invalid_grant')
    expect((await send({})).reply.body['error']).toBe('invalid_grant')
    expect((await send({ code_verifier: verifier.replace(/^./, '~') })).reply.body['error']).toBe('invalid_grant')
    expect((await send({ code_verifier: verifier }, ASK)).reply.body['error']).toBe('invalid_grant')
    expect((await send({ code_verifier: verifier, redirect_uri: `${REDIRECT}?` })).reply.body['error']).toBe('redirect_uri_mismatch')
    expect((await send({ code_verifier: verifier, client_secret: 'x' })).reply).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    })
  })

  test('expire by the clock, are refreshed without a new refresh token, and end with the grant', async () => {
    const { exchange, drive, control, token, app } = buildSandbox()
    const overrides = (await exchange()).body
    const about = await drive(overrides)
    expect((await about('drive/v3/about?fields=user')).status).toBe(200)
    await control('/clock', 'POST', { advance: 3600 })
    const expired = await about('drive/v3/about?fields=user')
    expect(expired.status).toBe(401)
    expect(expired.headers.get('www-authenticate')).toContain('invalid_token')
    expect(await expired.json()).toMatchObject({ error: { code: 401, errors: [{ reason: 'authError' }] } })

    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: overrides['refresh_token'] ?? '' })
    expect(refreshed.body).not.toHaveProperty('refresh_token')
    expect((await (await drive(refreshed.body))('drive/v3/about?fields=user')).status).toBe(200)

    const revoke = (method: string) =>
      app.request('/google/oauth2/revoke', {
        method,
        ...(method === 'POST' && { body: new URLSearchParams({ token: overrides['refresh_token'] ?? '' }) }),
      })
    const laterTokens = (await exchange()).body
    expect((await revoke('GET')).status).toBe(404)
    expect((await revoke('POST')).status).toBe(200)
    expect((await revoke('POST')).status).toBe(400)
    const dead = await token({ grant_type: 'refresh_token', refresh_token: overrides['refresh_token'] ?? '' })
    expect(dead).toEqual({ status: 400, body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' } })
    // The whole grant ended, whichever consent a token came from.
    expect((await (await drive(laterTokens))('drive/v3/about?fields=user')).status).toBe(401)
  })

  test('identify the user', async () => {
    const { exchange, app } = buildSandbox()
    const bearer = (await exchange()).body['access_token']
    const reply = await app.request('/google/openidconnect/v1/userinfo', { headers: { authorization: `Bearer ${bearer}` } })
    expect(await reply.json()).toMatchObject({ sub: '108000000000000000001', email: 'sandy@example.com', name: 'Sandy Creator' })
  })
})

async function reasonOf(reply: Response): Promise<string> {
  const body = (await reply.json()) as { error: { code: number; errors: { reason: string }[] } }
  return `${reply.status} ${body.error.errors[0]?.reason}`
}

describe('the Drive API', () => {
  test('validates requests strictly', async () => {
    const { drive, exchange } = buildSandbox()
    const call = await drive()
    const create = (body: unknown, query = '') => call(`drive/v3/files${query}`, { method: 'POST', body: JSON.stringify(body) })
    expect(await reasonOf(await call('drive/v3/about'))).toBe('400 required')
    expect(await reasonOf(await create({ name: 'x', color: 'red' }))).toBe('400 badRequest')
    expect(await reasonOf(await create({ name: 'x', parents: ['nowhere'] }))).toBe('404 notFound')
    expect(await reasonOf(await create({ name: 'x', id: 'made-up' }))).toBe('400 invalid')
    expect(await reasonOf(await create({ name: 'x' }, '?fields=id,color'))).toBe('400 invalid')
    const noDrive = await drive((await exchange(ASK, { decision: 'allow', account: '108000000000000000001' })).body)
    expect(await reasonOf(await noDrive('drive/v3/about?fields=user'))).toBe('403 insufficientPermissions')
  })

  test('creates folders with given or generated ids, visible only to their app', async () => {
    const { app, drive, exchange, allow } = buildSandbox()
    const call = await drive()
    const { ids } = (await (await call('drive/v3/files/generateIds?count=2&space=drive&type=files')).json()) as { ids: string[] }
    const folder = { name: 'Acme 2026-11-21', mimeType: 'application/vnd.google-apps.folder' }
    const create = (body: unknown) => call('drive/v3/files?fields=id,name', { method: 'POST', body: JSON.stringify(body) })
    expect(await (await create({ ...folder, id: ids[0] })).json()).toEqual({ id: ids[0], name: folder.name })
    expect(await reasonOf(await create({ ...folder, id: ids[0] }))).toBe('409 fileIdInUse')
    // Folders with the same name are distinct.
    expect(((await (await create(folder)).json()) as { id: string }).id).not.toBe(ids[0])
    const page = await app.request(`/google/drive/folders/${ids[0]}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1>Acme 2026-11-21</h1>')])
    const other = await drive((await exchange(ASK, { ...allow, account: '108000000000000000002' })).body)
    expect(await reasonOf(await other(`drive/v3/files/${ids[0]}`))).toBe('404 notFound')
  })
})

describe('a resumable upload', () => {
  const UNIT = 256 * 1024
  const bytes = randomBytes(3 * UNIT + 1000)

  async function startUpload() {
    const box = buildSandbox()
    const call = await box.drive()
    const start = await call('upload/drive/v3/files?uploadType=resumable&fields=id,size,md5Checksum', {
      method: 'POST',
      body: JSON.stringify({ name: 'video.mp4' }),
      headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(bytes.byteLength) },
    })
    const location = start.headers.get('location') ?? ''
    const put = (from: number, to: number, extra: Record<string, string> = {}) =>
      box.app.request(location, {
        method: 'PUT',
        body: bytes.subarray(from, to),
        headers: { 'content-length': String(to - from), 'content-range': `bytes ${from}-${to - 1}/${bytes.byteLength}`, ...extra },
      })
    const query = () =>
      box.app.request(location, { method: 'PUT', headers: { 'content-length': '0', 'content-range': `bytes */${bytes.byteLength}` } })
    return { ...box, call, location, put, queryStatus: query }
  }

  test('accepts chunks in order and reports the received bytes', async () => {
    const { put, queryStatus: query, app } = await startUpload()
    expect([(await query()).status, (await query()).headers.get('range')]).toEqual([308, null])
    const first = await put(0, UNIT)
    expect([first.status, first.headers.get('range'), first.headers.get('location')]).toEqual([308, `bytes=0-${UNIT - 1}`, null])
    expect((await put(0, UNIT)).status).toBe(400)
    expect((await put(UNIT, UNIT + 1000)).status).toBe(400)
    expect((await put(UNIT, 2 * UNIT, { 'content-range': `bytes ${UNIT}-${2 * UNIT - 1}/*` })).status).toBe(400)
    expect((await query()).headers.get('range')).toBe(`bytes=0-${UNIT - 1}`)
    const last = await put(UNIT, bytes.byteLength)
    expect(last.status).toBe(200)
    const file = (await last.json()) as { id: string; size: string; md5Checksum: string }
    expect(file).toEqual({ id: file.id, size: String(bytes.byteLength), md5Checksum: createHash('md5').update(bytes).digest('hex') })
    expect(((await (await query()).json()) as { id: string }).id).toBe(file.id)
    const stored = new Uint8Array(await (await app.request(`/_control/google/files/${file.id}`)).arrayBuffer())
    expect(Buffer.from(stored).equals(bytes)).toBe(true)
  })

  test('resumes after an interruption, stores half when configured, and can expire a session', async () => {
    const { put, queryStatus: query, control } = await startUpload()
    const fail = (next: unknown) => control('/faults', 'POST', { provider: 'google', next: [next] })
    await fail({ kind: 'cut-upload', at: 12_345 })
    await put(0, 2 * UNIT)
    expect((await query()).headers.get('range')).toBe('bytes=0-12344')
    await fail({ kind: 'half-stored' })
    expect((await put(12_345, 12_345 + 2 * UNIT)).headers.get('range')).toBe(`bytes=0-${12_344 + UNIT}`)
    await fail({ kind: 'session-gone' })
    expect((await query()).status).toBe(404)
    expect((await query()).status).toBe(404)
  })

  test('expires after a week, or when the storage is full', async () => {
    const { queryStatus: query, control, call } = await startUpload()
    await control('/clock', 'POST', { advance: 7 * 24 * 3600 })
    expect((await query()).status).toBe(404)
    const box = await startUpload()
    await box.control('/google', 'PATCH', { quotaBytes: 1000 })
    const start = await box.call('upload/drive/v3/files?uploadType=resumable', {
      method: 'POST',
      body: JSON.stringify({ name: 'big' }),
      headers: { 'x-upload-content-length': '1001' },
    })
    expect(await reasonOf(start)).toBe('403 storageQuotaExceeded')
    expect(await reasonOf(await call('upload/drive/v3/files?uploadType=media', { method: 'POST', body: '{}' }))).toBe('401 authError')
  })
})

test.each([
  [{ kind: '401' }, '401 authError'],
  [{ kind: '403' }, '403 userRateLimitExceeded'],
  [{ kind: '429', retryAfter: 3 }, '429 rateLimitExceeded'],
  [{ kind: '500' }, '500 backendError'],
  [{ kind: 'error', status: 403, code: 'storageQuotaExceeded' }, '403 storageQuotaExceeded'],
])('the fault %j fails one request with %s', async (fault, reason) => {
  const { control, drive } = buildSandbox()
  const call = await drive()
  await control('/faults', 'POST', { provider: 'google', next: [{ ...fault, path: '/drive/v3/about' }] })
  expect(await reasonOf(await call('drive/v3/about?fields=user'))).toBe(reason)
  expect((await call('drive/v3/about?fields=user')).status).toBe(200)
})
