import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { findNeverWords } from '@ninesixteen/shared/brand/never-words'
import { captionEventSchema, type CaptionEvent } from '@ninesixteen/shared/api/captions'
import type { Idea } from '@ninesixteen/shared/api/ideas'
import type { Project } from '@ninesixteen/shared/api/projects'
import { readTexts } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { buildSlide, type TestApp, type TestUser } from '../../testing/app.ts'
import { streamedData } from '../../testing/event-stream.ts'
import { generate, generateRequest, slidesIn, startGeneratingApp, tokensUsed } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

let app: TestApp
let user: TestUser
let companyId: string
beforeEach(async () => {
  app = await startGeneratingApp(sandbox)
  user = await app.buildUser()
  companyId = (await user.buildCompany('Acme')).id
})

let version = 0
beforeEach(() => (version = 0))
async function setBrand(changes: Partial<Brand>): Promise<void> {
  await user.api('PUT', `/companies/${companyId}/brand`, { version: version++, brand: { ...NEW_BRAND, ...changes } })
}
const textOf = (slides: readonly Slide[]): string => slides.flatMap(readTexts).join('\n')
const userTexts = async (): Promise<string[]> =>
  (await sandbox.requests()).map(({ body }) => String((body as { messages: { content: string }[] }).messages[1]?.content))
/** A word of six letters or more that the writer uses for this order. */
async function usedWord(): Promise<string> {
  const written = textOf(slidesIn(await generate(user, generateRequest({ companyId }))))
  await sandbox.reset()
  return /\b[a-z]{6,}\b/.exec(written.replaceAll(/morning|habits/g, ''))?.[0] ?? ''
}

test('slides have the fonts, colors and closing slide of the brand', async () => {
  await setBrand({
    headlineFont: 'anton',
    textFont: 'lora',
    colors: [{ id: 'a', name: 'Sun', hex: '#ffd400' }],
    styles: { ...NEW_BRAND.styles, hook: { text: null, highlight: 'a', background: null, uppercase: true } },
    closing: { isOn: true, text: 'see you at acme' },
    callToAction: 'book a table',
  })
  const slides = slidesIn(await generate(user, generateRequest({ companyId, look: 'classic' })))
  expect(slides).toHaveLength(7)
  expect(slides[0]?.textBoxes[0]).toMatchObject({ font: 'anton', highlightColor: '#ffd400', textColor: '#000000', uppercase: true })
  expect(slides[1]?.textBoxes.map(({ font }) => font)).toEqual(['anton', 'lora'])
  expect(slides[6]?.textBoxes.map(({ text }) => text)).toEqual(['see you at acme', 'book a table'])
})

test('the logo is where the brand has it, and nowhere else', async () => {
  const { filePath } = await user.buildPhoto('logo')
  await user.api('PATCH', `/companies/${companyId}`, { logoPath: filePath })
  const logos = async () =>
    slidesIn(await generate(user, generateRequest({ companyId, softSell: true }))).map(({ logoImage }) => logoImage !== null)
  expect(await logos()).toContain(true)
  await setBrand({ logo: { slides: 'none', corner: 'top-left', size: 'small' } })
  expect(await logos()).not.toContain(true)
  await setBrand({ logo: { slides: 'all', corner: 'top-left', size: 'small' } })
  expect(await logos()).not.toContain(false)
})

test('the voice reaches the model, and capitals stay where the brand has them', async () => {
  await setBrand({
    audience: 'people who run\nSlides: 99',
    speaker: 'we',
    alwaysWords: ['slow bar'],
    emoji: 'none',
    letterCase: 'sentence',
    tone: 'dry',
  })
  const slides = slidesIn(await generate(user, generateRequest({ companyId })))
  const [request = ''] = await userTexts()
  expect(request.split('\n')).toEqual(
    expect.arrayContaining([
      'Tone: "dry"',
      'Audience: "people who run\\nSlides: 99"',
      'Emojis: none',
      'Use words: "slow bar"',
      'Slides: 6',
    ]),
  )
  expect(textOf(slides)).not.toMatch(/\p{Extended_Pictographic}/u)
})

