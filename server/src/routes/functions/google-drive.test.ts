import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { GoogleDriveReply } from '@ninesixteen/shared/api/google-drive'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { sandboxGoogle } from '../../providers/google/settings.ts'
import { startTestApp, type Caller, type TestApp, type TestUser } from '../../testing/app.ts'
import { createSealer } from '../../secrets/sealed.ts'
import { consentAtGoogle, type Consent } from '../../testing/google-consent.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

const PATH = '/functions/google-drive-handler'
const MB = 1024 * 1024
const SEALED = /^sealed\.v1\.[0-9a-f]{8}\.[\w-]+$/

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = () => startTestApp({ google: sandboxGoogle(sandbox.url) })
const fail = (...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'google', next })

async function act(caller: Caller, body: Record<string, unknown>) {
  return caller.call<GoogleDriveReply & Partial<ErrorBody>>('POST', PATH, body)
}

/** From the button to Google's redirect. */
async function consent(user: Caller, options: Consent = {}): Promise<URLSearchParams> {
  const { body } = await act(user, { action: 'authorize' })
  return consentAtGoogle(body.url ?? '', options)
}

const authenticate = (user: Caller, back: URLSearchParams, extra: Record<string, unknown> = {}) =>
  act(user, { action: 'authenticate', authCode: back.get('code'), state: back.get('state'), ...extra })

async function connected(user: Caller, options: Consent = {}) {
  const { body } = await authenticate(user, await consent(user, options))
  const { accessToken = '', refreshToken = '' } = body
  return { accessToken, refreshToken }
}

async function folderOf(user: Caller, accessToken: string): Promise<string> {
  const { body } = await act(user, { action: 'create_folder', accessToken, folderName: 'Acme 2026-11-21' })
  return body.folderId ?? ''
}

interface Sent {
  accessToken: string
  folderId: string
  bytes: Uint8Array
  name?: string
  fileId?: string
  type?: string
}

async function sendFile(user: Caller, { accessToken, folderId, bytes, name = 'slide_1.png', fileId, type = 'image/png' }: Sent) {
  const query = new URLSearchParams({ name, folderId, ...(fileId && { fileId }) })
  const response = await user.fetch(`${PATH}/file?${query.toString()}`, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers: { 'content-type': type, 'x-drive-token': accessToken },
  })
  return { status: response.status, body: (await response.json()) as GoogleDriveReply & Partial<ErrorBody> }
}

interface SandboxFile {
  id: string
  name: string
  mimeType: string
  parents: string[]
  account: string
  sha256: string
}
const filesAtGoogle = async () => (await sandbox.control<{ files: SandboxFile[] }>('/google/files', 'GET')).files
const tokensAtGoogle = async () => (await sandbox.control<{ tokens: string[] }>('/google/tokens', 'GET')).tokens
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('accepts tokens sealed with an older secret, and reseals them', async () => {
  const older = randomBytes(32)
  const app = await startTestApp({ google: sandboxGoogle(sandbox.url), olderSecretKeys: [older] })
  const user = await app.buildUser()
  const { refreshToken } = await connected(user)
  const owner = { userId: user.id, purpose: 'google.refresh' }
  const { sealer } = app.services
  const oldToken = createSealer(older).seal(sealer.open(refreshToken, owner) ?? '', owner)
  const { body } = await act(user, { action: 'refresh_token', refreshToken: oldToken })
  expect(sealer.isStale(body.refreshToken ?? '')).toBe(false)
  expect(sealer.open(body.refreshToken ?? '', owner)).toBe(sealer.open(refreshToken, owner))
})

