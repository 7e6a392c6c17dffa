import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Project, ProjectSummary, ProjectVariant, ProjectVersionSummary } from '@ninesixteen/shared/api/projects'
import { similarTopicsReplySchema } from '@ninesixteen/shared/api/ideas'
import type { Notifications } from '@ninesixteen/shared/api/notifications'
import type { BatchRow, WholeBatch } from '@ninesixteen/shared/api/slideshow-batches'
import { AppError, type ErrorBody } from '@ninesixteen/shared/errors'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { projects } from '../db/schema-projects.ts'
import { buildSlide, type TestApp, type TestUser } from '../testing/app.ts'
import { startGeneratingApp, stored } from '../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startGeneratingApp(sandbox)
  user = await app.buildUser()
})

const box = (id: string, text: string, over: object = {}) => ({ id, text, ...over }) as Slide['textBoxes'][number]
const slidesOf = () => [
  buildSlide('', {
    id: 'cover',
    altText: 'a cup',
    textBoxes: [box('hook', 'calm mornings'), box('page', '1/2', { pageNumber: 'of-total' })],
  }),
  buildSlide('', { id: 'point', textBoxes: [box('title', 'water first', { locked: true, x: 12, y: 34 })] }),
]
const build = (companyId?: string) => user.buildProject({ title: 'Calm mornings', slides: slidesOf(), ...(companyId && { companyId }) })
interface Wanted {
  language: string
  replaces?: { id: string; version: number }
}
const start = (projectId: string, translations: Wanted[], requestId = randomUUID()) =>
  user.call<WholeBatch & ErrorBody>('POST', `/api/v1/projects/${projectId}/translations`, { requestId, translations })
const latest = (id: string) => user.api<WholeBatch | null>('GET', `/projects/${id}/translations`)

/** Translates in the background; returns the row of each language. */
async function translate(projectId: string, ...translations: Wanted[]): Promise<BatchRow[]> {
  const { status, body } = await start(projectId, translations)
  expect(status).toBe(201)
  await app.services.runs.runDue()
  return (await user.api<WholeBatch>('GET', `/slideshow-batches/${body.id}`)).rows
}
/** The id of the variant in one language. */
async function variantIn(language: string, projectId: string, replaces?: Wanted['replaces']): Promise<string> {
  const [row] = await translate(projectId, { language, ...(replaces && { replaces }) })
  expect(row).toMatchObject({ title: language, state: 'done', message: null })
  return row?.projectId ?? ''
}
const read = (id: string) => user.api<Project>('GET', `/projects/${id}`)
const variantsOf = (id: string) => user.api<ProjectVariant[]>('GET', `/projects/${id}/variants`)
const textsOf = ({ slides }: { slides: readonly Slide[] }) => slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text))

test('a translation is a linked slideshow of the same layout; page numbers stay', async () => {
  const original = await build()
  const german = await variantIn('German', original.id)
  const french = await variantIn('French', german)
  const made = await read(german)
  const places = ({ slides }: Project) => slides.map(({ textBoxes }) => textBoxes.map((one) => ({ ...one, text: '' })))
  expect(places(made)).toEqual(places(original))
  const [hook, page, title] = textsOf(made)
  expect([hook, title]).not.toEqual(['calm mornings', 'water first'])
  expect(page).toBe('1/2')
  expect(made.title).not.toBe(original.title)
  expect(made.slides[0]?.altText).not.toBe('a cup')
  for (const id of [original.id, german, french])
    expect((await variantsOf(id)).map((variant) => [variant.id, variant.language])).toEqual([
      [original.id, null],
      [french, 'French'],
      [german, 'German'],
    ])
  const { projects: listed } = await user.api<{ projects: ProjectSummary[] }>('GET', '/projects')
  expect(listed.find(({ id }) => id === original.id)?.variants?.map(({ language }) => language)).toEqual([null, 'French', 'German'])
  expect(listed.find(({ id }) => id === german)?.language).toBe('German')
})

