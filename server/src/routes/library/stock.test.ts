import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import type { LibraryPhoto, ShownCredit, UploadedFile } from '@ninesixteen/shared/api/media'
import type { StockResults } from '@ninesixteen/shared/api/stock'
import { photoSearches } from '../../db/schema-photos.ts'
import { stockConfig } from '../../providers/stock/settings.ts'
import { buildSlide, startTestApp, type TestApp, type TestSettings, type TestUser } from '../../testing/app.ts'
import { sandboxStock } from '../../testing/sandbox-stock.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = (settings: TestSettings = {}) => startTestApp({ stock: sandboxStock(sandbox.url), ...settings })
const fault = (provider: string, next: Record<string, unknown>) => sandbox.control('/faults', 'POST', { provider, next: [next] })

interface Refused {
  error: { code: string; message: string }
}

function search(user: TestUser, words: string, { service = 'openverse', page = 1 } = {}) {
  return user.call<StockResults & Refused>('GET', `/api/v1/stock/photos?service=${service}&words=${encodeURIComponent(words)}&page=${page}`)
}

function importPhoto(user: TestUser, token: string, rest: Record<string, unknown> = {}) {
  return user.call<UploadedFile & Refused>('POST', '/api/v1/stock/imports', { token, id: randomUUID(), ...rest })
}

async function found(app: TestApp, words = 'calm sea') {
  const user = await app.buildUser()
  const { body } = await search(user, words)
  const [first, second] = body.photos
  if (!first || !second) throw new Error('Nothing found')
  return { user, first, second }
}

describe('a found photo', () => {
  test('shows a preview by this server, and becomes a photo of the library with its credit', async () => {
    const app = await start()
    const { user, first } = await found(app)
    expect(first.previewUrl).toMatch(/^\/api\/pictures\/remote\//)
    const preview = await user.fetch(first.previewUrl)
    expect(preview.status).toBe(200)
    expect(preview.headers.get('content-type')).toBe('image/jpeg')

    const { status, body } = await importPhoto(user, first.token)
    expect(status).toBe(200)
    expect(body).toMatchObject({ width: first.width, height: first.height, duplicate: false, media: { credit: first.credit } })
    expect(body.media?.filename).toBe(`${first.credit.title}.jpg`)
    const list = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=10')
    expect(list.body.items).toMatchObject([{ filePath: body.filePath, credit: first.credit, originalUrl: first.credit.pageUrl }])
  })

  test('is stored once: by its id, and by its bytes', async () => {
    const app = await start()
    const { user, first } = await found(app)
    const id = randomUUID()
    const [once, again] = [await importPhoto(user, first.token, { id }), await importPhoto(user, first.token, { id })]
    expect(again.body.filePath).toBe(once.body.filePath)
    const other = await importPhoto(user, first.token)
    expect(other.body).toMatchObject({ filePath: once.body.filePath, duplicate: true, media: { credit: first.credit } })
  })

  test('is linked to the company, and no other user can import it or see its credit', async () => {
    const app = await start()
    const { user, first } = await found(app)
    const company = await user.call<{ id: string }>('POST', '/api/v1/companies', { name: 'Sea Salt' })
    const { body } = await importPhoto(user, first.token, { companyId: company.body.id })
    expect(body.media?.companyIds).toEqual([company.body.id])

    const other = await app.buildUser()
    expect((await importPhoto(other, first.token)).body.error.code).toBe('STOCK_TOKEN')
    const credits = (caller: TestUser) => caller.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths: [body.filePath] })
    expect((await credits(user)).body).toEqual([{ path: body.filePath, credit: first.credit, madeByAi: false }])
    expect((await credits(other)).body).toEqual([])
    expect((await other.fetch(first.previewUrl)).status).toBe(404)
    expect((await importPhoto(user, first.token, { companyId: randomUUID() })).status).toBe(400)
  })

  test('keeps its credit for slides after it is deleted from the library', async () => {
    const app = await start()
    const { user, first } = await found(app)
    const { body } = await importPhoto(user, first.token)
    await user.buildProject({ title: 'Sea', slides: [buildSlide('sea', { backgroundImage: body.filePath })] })
    await user.call('POST', '/api/v1/media/delete', { ids: [body.media?.id] })
    const credits = await user.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths: [body.filePath] })
    expect(credits.body).toMatchObject([{ credit: { id: first.credit.id } }])
  })
})

