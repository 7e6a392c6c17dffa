import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { files } from '../../db/schema-photos.ts'
import { newKey } from '../../storage/store/storage-key.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

const VIDEO = randomBytes(200_003)

/** Stores a video of a user and returns the URL that their page plays. */
async function storeVideo(app: TestApp, user: TestUser): Promise<string> {
  const path = newKey(user.id, 'mp4')
  await app.services.store.put(path, VIDEO, 'video/mp4')
  const row = { userId: user.id, path, mimeType: 'video/mp4', bytes: VIDEO.byteLength, width: 1080, height: 1920, state: 'stored' as const }
  await app.services.db.asUser(user.id, (tx) => tx.insert(files).values(row))
  const [url] = await user.api<string[]>('POST', '/files/urls', { paths: [path], variant: 'original' })
  return app.url + (url ?? '')
}

async function request(url: string, headers: Record<string, string> = {}) {
  const response = await fetch(url, { headers })
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a video is sent in the ranges that a player requests', async () => {
  const app = await startTestApp()
  const url = await storeVideo(app, await app.buildUser())
  const complete = await request(url)
  expect([complete.status, complete.headers.get('accept-ranges'), complete.bytes.equals(VIDEO)]).toEqual([200, 'bytes', true])

  // Safari's first request before playing.
  const first = await request(url, { range: 'bytes=0-1' })
  expect(first.status).toBe(206)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'content-range': `bytes 0-1/${VIDEO.byteLength}`,
    'content-length': '2',
    'content-type': 'video/mp4',
    'content-security-policy': "sandbox; default-src 'none'",
  })

  const at = fc.nat({ max: VIDEO.byteLength - 1 })
  await fc.assert(
    fc.asyncProperty(at, at, async (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const part = await request(url, { range: `bytes=${from}-${to}` })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/${VIDEO.byteLength}`])
      expect(part.bytes.equals(VIDEO.subarray(from, to + 1))).toBe(true)
    }),
    { numRuns: 40 },
  )

  const beyond = await request(url, { range: `bytes=${VIDEO.byteLength}-` })
  expect([beyond.status, beyond.headers.get('content-range'), beyond.bytes.byteLength]).toEqual([416, `bytes */${VIDEO.byteLength}`, 0])
  expect(app.logged).toEqual([])
})

test('If-Range returns the range only for the same file', async () => {
  const app = await startTestApp()
  const user = await app.buildUser()
  const [url, another] = [await storeVideo(app, user), await storeVideo(app, user)]
  const etag = (await request(url)).headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect((await request(another)).headers.get('etag')).not.toBe(etag)
  const range = 'bytes=5-9'
  expect((await request(url, { range, 'if-range': etag })).bytes.equals(VIDEO.subarray(5, 10))).toBe(true)
  for (const ifRange of ['"another"', `W/${etag}`, new Date().toUTCString()])
    expect((await request(url, { range, 'if-range': ifRange })).bytes.equals(VIDEO)).toBe(true)
})

test('a HEAD request for a range does not open the file', async () => {
  const app = await startTestApp()
  const url = await storeVideo(app, await app.buildUser())
  const head = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-99' } })
  expect([head.status, head.headers.get('content-length')]).toEqual([206, '100'])
  const missing = await fetch(url.replace('/files/original', '/files/thumbnail'), { headers: { range: 'bytes=0-99' } })
  expect(missing.status).not.toBe(206)
})