test('the same request makes nothing further, and a language has one variant', async () => {
  const original = await build()
  const requestId = randomUUID()
  const wanted = [{ language: 'German' }, { language: 'French' }]
  const answers = [await start(original.id, wanted, requestId), await start(original.id, wanted, requestId)]
  expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
  expect((await start(original.id, [{ language: 'Italian' }], requestId)).body.error.code).toBe('REQUEST_REUSED')
  await app.services.runs.runDue()
  expect(await sandbox.requests()).toHaveLength(2)
  expect(await latest(original.id)).toMatchObject({ state: 'done', counts: { done: 2, waiting: 0 } })
  expect((await start(original.id, [{ language: 'german' }])).body.error.code).toBe('VARIANT_EXISTS')
  expect((await start(original.id, [{ language: 'Thai' }, { language: 'thai' }])).status).toBe(400)
  expect((await stored(app, user)).projects).toHaveLength(3)
})

test('a cancelled translation writes no further language, and continues when asked to', async () => {
  const original = await build()
  const { body } = await start(original.id, [{ language: 'German' }, { language: 'French' }])
  await user.api('POST', `/slideshow-batches/${body.id}/cancel`)
  await app.services.runs.runDue()
  expect(await latest(original.id)).toMatchObject({ state: 'cancelled', counts: { cancelled: 2 } })
  expect((await stored(app, user)).projects).toHaveLength(1)
  await user.api('POST', `/slideshow-batches/${body.id}/retry`)
  await app.services.runs.runDue()
  expect(await latest(original.id)).toMatchObject({ state: 'done', counts: { done: 2 } })
  expect(await user.api('GET', '/slideshow-batches')).toEqual([])
})

test('a slideshow that is still being written is neither translated nor a template', async () => {
  const original = await build()
  await app.services.db.asSystem((tx) => tx.update(projects).set({ status: 'generating' }).where(eq(projects.id, original.id)))
  expect((await start(original.id, [{ language: 'German' }])).body.error.code).toBe('STILL_GENERATING')
  const like = { topic: 'slow evenings', contentType: 'custom', slideCount: 'auto', companyId: null, likeProjectId: original.id }
  const generation = { ...like, softSell: false, useTumblrPhotos: false, extraContext: '', tone: '' }
  expect((await user.call<ErrorBody>('POST', '/api/generate', generation)).body.error.code).toBe('STILL_GENERATING')
})

test('a variant is translated again on the version that the user saw, and can be taken back', async () => {
  const original = await build()
  const german = await variantIn('German', original.id)
  const changed = [...slidesOf(), buildSlide('', { id: 'new', textBoxes: [box('more', 'no phone')] })]
  await user.api('PUT', `/projects/${original.id}`, { version: original.version, saveId: randomUUID(), slides: changed })
  expect((await variantsOf(original.id)).map(({ isOutdated }) => isOutdated)).toEqual([false, true])

  const [conflicting] = await translate(original.id, { language: 'German', replaces: { id: german, version: 7 } })
  expect(conflicting).toMatchObject({ state: 'failed', message: new AppError('VERSION_CONFLICT').message })
  expect((await read(german)).slides).toHaveLength(2)
  const { version } = await read(german)
  expect(await variantIn('German', original.id, { id: german, version })).toBe(german)
  expect((await read(german)).slides).toHaveLength(3)
  expect((await variantsOf(original.id)).map(({ isOutdated }) => isOutdated)).toEqual([false, false])
  const versions = await user.api<ProjectVersionSummary[]>('GET', `/projects/${german}/versions`)
  expect(versions.map((one) => [one.version, one.slideCount])).toEqual([[version, 2]])
})

