import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
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

/** As without keys: Openverse alone. The product takes it for imitated only if `isImitated`. */
const start = ({ isImitated = true, ...settings }: { isImitated?: boolean; photoWaitMs?: number } = {}) => {
  const stock = sandboxStock(sandbox.url)
  return startGeneratingApp(sandbox, {
    ...settings,
    stock: {
      openverse: { ...stock.openverse, sandbox: isImitated },
      pexels: { ...stock.pexels, key: null },
      pixabay: { ...stock.pixabay, key: null },
    },
  })
}
const backgroundsIn = (events: Parameters<typeof slidesIn>[0]) => slidesIn(events).map(({ backgroundImage }) => backgroundImage ?? '')
const searches = async () => (await sandbox.requests('openverse')).filter(({ path }) => path === '/openverse/v1/images/')
const fault = (provider: string, ...next: Record<string, unknown>[]) => sandbox.control('/faults', 'POST', { provider, next })

test('an empty library gets a found photo behind each slide, by one search for the topic and few for slides', async () => {
  const app = await start()
  const user = await app.buildUser()
  const company = await user.call<{ id: string }>('POST', '/api/v1/companies', { name: 'Sunrise' })
  const events = await generate(user, generateRequest({ findPhotos: true, companyId: company.body.id }))
  const slides = slidesIn(events)
  const paths = slides.map(({ backgroundImage }) => backgroundImage)
  expect(new Set(paths).size).toBe(slides.length)
  expect(paths.every((path) => path?.startsWith(`${user.id}/`))).toBe(true)
  expect(events.at(-1)).toEqual(expect.not.objectContaining({ photosNotice: expect.anything() }))
  const asked = (await searches()).map(({ query }) => query['q'])
  expect(asked[0]).toBe('morning habits')
  expect(asked.length).toBeLessThanOrEqual(3)
  expect(new Set(asked).size).toBe(asked.length)
  const { body: credits } = await user.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths })
  expect(credits.map(({ path }) => path)).toEqual(paths)
  const library = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=50')
  expect(library.body.items.length).toBeGreaterThanOrEqual(slides.length)
  expect(library.body.items.every(({ companyIds }) => companyIds.includes(company.body.id))).toBe(true)
})

test('photos that fail are left out, and others of the search take their place', async () => {
  const app = await start()
  const user = await app.buildUser()
  await fault('stock-media', { kind: '500' }, { kind: 'cut' }, { kind: 'html' })
  const paths = backgroundsIn(await generate(user, generateRequest({ findPhotos: true })))
  expect(new Set(paths).size).toBe(6)
  for (const path of paths) expect(path).toMatch(new RegExp(`^${user.id}/`))
})

test('starter photos take the place of photos that all fail', async () => {
  const app = await start()
  const user = await app.buildUser()
  await fault('stock-media', ...Array.from({ length: 40 }, () => ({ kind: '500' })))
  const paths = backgroundsIn(await generate(user, generateRequest({ findPhotos: true })))
  expect(new Set(paths).size).toBe(6)
  for (const path of paths) expect(path).toMatch(/^starter\//)
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

describe('without a request', () => {
  test('an empty library gets free photos with their credits, which the first slideshow alone says', async () => {
    const app = await start({ isImitated: false, photoWaitMs: 60_000 })
    const user = await app.buildUser()
    expect(await user.api('GET', '/stock/automatic')).toEqual({ isOn: true })
    const events = await generate(user, generateRequest())
    expect(events.at(-1)).toMatchObject({ photosNotice: expect.stringMatching(/^Your library was empty, so we added free photos/) })
    const found = backgroundsIn(events).filter((path) => path.startsWith(`${user.id}/`))
    expect(found.length).toBeGreaterThan(0)
    const { body: credits } = await user.call<ShownCredit[]>('POST', '/api/v1/files/credits', { paths: found })
    expect(credits.map(({ path }) => path)).toEqual(found)
    const library = await user.call<{ items: LibraryPhoto[] }>('GET', '/api/v1/media?limit=50')
    const asked = (await searches()).map(({ query }) => query['q'])
    for (const { tags } of library.body.items) expect(asked).toContain(tags.join(' '))
    expect((await generate(user, generateRequest())).at(-1)).toEqual(expect.not.objectContaining({ photosNotice: expect.anything() }))
  })

  test('a service that does not respond costs no slide, and nothing is said', async () => {
    const app = await start({ isImitated: false, photoWaitMs: 10 })
    const user = await app.buildUser()
    await fault('openverse', { kind: 'silent' })
    const events = await generate(user, generateRequest())
    for (const path of backgroundsIn(events)) expect(path).toMatch(/^starter\//)
    expect(events.at(-1)).toEqual(expect.not.objectContaining({ photosNotice: expect.anything() }))
  })

  test('nothing is searched where the user has a photo, refused it, or the service is imitated', async () => {
    const app = await start({ isImitated: false })
    const [refusing, owning] = [await app.buildUser(), await app.buildUser()]
    await generate(refusing, generateRequest({ findPhotos: false }))
    await owning.buildPhoto()
    expect(await owning.api('GET', '/stock/automatic')).toEqual({ isOn: false })
    await generate(owning, generateRequest())
    await generate(await (await start()).buildUser(), generateRequest())
    expect(await sandbox.requests('openverse')).toEqual([])
  })
})