test('connects, identifies the user, sends slides and a video, refreshes and disconnects', async () => {
  const app = await start()
  const user = await app.buildUser()
  const back = await consent(user, { account: 'brand.team@example.com' })
  const first = await authenticate(user, back)
  expect(first.status).toBe(200)
  expect(first.body).toEqual({
    success: true,
    accessToken: expect.stringMatching(SEALED),
    refreshToken: expect.stringMatching(SEALED),
    userInfo: { email: 'brand.team@example.com', name: 'Brand Team', picture: expect.stringContaining('https://') },
  })
  const { accessToken = '', refreshToken = '' } = first.body
  expect((await act(user, { action: 'test', accessToken })).body).toMatchObject({
    success: true,
    userInfo: { email: 'brand.team@example.com' },
  })

  const { ids = [] } = (await act(user, { action: 'generate_ids', accessToken, count: 3 })).body
  const [folderId = '', slideId = '', videoId = ''] = ids
  const folder = { action: 'create_folder', accessToken, folderName: 'Acme 2026-11-21', folderId }
  for (let time = 0; time < 2; time += 1)
    expect((await act(user, folder)).body).toMatchObject({ success: true, folderId, folderUrl: expect.stringContaining(folderId) })

  const [slide, video] = [randomBytes(3000), randomBytes(10 * MB)]
  const file = { name: 'slide_1.png', content: slide.toString('base64'), mimeType: 'image/png' }
  const upload = { action: 'upload', accessToken, file, folderId, fileId: slideId }
  for (let time = 0; time < 2; time += 1) expect((await act(user, upload)).body).toEqual({ success: true, fileId: slideId })
  const sent = { accessToken, folderId, bytes: video, name: 'Zoë & video 🎬.mp4', fileId: videoId, type: 'video/mp4' }
  for (let time = 0; time < 2; time += 1)
    expect(await sendFile(user, sent)).toEqual({ status: 200, body: { success: true, fileId: videoId } })
  expect(await filesAtGoogle()).toEqual([
    expect.objectContaining({ id: folderId, name: 'Acme 2026-11-21', account: 'brand.team@example.com' }),
    expect.objectContaining({ id: slideId, name: 'slide_1.png', parents: [folderId], mimeType: 'image/png', sha256: sha256(slide) }),
    expect.objectContaining({ id: videoId, name: 'Zoë & video 🎬.mp4', parents: [folderId], mimeType: 'video/mp4', sha256: sha256(video) }),
  ])

  await sandbox.control('/clock', 'POST', { advance: 3600 })
  const expired = { success: false, needsRefresh: true, error: 'Your Google Drive session has expired. Please reconnect in Settings.' }
  expect(await act(user, { action: 'test', accessToken })).toMatchObject({ status: 200, body: expired })
  expect(await sendFile(user, { ...sent, fileId: '' })).toEqual({ status: 200, body: expired })
  const refreshed = (await act(user, { action: 'refresh_token', refreshToken })).body
  expect(refreshed).toEqual({ success: true, accessToken: expect.stringMatching(SEALED) })
  expect((await act(user, { action: 'test', accessToken: refreshed.accessToken })).body.success).toBe(true)

  for (let time = 0; time < 2; time += 1)
    expect((await act(user, { action: 'disconnect', accessToken, refreshToken })).body).toEqual({ success: true })
  expect((await act(user, { action: 'refresh_token', refreshToken })).body).toMatchObject({ success: false, error: 'invalid_grant' })
  expect(app.logged).toEqual([])
})

test('a body without state completes the only attempt of the session, once', async () => {
  const app = await start()
  const user = await app.buildUser()
  const body = { action: 'authenticate', authCode: (await consent(user)).get('code') }
  expect((await act(user, body)).body).toMatchObject({
    success: true,
    accessToken: expect.stringMatching(/^sealed\.v1\./),
    refreshToken: expect.stringMatching(/^sealed\.v1\./),
    userInfo: { email: expect.any(String) },
  })
  expect((await act(user, body)).body).toEqual({ success: false, error: 'Invalid OAuth response - missing state parameter' })
})

