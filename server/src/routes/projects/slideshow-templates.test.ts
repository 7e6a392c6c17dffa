import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { MediaUsage } from '@ninesixteen/shared/api/media'
import type { SlideshowTemplateSummary } from '@ninesixteen/shared/api/slideshow-templates'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { readTexts } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { SlideshowTemplate } from '@ninesixteen/shared/slideshow-templates/model'
import { charactersOf, defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { generate, generateRequest, slidesIn, startGeneratingApp, stored } from '../../testing/generation.ts'
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

const text = (id: string, words: string, over: object = {}) => ({ id, text: words, ...over })
const cover = (over: Partial<Slide> = {}) =>
  buildSlide('', {
    id: 'cover',
    textStyle: 'white-bg',
    ...over,
    textBoxes: [text('hook', '5 morning habits', { fontSize: 14, y: 40 }), text('handle', '@dawn.roast')] as Slide['textBoxes'],
  })
const point = () =>
  buildSlide('', { id: 'point', textBoxes: [text('title', 'water'), text('detail', 'a glass first', { y: 300 })] as Slide['textBoxes'] })

async function save(over: Partial<SlideshowTemplate> = {}): Promise<SlideshowTemplate> {
  const slides = over.slides ?? [cover(), point()]
  const template = { name: 'Morning', companyId: null, contentType: 'numbered-list', slides, slots: defaultSlots(slides), ...over }
  return user.api('POST', '/slideshow-templates', template)
}
const intoTemplate = (templateId: string, over: object = {}) =>
  generate(user, generateRequest({ topic: 'evening rules', templateId, ...over }))
const requests = async () =>
  (await sandbox.requests()).map(({ body }) => body as { messages: { content: string }[]; response_format: unknown })
const list = () => user.api<SlideshowTemplateSummary[]>('GET', '/slideshow-templates')

/** A slide without what a template lets change. */
const fixedParts = ({ textBoxes, ...rest }: Slide) => ({
  ...rest,
  title: '',
  backgroundImage: null,
  backdrop: undefined,
  textBoxes: textBoxes.map((box) => (box.id === 'handle' ? box : { ...box, text: '' })),
})

test('a template is listed with its first slide, renamed, and deleted', async () => {
  const template = await save()
  expect(await list()).toMatchObject([{ id: template.id, name: 'Morning', slideCount: 2, cover: { id: 'cover' } }])
  const slots = template.slots.filter(({ ref }) => ref !== 'detail')
  await user.api('PATCH', `/slideshow-templates/${template.id}`, { name: 'Evening', slots })
  expect(await user.api('GET', `/slideshow-templates/${template.id}`)).toMatchObject({
    name: 'Evening',
    slots,
    slides: [{ id: 'cover' }, { id: 'point' }],
  })
  await user.api('DELETE', `/slideshow-templates/${template.id}`)
  expect(await list()).toEqual([])
})

test('generating asks for exactly the slots, and keeps places, look and fixed texts', async () => {
  const template = await save()
  const slides = slidesIn(await intoTemplate(template.id))
  expect(slides.map(fixedParts)).toEqual(template.slides.map(fixedParts))
  expect(slides[0]?.textBoxes.find(({ id }) => id === 'handle')?.text).toBe('@dawn.roast')
  const written = slides.flatMap(({ textBoxes }) => textBoxes.filter(({ id }) => id !== 'handle'))
  for (const box of written) {
    expect(template.slides.flatMap(({ textBoxes }) => textBoxes.map((old) => old.text))).not.toContain(box.text)
    expect(box.text.length).toBeGreaterThan(2)
    expect(box.text.length).toBeLessThanOrEqual(charactersOf(box))
  }
  const [request] = await requests()
  expect(request?.response_format).toMatchObject({
    json_schema: { schema: { properties: { slides: { items: { required: ['text1', 'text2'] } } } } },
  })
  expect(request?.messages[1]?.content).not.toContain('@dawn.roast')
  expect((await stored(app, user)).projects).toMatchObject([
    { contentType: 'numbered-list', topic: 'evening rules', slidesWanted: 2, status: 'draft' },
  ])
})

test('background slots take photos of the library, and fixed ones keep theirs', async () => {
  const photos = await Promise.all([1, 2, 3].map(async () => (await user.buildPhoto()).filePath))
  const slides = [cover({ backgroundImage: photos[0] ?? null }), { ...point(), backgroundImage: photos[1] ?? null }]
  const slots = defaultSlots(slides).filter(({ slideId, kind }) => kind === 'text' || slideId === 'cover')
  const written = slidesIn(await intoTemplate((await save({ slides, slots })).id))
  expect(written[1]?.backgroundImage).toBe(photos[1])
  expect(photos).toContain(written[0]?.backgroundImage)
})

test('a template whose texts are all fixed needs neither a topic nor the model', async () => {
  const template = await save({ slots: [] })
  const slides = slidesIn(await intoTemplate(template.id, { topic: '' }))
  expect(slides.map(({ textBoxes }) => textBoxes)).toEqual(template.slides.map(({ textBoxes }) => textBoxes))
  expect(await requests()).toEqual([])
})

test('words that the brand never uses leave the slots, and a fixed text with one stays and is reported', async () => {
  const company = await user.buildCompany('Acme')
  const brand = (neverWords: string[], version: number) =>
    user.api('PUT', `/companies/${company.id}/brand`, { version, brand: { ...NEW_BRAND, tone: 'dry', neverWords } })
  await brand([], 0)
  const template = await save({ companyId: company.id })
  const first = slidesIn(await intoTemplate(template.id, { companyId: company.id }))
  const word =
    /\b[a-z]{5,}\b/.exec(
      first
        .flatMap(readTexts)
        .join(' ')
        .replaceAll(/evening|rules|dawn|roast/g, ''),
    )?.[0] ?? ''
  await sandbox.reset()
  await brand([word, '@dawn.roast'], 1)
  const events = await intoTemplate(template.id, { companyId: company.id })
  const [request] = await requests()
  expect(request?.messages[1]?.content).toContain('Tone: "dry"')
  expect(events.at(-1)).toMatchObject({ type: 'done', words: { replaced: [word], remained: ['@dawn.roast'] } })
  const after = (await stored(app, user)).slides.filter(({ data }) => data.id === 'cover').flatMap(({ data }) => data.textBoxes)
  expect(after.filter(({ id }) => id === 'handle').map((box) => box.text)).toEqual(['@dawn.roast', '@dawn.roast'])
})

test('another slideshow can be the template', async () => {
  const project = await user.buildProject({ title: '5 morning habits', slides: [cover(), point()] })
  const slides = slidesIn(await generate(user, generateRequest({ topic: 'evening rules', likeProjectId: project.id })))
  expect(slides.map(fixedParts)).toEqual([cover(), point()].map(fixedParts))
})

test('templates and slideshows of another user are not found', async () => {
  const template = await save()
  const project = await user.buildProject({ title: 'Mine', slides: [cover()] })
  const other = await app.buildUser()
  const refused = async (body: object) => (await other.call<ErrorBody>('POST', '/api/generate', generateRequest(body))).body.error.code
  expect(await refused({ templateId: template.id })).toBe('NOT_FOUND')
  expect(await refused({ likeProjectId: project.id })).toBe('NOT_FOUND')
  expect((await stored(app, other)).projects).toEqual([])
})

test('two texts of one name are refused, and photos of another user', async () => {
  const slots = defaultSlots([cover(), point()]).map((slot) => ({ ...slot, name: 'Same' }))
  const post = async (body: object) => {
    const template = { name: 'x', companyId: null, contentType: 'custom', slides: [cover(), point()], slots: [], ...body }
    return (await user.call<ErrorBody>('POST', '/api/v1/slideshow-templates', template)).body.error
  }
  expect((await post({ slots })).message).toBe('Give the text “Same” another name: a text or column has it already.')
  expect((await post({ slides: [cover({ backgroundImage: 'someone/1_a.jpg' })] })).code).toBe('INVALID_INPUT')
})

test('a photo of a template stays when its slideshow and the photo are deleted', async () => {
  const { filePath, media } = await user.buildPhoto()
  const slides = [cover({ backgroundImage: filePath })]
  const project = await user.buildProject({ title: 'Source', slides })
  await save({ slides, slots: [] })
  const usage = await user.api<MediaUsage>('POST', '/media/usage', { ids: [media?.id] })
  expect(usage.templates?.named).toMatchObject([{ name: 'Morning' }])
  await user.api('DELETE', `/projects/${project.id}`)
  await user.api('POST', '/media/delete', { ids: [media?.id] })
  const [url = ''] = await user.api<string[]>('POST', '/files/urls', { paths: [filePath], variant: 'original' })
  expect((await user.fetch(url)).status).toBe(200)
})