test('captions of a translation are requested in its language', async () => {
  const original = await build()
  const german = await variantIn('German', original.id)
  const promptFor = async (projectId: string) => {
    await user.call('POST', '/api/captions', { projectId, slides: [], platforms: ['tiktok'], kind: 'slides', tone: '' })
    return (await sandbox.requests()).at(-1)
  }
  expect(JSON.stringify(await promptFor(german))).toMatch(/Language: \\+"German/)
  expect(JSON.stringify(await promptFor(original.id))).not.toContain('Language: ')
})

test('deleting the original leaves its translations, which stay linked', async () => {
  const original = await build()
  const german = await variantIn('German', original.id)
  await variantIn('French', original.id)
  await user.api('DELETE', `/projects/${original.id}`)
  expect((await variantsOf(german)).map(({ language, isOutdated }) => [language, isOutdated])).toEqual([
    ['French', false],
    ['German', false],
  ])
  await variantIn('Italian', german)
})

test('a failed translation leaves nothing behind but its reason, tells the user, and is retried', async () => {
  const original = await build()
  await sandbox.fail(...[1, 2].map(() => ({ kind: 'invalid-json' }) as const))
  const rows = await translate(original.id, { language: 'German' }, { language: 'French' })
  expect(rows).toMatchObject([
    { title: 'German', state: 'failed', projectId: null, message: expect.any(String) },
    { title: 'French', state: 'done', message: null },
  ])
  expect((await stored(app, user)).projects).toHaveLength(2)
  const { items } = await user.api<Notifications>('GET', '/notices')
  expect(items).toMatchObject([{ title: '1 translation failed', href: `/content_studio?project=${original.id}&pane=edit` }])
  await user.api('POST', `/slideshow-batches/${(await latest(original.id))?.id}/retry`)
  await app.services.runs.runDue()
  expect((await variantsOf(original.id)).map(({ language }) => language)).toEqual([null, 'French', 'German'])
})

test('more texts than one request takes are translated in several', async () => {
  const slides = [1, 2].map((slide) =>
    buildSlide('', { id: `s${slide}`, textBoxes: Array.from({ length: 30 }, (_, at) => box(`b${at}`, `text ${slide} number ${at}`)) }),
  )
  const project = await user.buildProject({ title: 'Many', slides })
  const made = await read(await variantIn('German', project.id))
  expect(await sandbox.requests()).toHaveLength(2)
  expect(textsOf(made).filter((text) => text.startsWith('text '))).toEqual([])
})

test('words that the brand never uses are noted where a translation has them', async () => {
  const company = await user.buildCompany('Acme')
  const original = await build(company.id)
  const first = textsOf(await read(await variantIn('German', original.id)))
  const word = /\p{L}{4,}/u.exec(first.join(' '))?.[0] ?? ''
  await user.api('PUT', `/companies/${company.id}/brand`, { version: 0, brand: { ...NEW_BRAND, neverWords: [word] } })
  const { id } = await build(company.id)
  const again = await variantIn('German', id)
  const row = (await stored(app, user)).projects.find((project) => project.id === again)
  const has = textsOf(await read(again))
    .join(' ')
    .includes(word)
  expect(row?.neverWords).toEqual(has ? { replaced: [], remained: [word] } : null)
})

test('slideshows and variants of another user are not found', async () => {
  const original = await build()
  const german = await variantIn('German', original.id)
  const other = await app.buildUser()
  const own = await other.buildProject({ title: 'Mine', slides: slidesOf() })
  const codeOf = async (path: string, body: object) => (await other.call<ErrorBody>('POST', path, body)).body.error.code
  const begin = (id: string, wanted: Wanted) =>
    codeOf(`/api/v1/projects/${id}/translations`, { requestId: randomUUID(), translations: [wanted] })
  expect(await begin(original.id, { language: 'French' })).toBe('NOT_FOUND')
  expect(await begin(own.id, { language: 'German', replaces: { id: german, version: 1 } })).toBe('NOT_FOUND')
  expect((await other.call('GET', `/api/v1/projects/${original.id}/translations`)).status).toBe(404)
  expect(await codeOf('/api/similar-topics', { projectId: original.id })).toBe('NOT_FOUND')
})

test('similar topics come from one request, and none says what the user has', async () => {
  const original = await build()
  const found = async () =>
    similarTopicsReplySchema.parse((await user.call('POST', '/api/similar-topics', { projectId: original.id })).body).topics
  const topics = await found()
  expect(await sandbox.requests()).toHaveLength(1)
  expect(topics.length).toBeGreaterThanOrEqual(3)
  expect(topics.length).toBeLessThanOrEqual(5)
  for (const { title } of topics) {
    expect(knownHooks(['Calm mornings', ...topics.filter((one) => one.title !== title).map((one) => one.title)]).has(title)).toBe(false)
  }
  await user.buildProject({ title: topics[0]?.title ?? '', slides: slidesOf() })
  expect((await found()).map(({ title }) => title)).not.toContain(topics[0]?.title)
})
