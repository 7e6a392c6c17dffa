import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest'
import type { LibraryPhoto, ShownCredit } from '@ninesixteen/shared/api/media'
import { generate, generateRequest, slidesIn, startGeneratingApp } from '../../testing/generation.ts'
import { sandboxStock } from '../../testing/sandbox-stock.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
beforeEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const start = () => {
  const stock = sandboxStock(sandbox.url)
  // As without keys: Openverse alone.
  return startGeneratingApp(sandbox, {
    stock: { ...stock, pexels: { ...stock.pexels, key: null }, pixabay: { ...stock.pixabay, key: null } },
  })
}
const fault = (provider: string, ...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider, next })

test('an empty library gets a photo of the topic behind each slide, by one search', async () => {
  const app = await start()
  const user = await app.buildUser()
  const company = await user.call<{ id: string }>('POST', '/api/v1/companies', { name: 'Sunrise' })
  const events = await generate(user, generateRequest({ findPhotos: true, companyId: company.body.id }))
  const slides = slidesIn(events)
  const paths = slides.map(({ backgroundImage }) => backgroundImage)
  expect(new Set(paths).size).toBe(slides.length)
  expect(paths.every((path) => path?.startsWith(`${user.id}/`))).toBe(true)
  expect(events.at(-1)).toEqual(expect.not.objectContaining({ photosNotice: expect.anything() }))
  const searches = (await sandbox.requests('openverse')).filter(({ path }) => path === '/openverse/v1/images/')
  expect(searches).toHaveLength(1)
  const { body: credits } = await user.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths })
  expect(credits.map(({ path }) => path)).toEqual(paths)
  const library = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=50')
  expect(library.body.items).toHaveLength(slides.length)
  expect(library.body.items.every(({ companyIds }) => companyIds.includes(company.body.id))).toBe(true)
})

test('photos that fail are left out, and the others are dealt again', async () => {
  const app = await start()
  const user = await app.buildUser()
  await fault('stock-media', { kind: '500' }, { kind: 'cut' }, { kind: 'html' })
  const slides = slidesIn(await generate(user, generateRequest({ findPhotos: true })))
  expect(new Set(slides.map(({ backgroundImage }) => backgroundImage)).size).toBe(slides.length - 3)
})

test.each([
  [{ kind: '429', retryAfter: 1200 }, /^Openverse allows no more searches right now\. Try again in 20 minutes/],
  [{ kind: '500' }, /^Openverse is not responding right now/],
])('%j costs no slide, and the reason is told', async (next, reason) => {
  const app = await start()
  const user = await app.buildUser()
  await fault('openverse', next)
  const events = await generate(user, generateRequest({ findPhotos: true }))
  const end = events.at(-1)
  expect(slidesIn(events)).toHaveLength(6)
  expect(end).toMatchObject({ type: 'done', notice: null })
  const notice = end?.type === 'done' ? end.photosNotice : null
  expect(notice).toMatch(reason)
  expect(notice).toMatch(/your own photos or plain backdrops instead\.$/)
})

test('a topic without results says so', async () => {
  const app = await start()
  const events = await generate(await app.buildUser(), generateRequest({ findPhotos: true, topic: 'zzz' }))
  expect(events.at(-1)).toMatchObject({ photosNotice: expect.stringMatching(/^No free photos were found for this topic\./) })
})

test('nothing is searched unless it is wanted', async () => {
  const app = await start()
  await generate(await app.buildUser(), generateRequest())
  expect(await sandbox.requests('openverse')).toEqual([])
})