test('another server at the address of a service has its previews and photos anywhere', async () => {
  const urls = { openverse: `${sandbox.url}/openverse`, pexels: undefined, pixabay: undefined }
  const given = { urls, keys: {}, client: null, isImitated: () => false, sandboxUrl: sandbox.url }
  const app = await startTestApp({ stock: stockConfig(given) })
  const { user, first } = await found(app)
  expect((await user.fetch(first.previewUrl)).status).toBe(200)
  expect((await importPhoto(user, first.token)).status).toBe(200)
  const { link } = app.services.remotePictures
  expect(link(user.id, 'https://images.example.org/a.jpg')).not.toBeNull()
  expect(link(user.id, 'http://169.254.169.254/latest')).toBeNull()
  const usual = await start()
  expect(usual.services.remotePictures.link(user.id, 'https://images.example.org/a.jpg')).toBeNull()
})

describe('a photo that cannot be imported stores nothing', () => {
  test.each([
    ['stock-media', { kind: 'error', status: 404, code: 'x' }, 'REMOTE_PICTURE_GONE'],
    ['stock-media', { kind: '500' }, 'REMOTE_PICTURE_FAILED'],
    ['stock-media', { kind: 'html' }, 'UPLOAD_NOT_IMAGE'],
    ['stock-media', { kind: 'cut' }, 'REMOTE_PICTURE_FAILED'],
    ['stock-image', { kind: 'small' }, 'PHOTO_TOO_SMALL'],
    ['stock-image', { kind: 'endless' }, 'REMOTE_PICTURE_FAILED'],
    ['stock-image', { kind: 'redirect', to: 'http://169.254.169.254/latest/meta-data' }, 'NOT_FOUND'],
    ['stock-image', { kind: 'redirect', to: 'https://127.0.0.1/x.jpg' }, 'NOT_FOUND'],
  ])('%s: %j is %s', async (provider, next, code) => {
    const app = await start()
    const { user, first } = await found(app)
    await fault(provider, next)
    expect((await importPhoto(user, first.token)).body.error.code).toBe(code)
    const { body } = await user.call<{ storage: { used: number } }>('GET', '/api/v1/media/overview')
    expect(body.storage.used).toBe(0)
    expect((await importPhoto(user, first.token)).status).toBe(200)
  })

  test('a token of the user that was changed', async () => {
    const app = await start()
    const { user, first } = await found(app)
    expect((await importPhoto(user, `${first.token.slice(0, -4)}AAAA`)).body.error.code).toBe('STOCK_TOKEN')
  })
})

