import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { challengeOf, newVerifier } from '../pkce.ts'
import { consentAtGoogle } from '../../testing/google-consent.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { createFetch } from '../http.ts'
import { PlatformError } from '../platform-error.ts'
import { createGoogleDrive } from './drive.ts'
import { createGoogleOauth, DRIVE_SCOPE, type GoogleTokens } from './oauth.ts'
import { pauseAfter } from './retry-policy.ts'
import { CHUNK_BYTES } from './resumable-upload.ts'
import { sandboxGoogle, type GoogleSettings } from './settings.ts'

const REDIRECT = 'http://localhost:3000/auth/google/callback'
const MB = 1024 * 1024

let sandbox: TestSandbox
let settings: GoogleSettings
beforeAll(async () => {
  sandbox = await startTestSandbox()
  settings = sandboxGoogle(sandbox.url)
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

/** Pauses that were asked for, without waiting for them. */
const pauses: number[] = []
const retryPolicy = { pause: async (ms: number) => void pauses.push(ms), random: () => 0 }
const fast = createFetch({ answerMs: 1500, silenceMs: 1500 })
const oauth = () => createGoogleOauth(settings, fast)
const drive = () => createGoogleDrive(settings, { fetch: fast, uploadFetch: fast, retryPolicy })
const fail = (...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider: 'google', next })

async function connect(account?: string): Promise<GoogleTokens> {
  const verifier = newVerifier()
  const url = oauth().consentUrl({ redirectUri: REDIRECT, state: 'a state', challenge: challengeOf(verifier) })
  const back = await consentAtGoogle(url, { account })
  expect(back.get('state')).toBe('a state')
  return oauth().exchange({ code: back.get('code') ?? '', verifier, redirectUri: REDIRECT })
}

async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof PlatformError)) throw new Error(`Expected a PlatformError, got ${String(thrown)}`)
  return thrown
}