describe('an attack on the authorization is rejected and leaves no connection', () => {
  const invalid = 'Invalid OAuth response - state verification failed'
  let app: TestApp
  let victim: TestUser
  let other: TestUser

  async function ready() {
    app = await start()
    ;[victim, other] = [await app.buildUser(), await app.buildUser()]
    return consent(victim)
  }

  async function expectRefused(response: { body: GoogleDriveReply }, error: string) {
    expect(response.body).toEqual({ success: false, error })
    // No token was requested from Google, so none was issued.
    expect(await tokensAtGoogle()).toEqual([])
    expect(app.logged).toEqual([])
  }

  test('without a state', async () => {
    const back = await ready()
    await expectRefused(await authenticate(victim, back, { state: null }), 'Invalid OAuth response - missing state parameter')
  })

  test('without a state when two attempts, none, or another user’s are open', async () => {
    const back = await ready()
    const missing = 'Invalid OAuth response - missing state parameter'
    const body = { action: 'authenticate', authCode: back.get('code') }
    await expectRefused(await act(other, body), missing)
    await consent(victim)
    await expectRefused(await act(victim, body), missing)
  })

  test('with a wrong state', async () => {
    const back = await ready()
    await expectRefused(await authenticate(victim, back, { state: randomBytes(32).toString('base64url') }), invalid)
  })

  test('with a used state', async () => {
    const back = await ready()
    await authenticate(victim, back, { authCode: null })
    await expectRefused(await authenticate(victim, back), invalid)
  })

  test('with the state of another user or session', async () => {
    const back = await ready()
    await expectRefused(await authenticate(other, back), invalid)
    const again = await app.anonymous.call('POST', '/api/auth/sign-in/email', { email: victim.email, password: victim.password })
    expect(again.status).toBe(200)
    await expectRefused(await authenticate(app.anonymous, back), invalid)
  })

  test('with another provider’s state', async () => {
    const back = await ready()
    const session = await app.services.db.pool.query<{ id: string }>('select id from sessions where user_id = $1', [victim.id])
    const foreign = await app.services.oauthAttempts.begin(
      { userId: victim.id, sessionId: session.rows[0]?.id ?? '' },
      { provider: 'another', secrets: { verifier: 'x' } },
    )
    await expectRefused(await authenticate(victim, back, { state: foreign }), invalid)
  })

  test('with an expired state', async () => {
    const back = await ready()
    await app.services.db.pool.query(`update oauth_states set created_at = now() - interval '10 minutes'`)
    await expectRefused(await authenticate(victim, back), invalid)
  })

  test('a repeated concurrent callback connects once', async () => {
    const back = await ready()
    const responses = await Promise.all(Array.from({ length: 8 }, () => authenticate(victim, back)))
    expect(responses.filter(({ body }) => body.success)).toHaveLength(1)
    expect(new Set(responses.filter(({ body }) => !body.success).map(({ body }) => body.error))).toEqual(new Set([invalid]))
    expect(await tokensAtGoogle()).toHaveLength(2)
  })

  test('with both an error and a code', async () => {
    const back = await ready()
    await expectRefused(await authenticate(victim, back, { error: 'access_denied' }), 'Google OAuth error: access_denied')
    await expectRefused(await authenticate(victim, back), invalid)
  })

  test('with another user’s code under the caller’s state', async () => {
    const back = await ready()
    const ownConsent = await consent(other)
    // PKCE: the code belongs to another verifier.
    const response = await authenticate(other, ownConsent, { authCode: back.get('code') })
    expect(response).toMatchObject({ status: 502, body: { success: false, error: 'Authentication failed' } })
    expect(await tokensAtGoogle()).toEqual([])
  })
})

describe('declining the consent', () => {
  test.each([
    ['access_denied', 'Google OAuth error: access_denied'],
    ['call +1 555 0100 <b>now</b>', 'Google OAuth error: unknown_error'],
  ])('with the error %s returns %s', async (word, error) => {
    const user = await (await start()).buildUser()
    const back = await consent(user, { decision: 'deny' })
    expect(back.get('code')).toBeNull()
    expect((await authenticate(user, back, { error: word })).body).toEqual({ success: false, error })
  })

  test('without a code, or for Drive only, says so and ends the grant', async () => {
    const user = await (await start()).buildUser()
    expect((await authenticate(user, await consent(user), { authCode: '' })).body.error).toBe('No authorization code received from Google')
    const { body } = await authenticate(user, await consent(user, { drive: false }))
    expect(body).toEqual({
      success: false,
      error: 'Google did not grant access to Drive. Connect again and keep the Drive box checked.',
    })
    expect((await sandbox.requests('google')).at(-1)?.path).toBe('/google/oauth2/revoke')
  })

  test.each([
    [{ kind: '500' }, 502, 'Authentication failed'],
    [
      { kind: 'error', status: 401, code: 'invalid_client' },
      502,
      'Google refused the keys of this server. Its operator has to check them.',
    ],
  ])('an error of Google, %j, returns %i %s', async (fault, status, error) => {
    const app = await start()
    const user = await app.buildUser()
    const back = await consent(user)
    await fail(fault)
    expect(await authenticate(user, back)).toMatchObject({ status, body: { success: false, error } })
    expect(app.logged).toHaveLength(1)
  })
})