describe('searching', () => {
  test('equal searches of all users are one request', async () => {
    const app = await start()
    const [one, other] = [await app.buildUser(), await app.buildUser()]
    const first = await search(one, 'Calm  sea')
    const second = await search(other, 'calm sea')
    expect(second.body.photos.map(({ credit }) => credit)).toEqual(first.body.photos.map(({ credit }) => credit))
    expect(await sandbox.requests('openverse')).toHaveLength(1)
    await search(one, 'calm sea', { page: 2 })
    expect(await sandbox.requests('openverse')).toHaveLength(2)
  })

  test('the service is left alone for as long as it asks, and cached answers stay', async () => {
    const app = await start()
    const user = await app.buildUser()
    await search(user, 'known')
    await fault('openverse', { kind: '429', retryAfter: 600 })
    const limited = await search(user, 'new')
    expect(limited.status).toBe(429)
    expect(limited.body.error.message).toBe(
      'Openverse allows no more searches right now. Try again in 10 minutes, or repeat a search you made today.',
    )
    expect((await search(user, 'newer')).body.error.code).toBe('STOCK_LIMIT')
    expect(await sandbox.requests('openverse')).toHaveLength(2)
    expect((await search(user, 'known')).status).toBe(200)
  })

  test('five new searches an hour go out without a key, shared between users', async () => {
    const stock = sandboxStock(sandbox.url)
    const app = await start({ stock: { ...stock, openverse: { ...stock.openverse, isLimited: true } } })
    const [busy, other] = [await app.buildUser(), await app.buildUser()]
    const codes = async (user: TestUser, words: readonly string[]) => {
      const answers: string[] = []
      for (const one of words) {
        const { status, body } = await search(user, one)
        answers.push(status === 200 ? 'ok' : body.error.code)
      }
      return answers
    }
    expect(await codes(other, ['first'])).toEqual(['ok'])
    expect(await codes(busy, ['a', 'b', 'c', 'd'])).toEqual(['ok', 'ok', 'ok', 'STOCK_LIMIT'])
    expect(await codes(other, ['second', 'third'])).toEqual(['ok', 'STOCK_LIMIT'])
    expect((await search(busy, 'a')).status).toBe(200)
    expect((await search(busy, 'e')).body.error.message).toMatch(/again in (60 minutes|1 hour)/)
    const { db } = app.services
    const count = (user: TestUser) => db.asSystem((tx) => tx.$count(photoSearches, eq(photoSearches.userId, user.id)))
    expect([await count(busy), await count(other)]).toEqual([3, 2])
  })

  test('a user alone gets the whole limit', async () => {
    const stock = sandboxStock(sandbox.url)
    const app = await start({ stock: { ...stock, openverse: { ...stock.openverse, isLimited: true } } })
    const user = await app.buildUser()
    const statuses: number[] = []
    for (const words of ['a', 'b', 'c', 'd', 'e', 'f']) statuses.push((await search(user, words)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('a service with keys needs one, and a user can bring their own', async () => {
    const stock = sandboxStock(sandbox.url)
    const app = await start({ stock: { ...stock, pexels: { ...stock.pexels, key: null } } })
    const user = await app.buildUser()
    const ready = () => user.call('GET', '/api/v1/stock/services')
    expect((await ready()).body).toEqual([
      { id: 'openverse', isReady: true },
      { id: 'pexels', isReady: false },
      { id: 'pixabay', isReady: true },
    ])
    expect((await search(user, 'sea', { service: 'pexels' })).body.error.code).toBe('STOCK_KEY_MISSING')
    const setKey = (key: string) => user.call('PUT', '/api/v1/credentials', { values: { 'pexels.key': key } })
    const check = () => user.call<{ ok: boolean; message: string }>('POST', '/api/v1/credentials/pexels/check', {})
    await setKey('invalid-key-of-mine')
    expect((await search(user, 'sea', { service: 'pexels' })).body.error.message).toBe(
      'Pexels refused the API key. Check it in the settings.',
    )
    expect((await check()).body).toEqual({ ok: false, message: 'Pexels refused the API key. Check it in the settings.' })
    await setKey('good-key-of-mine')
    expect((await search(user, 'sea', { service: 'pexels' })).body.photos.length).toBeGreaterThan(0)
    expect((await check()).body).toEqual({ ok: true, message: 'Pexels accepts the key.' })
    expect((await sandbox.requests('pexels')).at(-1)?.authorization).not.toContain('good')
    expect((await search(await app.buildUser(), 'land', { service: 'pexels' })).body.error.code).toBe('STOCK_KEY_MISSING')
  })

  test.each(['', ' ', 'x'.repeat(101)])('the words %j are no search', async (words) => {
    const app = await start()
    expect((await search(await app.buildUser(), words)).status).toBe(400)
  })
})
