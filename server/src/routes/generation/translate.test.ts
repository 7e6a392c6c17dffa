import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Project, ProjectSummary, ProjectVariant, ProjectVersionSummary } from '@ninesixteen/shared/api/projects'
import { similarTopicsReplySchema } from '@ninesixteen/shared/api/ideas'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { knownHooks } from '@ninesixteen/shared/text/near-duplicate'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { startGeneratingApp, stored } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

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
const translate = (projectId: string, language: string, over: object = {}) =>
  user.call<{ projectId: string } & ErrorBody>('POST', '/api/translate', { projectId, language, requestId: randomUUID(), ...over })
const read = (id: string) => user.api<Project>('GET', `/projects/${id}`)
const variantsOf = (id: string) => user.api<ProjectVariant[]>('GET', `/projects/${id}/variants`)
const textsOf = ({ slides }: { slides: readonly Slide[] }) => slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text))

test('a translation is a linked slideshow of the same layout; page numbers stay', async () => {
  const original = await build()
  const german = (await translate(original.id, 'German')).body.projectId
  const french = (await translate(german, 'French')).body.projectId
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
  const { projects } = await user.api<{ projects: ProjectSummary[] }>('GET', '/projects')
  expect(projects.find(({ id }) => id === original.id)?.variants?.map(({ language }) => language)).toEqual([null, 'French', 'German'])
  expect(projects.find(({ id }) => id === german)?.language).toBe('German')
})

test('the same request makes nothing further, and a language has one variant', async () => {
  const original = await build()
  const requestId = randomUUID()
  const answers = [await translate(original.id, 'German', { requestId }), await translate(original.id, 'German', { requestId })]
  expect(answers[0]?.body.projectId).toBe(answers[1]?.body.projectId)
  expect(await sandbox.requests()).toHaveLength(1)
  expect((await translate(original.id, 'german')).body.error.code).toBe('VARIANT_EXISTS')
  expect((await stored(app, user)).projects).toHaveLength(2)
})

test('a variant is translated again on the version that the user saw, and can be taken back', async () => {
  const original = await build()
  const german = (await translate(original.id, 'German')).body.projectId
  const changed = [...slidesOf(), buildSlide('', { id: 'new', textBoxes: [box('more', 'no phone')] })]
  await user.api('PUT', `/projects/${original.id}`, { version: original.version, saveId: randomUUID(), slides: changed })
  expect((await variantsOf(original.id)).map(({ isOutdated }) => isOutdated)).toEqual([false, true])

  expect((await translate(original.id, 'German', { replaces: { id: german, version: 7 } })).body.error.code).toBe('VERSION_CONFLICT')
  expect((await read(german)).slides).toHaveLength(2)
  const { version } = await read(german)
  await translate(original.id, 'German', { replaces: { id: german, version } })
  expect((await read(german)).slides).toHaveLength(3)
  expect((await variantsOf(original.id)).map(({ isOutdated }) => isOutdated)).toEqual([false, false])
  const versions = await user.api<ProjectVersionSummary[]>('GET', `/projects/${german}/versions`)
  expect(versions.map((one) => [one.version, one.slideCount])).toEqual([[version, 2]])
})

test('deleting the original leaves its translations, which stay linked', async () => {
  const original = await build()
  const german = (await translate(original.id, 'German')).body.projectId
  await translate(original.id, 'French')
  await user.api('DELETE', `/projects/${original.id}`)
  expect((await variantsOf(german)).map(({ language, isOutdated }) => [language, isOutdated])).toEqual([
    ['French', false],
    ['German', false],
  ])
  expect((await translate(german, 'Italian')).status).toBe(200)
})

test('a failed translation leaves nothing behind', async () => {
  const original = await build()
  await sandbox.fail(...[1, 2].map(() => ({ kind: 'invalid-json' }) as const))
  expect((await translate(original.id, 'German')).status).toBe(502)
  expect((await stored(app, user)).projects).toHaveLength(1)
  expect((await translate(original.id, 'German')).status).toBe(200)
})

test('more texts than one request takes are translated in several', async () => {
  const slides = [1, 2].map((slide) =>
    buildSlide('', { id: `s${slide}`, textBoxes: Array.from({ length: 30 }, (_, at) => box(`b${at}`, `text ${slide} number ${at}`)) }),
  )
  const project = await user.buildProject({ title: 'Many', slides })
  const made = await read((await translate(project.id, 'German')).body.projectId)
  expect(await sandbox.requests()).toHaveLength(2)
  expect(textsOf(made).filter((text) => text.startsWith('text '))).toEqual([])
})

test('words that the brand never uses are noted where a translation has them', async () => {
  const company = await user.buildCompany('Acme')
  const original = await build(company.id)
  const first = textsOf(await read((await translate(original.id, 'German')).body.projectId))
  const word = /\p{L}{4,}/u.exec(first.join(' '))?.[0] ?? ''
  await user.api('PUT', `/companies/${company.id}/brand`, { version: 0, brand: { ...NEW_BRAND, neverWords: [word] } })
  const { id } = await build(company.id)
  const again = (await translate(id, 'German')).body.projectId
  const row = (await stored(app, user)).projects.find((project) => project.id === again)
  const has = textsOf(await read(again))
    .join(' ')
    .includes(word)
  expect(row?.neverWords).toEqual(has ? { replaced: [], remained: [word] } : null)
})

test('slideshows and variants of another user are not found', async () => {
  const original = await build()
  const german = (await translate(original.id, 'German')).body.projectId
  const other = await app.buildUser()
  const own = await other.buildProject({ title: 'Mine', slides: slidesOf() })
  const codeOf = async (path: string, body: object) => (await other.call<ErrorBody>('POST', path, body)).body.error.code
  const request = { language: 'French', requestId: randomUUID() }
  expect(await codeOf('/api/translate', { ...request, projectId: original.id })).toBe('NOT_FOUND')
  expect(await codeOf('/api/translate', { ...request, projectId: own.id, replaces: { id: german, version: 1 } })).toBe('NOT_FOUND')
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