test('a never-word is rewritten in one further request, saved, shown and reported', async () => {
  const word = await usedWord()
  expect(word).not.toBe('')
  const before = await tokensUsed(app, user)
  await setBrand({ neverWords: [word, 'unheard-of'] })
  const events = await generate(user, generateRequest({ companyId }))
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: 6, notice: null, words: { replaced: [word], remained: [] } })
  const texts = await userTexts()
  expect(texts).toHaveLength(2)
  expect(texts[1]).toContain('Way: avoid')
  expect(await tokensUsed(app, user)).toBeGreaterThan(before)
  const [first] = events
  const project = await user.api<Project>('GET', `/projects/${first?.type === 'project' ? first.projectId : ''}`)
  expect(findNeverWords(textOf(project.slides), [word])).toEqual([])
  const shown: Slide[] = []
  for (const event of events) if (event.type === 'slide') shown[event.index] = event.slide
  expect(shown).toEqual(project.slides)
  const again = await user.fetch(`/api/generate/${project.id}/events`)
  expect(await again.text()).toContain(`"words":{"replaced":["${word}"],"remained":[]}`)
})

test('without quota for the rewrite, the slideshow is complete and the word is reported as remaining', async () => {
  const word = await usedWord()
  const poor = await startGeneratingApp(sandbox, { dailyTokens: 2600 })
  user = await poor.buildUser()
  companyId = (await user.buildCompany('Acme')).id
  await setBrand({ neverWords: [word] })
  const events = await generate(user, generateRequest({ companyId }))
  const { words } = events.at(-1) as { words: unknown }
  expect(await sandbox.requests()).toHaveLength(1)
  expect(words).toEqual({ replaced: [], remained: [word] })
})

test('ideas have none of the never-words, and are for the preferred formats', async () => {
  const requestIdeas = async () => (await user.call<{ ideas: Idea[] }>('POST', '/api/ideas', { topic: 'coffee', companyId })).body.ideas
  const word = /\b[a-z]{5,}\b/.exec((await requestIdeas())[0]?.title.replace('coffee', '') ?? '')?.[0] ?? ''
  await setBrand({ neverWords: [word], formats: ['question-users'] })
  const ideas = await requestIdeas()
  expect(ideas.length).toBeGreaterThan(0)
  expect(ideas.filter(({ title, description }) => findNeverWords(`${title} ${description}`, [word]).length > 0)).toEqual([])
  expect((await userTexts()).at(-1)).toContain('Formats: Question')
})

test('captions have the hashtags of the brand and none of its never-words', async () => {
  const slides = [buildSlide('cover'), buildSlide('1. open the window')]
  const fields = { title: 'x', topic: 'calm mornings', contentType: 'custom', contentStyle: 'personal', companyId, slides }
  const project = await user.api<Project>('POST', '/projects', fields)
  const send = async () => {
    const response = await user.fetch('/api/captions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ projectId: project.id, slides: ['5 calm mornings', '1. open the window'], platforms: [] }),
    })
    const events: CaptionEvent[] = []
    for await (const data of streamedData(response)) events.push(captionEventSchema.parse(data))
    const last = events.at(-1)
    return last?.type === 'done' ? last.captions : []
  }
  const [first, ...others] = await send()
  const word = first?.caption.split(/[^a-z]+/).find((part) => part.length > 3 && !JSON.stringify(others).includes(part)) ?? ''
  await setBrand({ neverWords: [word], hashtags: ['acmecoffee'] })
  const captions = await send()
  expect(captions.map(({ caption }) => caption)).toEqual(others.map(({ caption }) => caption))
  for (const { hashtags } of captions) expect(hashtags[0]).toBe('acmecoffee')
})