/** In uneven pieces, as a network hands them over. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0, size = 1000; at < bytes.byteLength; at += size, size = (size * 7) % 300_007) yield bytes.subarray(at, at + size)
}

interface SandboxFile {
  id: string
  name: string
  parents: string[]
  mimeType: string
  sha256: string
}

async function filesAtGoogle(): Promise<SandboxFile[]> {
  return (await sandbox.control<{ files: SandboxFile[] }>('/google/files', 'GET')).files
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('oauth', () => {
  test('asks for offline access with a consent each time, and for no more than it needs', () => {
    const url = new URL(oauth().consentUrl({ redirectUri: REDIRECT, state: 's', challenge: 'c' }))
    expect(url.href.startsWith(`${settings.accountsUrl}/o/oauth2/v2/auth?`)).toBe(true)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: settings.clientId,
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: `${DRIVE_SCOPE} https://www.googleapis.com/auth/userinfo.profile https://www.googleapis.com/auth/userinfo.email`,
      access_type: 'offline',
      prompt: 'consent',
      state: 's',
      code_challenge: 'c',
      code_challenge_method: 'S256',
    })
  })

  test('exchanges, knows the user, refreshes without a new refresh token, and revokes once and again', async () => {
    const tokens = await connect('brand.team@example.com')
    expect(tokens.scopes).toContain(DRIVE_SCOPE)
    expect(await oauth().userInfo(tokens.access)).toMatchObject({ email: 'brand.team@example.com', name: 'Brand Team' })
    const refreshed = await oauth().refresh(tokens.refresh ?? '')
    expect(refreshed.refresh).toBeNull()
    expect(await drive().about(refreshed.access)).toEqual({ email: 'brand.team@example.com', name: 'Brand Team' })
    await oauth().revoke(tokens.refresh ?? '')
    await oauth().revoke(tokens.refresh ?? '')
    expect(await failureOf(oauth().refresh(tokens.refresh ?? ''))).toMatchObject({ fault: 'account', code: 'invalid_grant' })
    expect(await failureOf(drive().about(refreshed.access))).toMatchObject({ fault: 'account', status: 401 })
  })

  test.each([
    [{ kind: 'error', status: 400, code: 'invalid_grant' }, 'account', 'invalid_grant'],
    [{ kind: 'error', status: 401, code: 'invalid_client' }, 'client', 'invalid_client'],
    [{ kind: 'error', status: 400, code: 'redirect_uri_mismatch' }, 'refused', 'redirect_uri_mismatch'],
    [{ kind: '500' }, 'down', 'internal_failure'],
    [{ kind: '429' }, 'wait', 'internal_failure'],
    [{ kind: 'html' }, 'down', 'unreadable_answer'],
    [{ kind: 'gateway' }, 'down', 'no_error_code'],
    [{ kind: 'dropped' }, 'down', 'unreachable'],
    [{ kind: 'silent' }, 'down', 'timeout'],
  ])('%j is %s, %s', { tags: ['long'] }, async (fault, kind, code) => {
    await fail(fault)
    const failure = await failureOf(oauth().refresh('1//canary-refresh-token'))
    expect([failure.fault, failure.code]).toEqual([kind, code])
    expect(failure.message).not.toContain('canary')
  })
})

describe('Drive', () => {
  test('a folder by its id is made once, however often its answer is lost', async () => {
    const { access } = await connect()
    const [id = ''] = await drive().generateIds(access, 3)
    await fail({ kind: 'lost', path: '/drive/v3/files' })
    const folder = await drive().createFolder(access, { name: "Zoë's / 2026-11-21", id })
    expect(folder).toEqual({ id, link: `${sandbox.url}/google/drive/folders/${id}` })
    expect((await filesAtGoogle()).map((file) => [file.id, file.name])).toEqual([[id, "Zoë's / 2026-11-21"]])
    expect((await drive().createFolder(access, { name: 'Twice' })).id).not.toBe((await drive().createFolder(access, { name: 'Twice' })).id)
  })

  test.each([
    [[{ kind: '401' }], 'account', 'authError', 1],
    [[{ kind: '403' }, { kind: '429', retryAfter: 2 }, { kind: '500' }, { kind: '503' }, { kind: 'dropped' }], 'down', 'unreachable', 5],
    [[{ kind: '429', retryAfter: 60 }], 'wait', 'rateLimitExceeded', 1],
    [[{ kind: 'error', status: 403, code: 'insufficientPermissions' }], 'refused', 'insufficientPermissions', 1],
    [[{ kind: 'error', status: 404, code: 'notFound' }], 'refused', 'notFound', 1],
    [[{ kind: 'silent' }, { kind: 'silent' }], 'down', 'timeout', 2],
  ])('%j is %s, %s after %i calls', async (faults, kind, code, calls) => {
    const { access } = await connect()
    const before = (await sandbox.requests('google')).length
    await fail(...faults)
    expect(await failureOf(drive().about(access))).toMatchObject({ fault: kind, code })
    expect((await sandbox.requests('google')).length - before).toBe(calls)
  })
})

describe('an upload', () => {
  async function upload(bytes: Uint8Array, options: { fileId?: string; access?: string; signal?: AbortSignal } = {}) {
    const access = options.access ?? (await connect()).access
    const folder = await drive().createFolder(access, { name: 'Acme 2026-11-21' })
    const { fileId, signal = new AbortController().signal } = options
    const wanted = {
      name: 'video.mp4',
      mimeType: 'video/mp4',
      folderId: folder.id,
      size: bytes.byteLength,
      source: pieces(bytes),
      fileId,
      signal,
    }
    return { access, folder, done: drive().upload(access, wanted) }
  }

  async function expectArrived(bytes: Uint8Array, { done, folder }: Awaited<ReturnType<typeof upload>>) {
    const id = await done
    const files = (await filesAtGoogle()).filter((file) => file.mimeType === 'video/mp4')
    expect(files).toMatchObject([{ id, name: 'video.mp4', parents: [folder.id], sha256: sha256(bytes) }])
  }

  test.each([1, 1000, CHUNK_BYTES, CHUNK_BYTES + 1, 20 * MB])('of %i bytes arrives byte for byte', async (size) => {
    const bytes = randomBytes(size)
    await expectArrived(bytes, await upload(bytes))
  })

  test.each(Array.from({ length: 11 }, (_, tenth) => tenth))('cut at %i tenths arrives byte for byte', async (tenth) => {
    const bytes = randomBytes(3 * MB + 7)
    const at = Math.min(bytes.byteLength - 1, Math.floor((bytes.byteLength * tenth) / 10))
    await fail({ kind: 'cut-upload', at })
    await expectArrived(bytes, await upload(bytes))
  })

  test(
    'cut at every tenth in turn, stored by halves, refused and answered by nobody in between, arrives byte for byte',
    { tags: ['long'] },
    async () => {
      const bytes = randomBytes(18 * MB + 11)
      const cuts = Array.from({ length: 10 }, (_, tenth) => ({ kind: 'cut-upload', at: Math.floor((bytes.byteLength * tenth) / 10) + 1 }))
      await fail(...cuts, { kind: 'half-stored' }, { kind: '500', path: '/upload/' }, { kind: '429', path: '/upload/' })
      await expectArrived(bytes, await upload(bytes))
    },
  )

  test('is never sent to another host, whatever the address of its session says', async () => {
    const { access } = await connect()
    let calls = 0
    const uploadFetch: typeof fast = async (input, init) => {
      calls += 1
      await fast(input, init)
      return new Response(null, { headers: { location: 'http://127.0.0.1:9/upload?upload_id=x' } })
    }
    const bytes = randomBytes(1000)
    const { signal } = new AbortController()
    const wanted = { name: 'x', mimeType: 'video/mp4', folderId: 'root', size: 1000, source: pieces(bytes), signal }
    const failure = await failureOf(createGoogleDrive(settings, { fetch: fast, uploadFetch, retryPolicy }).upload(access, wanted))
    expect(failure.code).toBe('foreign_session')
    expect(calls).toBe(1)
  })

  test('whose last answer was lost is one file, and repeated with its id still one', async () => {
    const { access } = await connect()
    const [fileId = ''] = await drive().generateIds(access, 1)
    const bytes = randomBytes(3 * MB)
    const first = await upload(bytes, { access, fileId })
    await expectArrived(bytes, first)
    const again = await upload(bytes, { access, fileId })
    expect(await again.done).toBe(fileId)
    expect((await filesAtGoogle()).filter((file) => file.mimeType === 'video/mp4')).toHaveLength(1)
    // Another file under the same id is not what is there.
    expect(await failureOf((await upload(randomBytes(3 * MB), { access, fileId })).done)).toMatchObject({ code: 'not_whole' })
  })

  test('that is overtaken by another one of the same file is that file', async () => {
    const { access } = await connect()
    const [fileId = ''] = await drive().generateIds(access, 1)
    const bytes = randomBytes(3000)
    const wanted = { name: 'x', mimeType: 'video/mp4', folderId: 'root', size: 3000, fileId, signal: new AbortController().signal }
    async function* overtaken() {
      // Its session has begun by now.
      expect(await drive().upload(access, { ...wanted, source: pieces(bytes) })).toBe(fileId)
      yield* pieces(bytes)
    }
    expect(await drive().upload(access, { ...wanted, source: overtaken() })).toBe(fileId)
    expect(await filesAtGoogle()).toHaveLength(1)
  })

  test('begins again when the session is lost and the bytes are still here, and says so when they are not', async () => {
    const small = randomBytes(2 * MB)
    await fail({ kind: 'session-gone' })
    await expectArrived(small, await upload(small))
    await sandbox.reset()
    // Lost after half of it was stored.
    const { access } = await connect()
    await fail({ kind: 'half-stored' })
    const uploadFetch: typeof fast = async (input, init) => {
      const reply = await fast(input, init)
      if (reply.status === 308) await fail({ kind: 'session-gone' })
      return reply
    }
    const { signal } = new AbortController()
    const wanted = { name: 'x', mimeType: 'video/mp4', folderId: 'root', size: small.byteLength, source: pieces(small), signal }
    const id = await createGoogleDrive(settings, { fetch: fast, uploadFetch, retryPolicy }).upload(access, wanted)
    expect(await filesAtGoogle()).toMatchObject([{ id, sha256: sha256(small) }])
    await sandbox.reset()
    await fail({ kind: 'cut-upload', at: 12 * MB }, { kind: '500', path: '/upload/' }, { kind: 'session-gone' })
    const { done } = await upload(randomBytes(20 * MB))
    expect((await failureOf(done)).fault).toBe('down')
    expect((await filesAtGoogle()).filter((file) => file.mimeType === 'video/mp4')).toEqual([])
  })

  test.each([
    [{ kind: 'error', status: 403, code: 'storageQuotaExceeded' }, 'refused'],
    [{ kind: 'error', status: 404, code: 'notFound' }, 'refused'],
    [{ kind: '401' }, 'account'],
  ])('%j ends it at once', async (fault, kind) => {
    await fail({ ...fault, path: '/upload/' })
    const failure = await failureOf((await upload(randomBytes(1000))).done)
    expect(failure.fault).toBe(kind)
    expect((await sandbox.requests('google')).filter((call) => call.path.includes('/upload/'))).toHaveLength(1)
  })

  test('that stays broken ends, and Drive is told to forget it', async () => {
    await fail(...Array.from({ length: 5 }, () => ({ kind: 'cut-upload', at: 0 })))
    expect(await failureOf((await upload(randomBytes(MB))).done)).toMatchObject({ fault: 'down', status: 0 })
    expect((await sandbox.requests('google')).at(-1)).toMatchObject({ method: 'DELETE' })
  })

  test('that is cancelled ends at once, and nothing is left', async () => {
    const stop = new AbortController()
    await fail({ kind: 'slow', ms: 60_000, path: '/upload/' })
    const { done } = await upload(randomBytes(MB), { signal: stop.signal })
    await expect.poll(async () => (await sandbox.requests('google')).at(-1)?.path).toContain('/upload/')
    stop.abort(new Error('cancelled'))
    await expect(done).rejects.toThrow('cancelled')
    expect((await filesAtGoogle()).filter((file) => file.mimeType === 'video/mp4')).toEqual([])
  })

  test('shorter or longer than announced is no file', async () => {
    const { access } = await connect()
    const bytes = randomBytes(MB)
    for (const size of [MB - 1, MB + 1]) {
      const wanted = {
        name: 'x',
        mimeType: 'video/mp4',
        folderId: 'root',
        size,
        source: pieces(bytes),
        signal: new AbortController().signal,
      }
      await expect(drive().upload(access, wanted)).rejects.toThrow(/The file/)
    }
  })
})

test.each([
  [{ fault: 'wait', status: 429, code: 'rateLimitExceeded' }, [1000, 2000, 4000, 8000, null]],
  [{ fault: 'wait', status: 429, code: 'rateLimitExceeded', retryAfterSeconds: 5 }, [5000, 5000, 5000, 8000, null]],
  [{ fault: 'wait', status: 429, code: 'rateLimitExceeded', retryAfterSeconds: 60 }, [null]],
  [{ fault: 'down', status: 0, code: 'unreachable' }, [250, 500, 1000, 2000, null]],
  [{ fault: 'down', status: 0, code: 'timeout' }, [250, null]],
  [{ fault: 'refused', status: 403, code: 'storageQuotaExceeded' }, [null]],
] as const)('after %j the pauses are %j', (facts, expected) => {
  expect(expected.map((_, index) => pauseAfter(new PlatformError(facts), index + 1, () => 0))).toEqual(expected)
})