describe('a failing upload', () => {
  const full = 'Your Google Drive is full.'
  test.each([
    [[{ kind: '401' }], 200, { needsRefresh: true, error: 'Your Google Drive session has expired. Please reconnect in Settings.' }],
    [[{ kind: 'error', status: 403, code: 'storageQuotaExceeded' }], 200, { error: full }],
    [[{ kind: 'error', status: 404, code: 'notFound' }], 200, { error: 'The folder is no longer in your Google Drive.' }],
    [[{ kind: 'error', status: 403, code: 'dailyLimitExceeded' }], 502, { error: 'Upload failed' }],
    [[{ kind: '429', retryAfter: 60 }], 429, { error: /is limiting requests/ }],
    [Array.from({ length: 5 }, () => ({ kind: '500' })), 502, { error: 'Google Drive cannot be reached right now.' }],
    [Array.from({ length: 5 }, () => ({ kind: 'dropped' })), 502, { error: 'Google Drive cannot be reached right now.' }],
  ])('%j returns %i %j, as JSON and unchanged', async (faults, status, { error, ...rest }) => {
    const user = await (await start()).buildUser()
    const { accessToken } = await connected(user)
    const folderId = await folderOf(user, accessToken)
    const expected = { success: false, error: error instanceof RegExp ? expect.stringMatching(error) : error, ...rest }
    const bytes = randomBytes(MB)
    const injectFaults = () => fail(...faults.map((fault) => ({ ...fault, path: '/upload/' })))
    await injectFaults()
    const file = { name: 'slide_1.png', content: bytes.toString('base64'), mimeType: 'image/png' }
    expect(await act(user, { action: 'upload', accessToken, file, folderId })).toMatchObject({ status, body: expected })
    await injectFaults()
    expect(await sendFile(user, { accessToken, folderId, bytes })).toEqual({ status, body: expected })
    expect((await filesAtGoogle()).map(({ name }) => name)).toEqual(['Acme 2026-11-21'])
  })

  test('is none when Drive comes back in time', { tags: ['long'] }, async () => {
    const user = await (await start()).buildUser()
    const { accessToken } = await connected(user)
    const folderId = await folderOf(user, accessToken)
    const bytes = randomBytes(9 * MB)
    await fail(
      ...['500', '503', '429', '403'].map((kind) => ({ kind, path: '/upload/' })),
      ...[1, 3, 5, 7, 9].map((tenth) => ({ kind: 'cut-upload', at: Math.floor((9 * MB * tenth) / 10) })),
    )
    expect(await sendFile(user, { accessToken, folderId, bytes })).toMatchObject({ status: 200, body: { success: true } })
    expect((await filesAtGoogle()).at(-1)?.sha256).toBe(sha256(bytes))
  })

  test('aborted by the browser leaves no file in Drive', async () => {
    const user = await (await start()).buildUser()
    const { accessToken } = await connected(user)
    const folderId = await folderOf(user, accessToken)
    const aborted = new AbortController()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.enqueue(new Uint8Array(randomBytes(MB))) })
    const query = new URLSearchParams({ name: 'video.mp4', folderId })
    const headers = { 'content-type': 'video/mp4', 'x-drive-token': accessToken, 'content-length': String(9 * MB) }
    // A streamed body needs the option for a response after the request.
    const init = { method: 'POST', body, headers, signal: aborted.signal, duplex: 'half' as const }
    const sending = user.fetch(`${PATH}/file?${query.toString()}`, init)
    const uploads = async () =>
      (await sandbox.requests('google')).filter(({ path }) => path.includes('/upload/')).map(({ method }) => method)
    await expect.poll(uploads).toEqual(['POST'])
    aborted.abort()
    await expect(sending).rejects.toThrow('abort')
    await expect.poll(uploads).toEqual(['POST', 'DELETE'])
    expect(await filesAtGoogle()).toHaveLength(1)
  })
})

