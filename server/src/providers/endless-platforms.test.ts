import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { flood, startMisbehavingServer, type Misbehaviour } from '../testing/misbehaving-server.ts'
import { createGoogleDrive } from './google/drive.ts'
import { createGoogleOauth } from './google/oauth.ts'
import { sandboxGoogle } from './google/settings.ts'
import { createFetch } from './http.ts'
import { PlatformError } from './platform-error.ts'
import { createTiktokAccounts } from '../platforms/tiktok/accounts.ts'
import { sandboxTiktok } from '../platforms/tiktok/settings.ts'
import { createTumblrAccounts } from '../platforms/tumblr/accounts.ts'
import { createTumblrPhotos } from '../platforms/tumblr/photos.ts'
import { sandboxTumblr } from '../platforms/tumblr/settings.ts'

const MB = 1024 * 1024
const client = { key: 'k', secret: 's' }
const tokens = { access: 'a', refresh: 'r', expiresInSeconds: null, scopes: [] }
const fetch = createFetch({ answerMs: 20_000, silenceMs: 20_000 })
const retryPolicy = { pause: async () => undefined, random: () => 0 }

async function* aByte(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1)
}

const tiktok = (url: string) => createTiktokAccounts(sandboxTiktok(url, url), { fetch })
const tumblr = (url: string) => createTumblrAccounts(sandboxTumblr(url, url), { fetch })
const drive = (url: string) => createGoogleDrive(sandboxGoogle(url), { fetch, uploadFetch: fetch, retryPolicy })
const upload = (url: string) =>
  drive(url).upload('t', {
    name: 'a',
    mimeType: 'image/png',
    folderId: 'f',
    size: 1,
    source: aByte(),
    fileId: 'id',
    signal: new AbortController().signal,
  })

const CALLS: [string, (url: string) => Promise<unknown>][] = [
  ['TikTok, tokens', (url) => tiktok(url).refresh(client, 'r')],
  ['TikTok, who it is', (url) => tiktok(url).identify(client, tokens)],
  ['TikTok, the end of a grant', (url) => tiktok(url).revoke?.(client, 'a') ?? Promise.resolve()],
  ['Tumblr, tokens', (url) => tumblr(url).begin(client, { redirectUri: 'http://localhost/', state: 's', force: false })],
  ['Tumblr, who it is', (url) => tumblr(url).identify(client, tokens)],
  ['Tumblr, blogs', (url) => createTumblrPhotos(sandboxTumblr(url, url), { fetch }).followed({ client }, { limit: 20, offset: 0 })],
  ['Google, tokens', (url) => createGoogleOauth(sandboxGoogle(url), fetch).refresh('r')],
  ['Google, who it is', (url) => createGoogleOauth(sandboxGoogle(url), fetch).userInfo('t')],
  ['Google Drive, a folder', (url) => drive(url).createFolder('t', { name: 'f', id: 'id' })],
  ['Google Drive, an upload', upload],
]

const json = { 'content-type': 'application/json' }
const packed = gzipSync(Buffer.alloc(16 * MB))

const ANSWERS: [string, Misbehaviour][] = [
  ['without an end', (outgoing, send) => flood(send, outgoing.writeHead(200, json) && '["x"],')],
  ['that is packed', async (outgoing) => outgoing.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(packed)],
  ['of brackets', async (outgoing) => outgoing.writeHead(200, json).end('['.repeat(MB))],
]

async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const thrown: unknown = await work.then(
    () => 'it worked',
    (error: unknown) => error,
  )
  if (thrown instanceof PlatformError) return thrown
  throw new Error(`Expected a PlatformError, got ${String(thrown)}`)
}

describe.each(CALLS)('%s', (_name, call) => {
  test.each(ANSWERS)('an answer %s is none, and not asked for again', async (_answer, behaviour) => {
    const server = await startMisbehavingServer(behaviour)
    expect(await failureOf(call(server.url))).toMatchObject({ fault: 'down', status: 0, code: 'too-large' })
    await server.disconnected()
    expect(server.calls()).toBe(1)
    expect(server.sent()).toBeLessThan(28 * MB)
  })

  test('a refusal without an end is one by its status', async () => {
    const server = await startMisbehavingServer((outgoing, send) => flood(send, outgoing.writeHead(503, json) && 'x'))
    expect(await failureOf(call(server.url))).toMatchObject({ fault: 'down', status: 503 })
    await server.disconnected()
    expect(server.sent()).toBeLessThan(server.calls() * 24 * MB)
  })
})

test('a grant whose end is refused with a good status is one that did not end', async () => {
  const server = await startMisbehavingServer(async (outgoing) => outgoing.writeHead(200, json).end('{"error":"invalid_grant"}'))
  expect(await failureOf(tiktok(server.url).revoke?.(client, 'a') ?? Promise.resolve())).toMatchObject({
    fault: 'account',
    code: 'invalid_grant',
  })
})

test('blogs that are announced and never come are not asked for without an end', async () => {
  const body = JSON.stringify({ meta: { status: 200 }, response: { total_blogs: 1e9, blogs: [] } })
  const server = await startMisbehavingServer(async (outgoing) => outgoing.writeHead(200, json).end(body))
  const photos = createTumblrPhotos(sandboxTumblr(server.url, server.url), { fetch })
  expect(await photos.followed({ client }, { limit: 20, offset: 0 })).toEqual([])
  expect(server.calls()).toBe(11)
})

test('an upload whose chunk is answered without an end is given up', async () => {
  const server = await startMisbehavingServer(async (outgoing, send) => {
    if (outgoing.req.method === 'POST') outgoing.writeHead(200, { location: `${server.url}/session` }).end()
    else await flood(send, 'x')
  })
  expect(await failureOf(upload(server.url))).toMatchObject({ fault: 'down', code: 'too-large' })
  await server.disconnected()
})
