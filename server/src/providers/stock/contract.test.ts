import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { LICENCES } from '@ninesixteen/shared/stock/licences'
import { SOUND_SERVICE_IDS, STOCK_SERVICE_IDS, STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { sandboxStock } from '../../testing/sandbox-stock.ts'
import { startMisbehavingServer } from '../../testing/misbehaving-server.ts'
import { unusedUrl } from '../../testing/raw-server.ts'
import { createFetch } from '../http.ts'
import { PlatformError } from '../platform-error.ts'
import { createStockSearch, STOCK_DEFINITIONS } from './registry.ts'
import type { StockConfig } from './settings.ts'
import type { PhotoQuery } from './stock-service.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const QUERY: PhotoQuery = { words: 'calm sea', shape: 'tall', page: 1 }

async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const thrown: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(thrown instanceof PlatformError)) throw new Error(`Expected a PlatformError, got ${String(thrown)}`)
  return thrown
}

describe.each(STOCK_SERVICE_IDS)('%s', (id) => {
  const { sideMin, licences } = STOCK_SERVICES[id]
  const key = STOCK_SERVICES[id].needsKey ? 'a-key' : null
  const search = (query: Partial<PhotoQuery> = {}, given = key) =>
    createStockSearch(sandboxStock(sandbox.url)).photos(id, { ...QUERY, ...query }, given)
  const fault = (next: Record<string, unknown>) => sandbox.control('/faults', 'POST', { provider: id, next: [next] })

  test('finds portraits that are large enough, with all that a credit needs', async () => {
    const { results, hasMore } = await search()
    expect(results.length).toBeGreaterThan(9)
    expect(hasMore).toBe(true)
    for (const { credit, width, height, previewUrl, fileUrl } of results) {
      expect(credit.service).toBe(id)
      expect(licences).toContain(credit.licence)
      expect(LICENCES[credit.licence].credit === 'required' && credit.author === null).toBe(false)
      expect(new URL(credit.pageUrl).protocol).toMatch(/^https?:$/)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(sideMin)
      expect(height).toBeGreaterThan(width)
      expect(previewUrl).not.toBe(fileUrl)
    }
  })

  test('pages neither repeat nor hide photos, and end', async () => {
    const seen: string[] = []
    for (let page = 1; page <= 9; page += 1) {
      const found = await search({ page })
      seen.push(...found.results.map(({ credit }) => credit.id))
      if (!found.hasMore) break
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(30)
    expect(seen.length).toBeLessThanOrEqual(64)
  })

  test('any shape includes landscapes, and a search without results is no failure', async () => {
    const { results } = await search({ shape: 'any' })
    expect(results.some(({ width, height }) => width > height)).toBe(true)
    expect(await search({ words: 'zzz' })).toEqual({ results: [], hasMore: false })
  })

  test.each([
    [{ kind: '401' }, { fault: 'client' }],
    [
      { kind: '429', retryAfter: 77 },
      { fault: 'wait', retryAfterSeconds: 77 },
    ],
    [{ kind: '500' }, { fault: 'down' }],
    [{ kind: '503' }, { fault: 'down' }],
    [{ kind: 'error', status: 422, code: 'x' }, { fault: 'refused' }],
    [{ kind: 'html' }, { fault: 'down' }],
    [{ kind: 'cut' }, { fault: 'down' }],
    [{ kind: 'dropped' }, { fault: 'down' }],
    [{ kind: 'empty' }, { fault: 'down' }],
  ])('%j is %j', async (next, expected) => {
    await fault(next)
    expect(await failureOf(search())).toMatchObject(expected)
    expect((await search()).results.length).toBeGreaterThan(0)
  })

  test('a silent service ends in time', async () => {
    await fault({ kind: 'silent' })
    const impatient = createStockSearch(sandboxStock(sandbox.url), createFetch({ answerMs: 200, silenceMs: 200 }))
    expect(await failureOf(impatient.photos(id, QUERY, key))).toMatchObject({ fault: 'down', code: 'timeout' })
  })

  test('a closed port, a redirect and an endless answer are no answers', async () => {
    const closed = createStockSearch(sandboxStock(await unusedUrl()))
    expect(await failureOf(closed.photos(id, QUERY, key))).toMatchObject({ fault: 'down', code: 'unreachable' })
    const endless = await startMisbehavingServer(async (outgoing, send) => {
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      while (await send(' '.repeat(64 * 1024)));
    })
    const bounded = createFetch({ answerMs: 10_000, silenceMs: 10_000, bytes: 1024 * 1024 })
    expect(await failureOf(createStockSearch(sandboxStock(endless.url), bounded).photos(id, QUERY, key))).toMatchObject({
      code: 'too-large',
    })
    await endless.disconnected()
    expect(endless.sent()).toBeLessThan(16 * 1024 * 1024)
    const elsewhere = await startMisbehavingServer(async (outgoing) => outgoing.writeHead(302, { location: sandbox.url }).end())
    expect(await failureOf(createStockSearch(sandboxStock(elsewhere.url)).photos(id, QUERY, key))).toMatchObject({ code: 'redirected' })
  })

  test.runIf(STOCK_SERVICES[id].needsKey)('a wrong key is named as such, and stays out of messages', async () => {
    const error = await failureOf(search({}, 'invalid-secret-0123'))
    expect(error.fault).toBe('client')
    expect(JSON.stringify([error, error.message])).not.toContain('secret')
  })

  test('a body of the right form with wrong entries gives none of them', () => {
    const { read } = STOCK_DEFINITIONS[id].photos
    expect(read({ page: 1, page_count: 1, results: [{}, 3, null], photos: [{}, 3], totalHits: 2, hits: [{ id: 'x' }, 3] }, QUERY)).toEqual({
      results: [],
      hasMore: false,
    })
    expect(read([], QUERY)).toBeNull()
  })
})

describe.each(SOUND_SERVICE_IDS)('music of %s', (id) => {
  const search = (query: { words?: string; page?: number } = {}) =>
    createStockSearch(sandboxStock(sandbox.url)).sounds(id, { words: 'calm piano', page: 1, ...query }, null)

  test('is short enough for a track, with all that a credit needs', async () => {
    const { results, hasMore } = await search()
    expect(results.length).toBeGreaterThan(9)
    expect(hasMore).toBe(true)
    for (const { credit, seconds, fileUrl } of results) {
      expect(credit).toMatchObject({ service: id, kind: 'sound' })
      expect(STOCK_SERVICES[id].licences).toContain(credit.licence)
      expect(LICENCES[credit.licence].credit === 'required' && credit.author === null).toBe(false)
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(600)
      expect(new URL(fileUrl).protocol).toMatch(/^https?:$/)
    }
  })

  test('ends, and a search without results is no failure', async () => {
    const second = await search({ page: 2 })
    expect(second.hasMore).toBe(false)
    expect(await search({ words: 'zzz' })).toEqual({ results: [], hasMore: false })
  })

  test.each([
    [
      { kind: '429', retryAfter: 77 },
      { fault: 'wait', retryAfterSeconds: 77 },
    ],
    [{ kind: '401' }, { fault: 'client' }],
    [{ kind: 'html' }, { fault: 'down' }],
    [{ kind: 'dropped' }, { fault: 'down' }],
  ])('%j is %j', async (next, expected) => {
    await sandbox.control('/faults', 'POST', { provider: id, next: [next] })
    expect(await failureOf(search())).toMatchObject(expected)
  })
})

describe('openverse alone', () => {
  const entry = {
    id: 'a',
    title: ' A \u202e title ',
    creator: 'Someone',
    license: 'by',
    license_version: '2.0',
    license_url: 'https://creativecommons.org/licenses/by/2.0/',
    foreign_landing_url: 'https://example.org/a',
    url: 'https://example.org/a.jpg',
    thumbnail: 'https://api.openverse.org/v1/images/a/thumb/',
    width: 1200,
    height: 1800,
  }
  const read = async (change: Record<string, unknown>) => {
    const send = async () => Response.json({ page: 1, page_count: 1, results: [{ ...entry, ...change }] })
    return (await createStockSearch(sandboxStock(sandbox.url), send).photos('openverse', QUERY, null)).results
  }

  test.each(['by-nd', 'by-nc', 'by-nc-nd', 'by-sa', 'by-nc-sa', 'sampling+', 'BY', ''])('the licence %s is left out', async (license) => {
    expect(await read({ license })).toEqual([])
  })

  test.each([
    { width: 1079 },
    { height: 900 },
    { url: 'javascript:alert(1)' },
    { foreign_landing_url: 'data:text/html,x' },
    { thumbnail: null },
  ])('%j is left out', async (change) => {
    expect(await read(change)).toEqual([])
  })

  test.each([
    { duration: null },
    { duration: 0 },
    { duration: 10_800_000 },
    { license: 'by-nd' },
    { license: 'by-nc' },
    { license: 'by-sa' },
    { url: null },
    { url: 'file:///etc/passwd' },
  ])('music with %j is left out', async (change) => {
    const send = async () =>
      Response.json({
        page: 1,
        page_count: 1,
        results: [
          { ...entry, duration: 61_500 },
          { ...entry, duration: 61_500, ...change },
        ],
      })
    const { results } = await createStockSearch(sandboxStock(sandbox.url), send).sounds('openverse', { words: 'a', page: 1 }, null)
    expect(results.map(({ seconds }) => seconds)).toEqual([61.5])
  })

  test('texts are one plain line, and links of the author are http or nothing', async () => {
    const [photo] = await read({ creator_url: 'javascript:alert(1)' })
    expect(photo?.credit).toMatchObject({ title: 'A title', author: 'Someone', authorUrl: null, licence: 'by', licenceVersion: '2.0' })
  })

  test('a limit at the sign-in of a client is a limit, and no fault of the service', async () => {
    const config = sandboxStock(sandbox.url)
    const client = { id: 'limited', secret: 'a-secret' }
    const search = createStockSearch({ ...config, openverse: { ...config.openverse, client } })
    await sandbox.control('/faults', 'POST', { provider: 'openverse', next: [{ kind: '429', retryAfter: 77 }] })
    expect(await failureOf(search.photos('openverse', QUERY, null))).toMatchObject({ fault: 'wait', retryAfterSeconds: 77 })
  })

  test('a registered client signs in once and asks with its token, and again when the service revokes it', async () => {
    const config = sandboxStock(sandbox.url)
    const registered: StockConfig = { ...config, openverse: { ...config.openverse, client: { id: 'registered', secret: 'a-secret' } } }
    const search = createStockSearch(registered)
    await search.photos('openverse', QUERY, null)
    await search.photos('openverse', { ...QUERY, page: 2 }, null)
    const requests = await sandbox.requests('openverse')
    expect(requests.map(({ path }) => path)).toEqual(['/openverse/v1/auth_tokens/token/', '/openverse/v1/images/', '/openverse/v1/images/'])
    expect(requests[1]?.authorization).toMatch(/^Bearer \.\.\./)
    await sandbox.reset()
    await sandbox.control('/faults', 'POST', { provider: 'openverse', next: [{ kind: '401' }] })
    expect((await search.photos('openverse', QUERY, null)).results.length).toBeGreaterThan(0)
    const paths = (await sandbox.requests('openverse')).map(({ path }) => path)
    expect(paths).toEqual(['/openverse/v1/images/', '/openverse/v1/auth_tokens/token/', '/openverse/v1/images/'])
    const wrong = { ...registered, openverse: { ...registered.openverse, client: { id: 'wrong', secret: 'invalid' } } }
    expect(await failureOf(createStockSearch(wrong).photos('openverse', QUERY, null))).toMatchObject({ fault: 'client' })
  })
})