test('accepts only tokens sealed for this user and purpose, and only valid bodies', async () => {
  const app = await start()
  const [user, other] = [await app.buildUser(), await app.buildUser()]
  const { accessToken, refreshToken } = await connected(user)
  const folderId = await folderOf(user, accessToken)
  const unknown = { success: false, error: 'No Google Drive access token found. Please reconnect in Settings.' }
  for (const token of ['', 'ya29.plain', refreshToken, `${accessToken.slice(0, -1)}!`]) {
    expect((await act(user, { action: 'test', accessToken: token })).body).toEqual(unknown)
    expect((await sendFile(user, { accessToken: token, folderId, bytes: randomBytes(10) })).body).toEqual(unknown)
  }
  expect((await act(other, { action: 'test', accessToken })).body).toEqual(unknown)
  expect((await act(other, { action: 'refresh_token', refreshToken })).body).toMatchObject({ success: false, error: 'invalid_grant' })
  // Succeeds without effect on other users: there is nothing to disconnect.
  expect((await act(other, { action: 'disconnect', accessToken, refreshToken })).body).toEqual({ success: true })
  expect((await act(user, { action: 'test', accessToken })).body.success).toBe(true)

  const file = { name: 'a', content: 'AAAA', mimeType: 'image/png' }
  for (const body of [
    { action: 'delete_everything' },
    { action: 'create_folder', accessToken, folderName: ' ' },
    { action: 'create_folder', accessToken, folderName: 'x', folderId: '../about' },
    { action: 'upload', accessToken, file: { ...file, content: 'not base64!' }, folderId },
    { action: 'upload', accessToken, file: { ...file, mimeType: 'text/html' }, folderId },
    { action: 'upload', accessToken, file, folderId: 'x/../../y' },
    { action: 'generate_ids', accessToken, count: 5000 },
  ]) {
    expect((await act(user, body)).status).toBe(400)
  }
  for (const invalid of [
    { type: 'text/html' },
    { type: 'application/javascript' },
    { name: '' },
    { folderId: 'a/b' },
    { fileId: 'a b' },
    { bytes: new Uint8Array() },
  ]) {
    expect((await sendFile(user, { accessToken, folderId, bytes: randomBytes(10), ...invalid })).status).toBe(400)
  }
  for (const type of ['application/pdf', 'application/zip']) {
    expect((await sendFile(user, { accessToken, folderId, bytes: randomBytes(10), type })).status).toBe(200)
  }
  const foreign = await user.withHeaders({ origin: 'https://evil.example' }).fetch(`${PATH}/file?name=a&folderId=${folderId}`, {
    method: 'POST',
    body: 'x',
    headers: { 'content-type': 'image/png', 'x-drive-token': accessToken },
  })
  expect(foreign.status).toBe(403)
  const types = (await filesAtGoogle()).slice(1).map(({ mimeType }) => mimeType)
  expect(types).toEqual(['application/pdf', 'application/zip'])
})

test('reports that Drive is not configured', async () => {
  const user = await (await startTestApp({ google: null })).buildUser()
  expect((await act(user, { action: 'authorize' })).body).toEqual({
    success: false,
    error: 'Google Drive is not set up on this server. Its operator has to add the Google keys.',
  })
})

test('never reveals a token, code or key in responses, logs or the database', async () => {
  const app = await start()
  const user = await app.buildUser()
  const responses: string[] = []
  const watch = async (body: Record<string, unknown>) => {
    const response = await act(user, body)
    responses.push(JSON.stringify(response.body), JSON.stringify([...response.headers]))
    return response.body
  }
  const rows = async () => JSON.stringify((await app.services.db.pool.query('select to_jsonb(t) from oauth_states t')).rows)
  const { url = '' } = await watch({ action: 'authorize' })
  responses.push(await rows())
  const back = await consentAtGoogle(url)
  const { accessToken, refreshToken } = await watch({ action: 'authenticate', authCode: back.get('code'), state: back.get('state') })
  await watch({ action: 'test', accessToken })
  await watch({ action: 'refresh_token', refreshToken })
  for (const kind of ['500', 'html', 'dropped']) {
    await fail(...Array.from({ length: 5 }, () => ({ kind })))
    await watch({ action: 'test', accessToken })
  }
  await watch({ action: 'disconnect', accessToken, refreshToken })
  const tokens = await tokensAtGoogle()
  expect(tokens).toHaveLength(3)
  const secrets = [...tokens, back.get('code') ?? '', 'sandbox-google-secret']
  const everything = [...responses, ...app.logged, await rows()].join('\n')
  expect(app.logged.length).toBeGreaterThan(0)
  for (const secret of secrets) expect(everything.includes(secret), `${secret.slice(0, 12)}...`).toBe(false)
})
