import { randomUUID } from 'node:crypto'
import type { FoundSounds } from '@ninesixteen/shared/api/stock'
import type { ShownCredit } from '@ninesixteen/shared/api/media'
import type { Track } from '@ninesixteen/shared/api/tracks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestUser } from '../testing/app.ts'
import { sandboxStock } from '../testing/sandbox-stock.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { ADTS_FILE } from '../testing/sound-track.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = () => startTestApp({ stock: sandboxStock(sandbox.url) })
const fault = (provider: string, next: Record<string, unknown>) => sandbox.control('/faults', 'POST', { provider, next: [next] })

async function found(user: TestUser) {
  const { sounds } = await user.api<FoundSounds>('GET', '/stock/sounds?words=calm%20piano')
  const [first] = sounds
  if (!first) throw new Error('Nothing found')
  return first
}

function fileOf(user: TestUser, token: string): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return user.fetch('/api/stock/sounds/file', { method: 'POST', headers, body: JSON.stringify({ token }) })
}

function upload(user: TestUser, token: string): Promise<Response> {
  const query = new URLSearchParams({ id: randomUUID(), name: 'Found', beatOffset: '0', token })
  return user.fetch(`/api/tracks?${query.toString()}`, { method: 'POST', body: ADTS_FILE })
}

async function codeOf(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string } }
  return `${response.status} ${error.code}`
}

describe('found music', () => {
  test('comes through the server, and becomes a track with its credit', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { token, credit, seconds } = await found(user)
    const file = await fileOf(user, token)
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('application/octet-stream')
    expect(file.headers.get('content-disposition')).toBe('attachment')
    const bytes = Buffer.from(await file.arrayBuffer())
    expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect((bytes.length - 44) / 2 / 22_050).toBe(seconds)

    const track = (await (await upload(user, token)).json()) as Track
    expect(track.credit).toEqual(credit)
    expect(await user.api('GET', '/tracks')).toEqual([track])
    const credits = await user.api<ShownCredit[]>('POST', '/files/credits', { paths: [track.filePath] })
    expect(credits).toEqual([{ path: track.filePath, credit, madeByAi: false }])
  })

  test('belongs to the user who searched, and is no photo', async () => {
    const app = await start()
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    const { token } = await found(user)
    expect(await codeOf(await fileOf(other, token))).toBe('400 STOCK_TOKEN')
    expect(await codeOf(await upload(other, token))).toBe('400 STOCK_TOKEN')
    expect((await user.call('POST', '/api/v1/stock/imports', { token, id: randomUUID() })).status).toBe(400)
    const photos = await user.api<{ photos: { token: string }[] }>('GET', '/stock/photos?service=openverse&words=sea')
    expect(await codeOf(await upload(user, photos.photos[0]?.token ?? ''))).toBe('400 STOCK_TOKEN')
    expect(await user.api('GET', '/tracks')).toEqual([])
  })

  test('shares limits and cache with photos', async () => {
    const stock = sandboxStock(sandbox.url)
    const app = await startTestApp({ stock: { ...stock, openverse: { ...stock.openverse, isLimited: true } } })
    const user = await app.buildUser()
    const statuses: number[] = []
    for (const words of ['a', 'b', 'b', 'c']) statuses.push((await user.call('GET', `/api/v1/stock/sounds?words=${words}`)).status)
    for (const words of ['b', 'c', 'd'])
      statuses.push((await user.call('GET', `/api/v1/stock/photos?service=openverse&words=${words}`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect(await sandbox.requests('openverse')).toHaveLength(5)
  })

  test.each([
    ['stock-media', { kind: 'error', status: 404, code: 'x' }, '404 FOUND_SOUND_GONE'],
    ['stock-media', { kind: '500' }, '502 FOUND_SOUND_FAILED'],
    ['stock-media', { kind: 'dropped' }, '502 FOUND_SOUND_FAILED'],
    ['stock-sound', { kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data' }, '404 FOUND_SOUND_GONE'],
    ['stock-sound', { kind: 'redirect', to: 'https://127.0.0.1/x.mp3' }, '404 FOUND_SOUND_GONE'],
  ])('%s: %j is %s, and another try works', async (provider, next, code) => {
    const app = await start()
    const user = await app.buildUser()
    const { token } = await found(user)
    await fault(provider, next)
    expect(await codeOf(await fileOf(user, token))).toBe(code)
    expect((await fileOf(user, token)).status).toBe(200)
  })

  test('a file without end is cut at 64 MB, and frees its place', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { token } = await found(user)
    await fault('stock-sound', { kind: 'endless' })
    const { body } = await fileOf(user, token)
    let size = 0
    const reading = (async () => {
      for await (const chunk of body as ReadableStream<Uint8Array>) size += chunk.byteLength
    })()
    await expect(reading).rejects.toThrow('terminated')
    expect(size).toBeLessThanOrEqual(64 * 1024 * 1024)
    expect(size).toBeGreaterThan(32 * 1024 * 1024)
    expect((await fileOf(user, token)).status).toBe(200)
  })

  test('a caller who leaves ends the request to the host', async () => {
    const app = await start()
    const user = await app.buildUser()
    const { token } = await found(user)
    const headers = { 'content-type': 'application/json' }
    for (let turn = 0; turn < 10; turn += 1) {
      await fault('stock-sound', { kind: 'endless' })
      const leaving = new AbortController()
      const request = { method: 'POST', headers, body: JSON.stringify({ token }), signal: leaving.signal }
      const response = await user.fetch('/api/stock/sounds/file', request)
      await response.body?.getReader().read()
      leaving.abort()
    }
    // Two more than there are places.
    expect((await fileOf(user, token)).status).toBe(200)
  })
})
