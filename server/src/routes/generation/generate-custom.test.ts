import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { slideSchema, type Slide, type SlideInstructions } from '@ninesixteen/shared/slide/model'
import { buildSlide } from '../../testing/app.ts'
import { generate, slidesIn, startGeneratingApp, stored, tokensUsed } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

let count = 0
function instructed(instructions: Partial<SlideInstructions>, overrides: Partial<Slide> = {}): Slide {
  count += 1
  return slideSchema.parse({ id: `slide${count}`, title: `Custom Slide ${count}`, instructions, ...overrides })
}

const custom = (customSlides: Slide[], over: Record<string, unknown> = {}) => ({ contentType: 'custom', customSlides, ...over })

test('each slide gets the texts and the photo that its instructions ask for, in one request', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const photos = [await user.buildPhoto(), await user.buildPhoto()].map((photo) => photo.filePath)
  const ownSlide = buildSlide('my own slide')
  const slides = [
    instructed({ numberOfTextBoxes: 1 }),
    ownSlide,
    instructed({ numberOfTextBoxes: 5, autoLinkedBackground: false, toneContext: 'bold' }),
    instructed({ aiGeneratedText: false }, { textBoxes: ownSlide.textBoxes }),
  ]
  const events = await generate(user, custom(slides, { topic: 'calm mornings' }))
  expect(events[0]).toMatchObject({ type: 'project', wanted: 4, title: 'calm mornings' })
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: 4, notice: null })
  const [hook, second, long, photo] = slidesIn(events)
  expect(hook?.textBoxes).toHaveLength(1)
  expect(hook?.title).toBe(hook?.textBoxes[0]?.text)
  expect(photos).toContain(hook?.backgroundImage)
  expect(second).toEqual(ownSlide)
  expect(long).toMatchObject({ id: slides[2]?.id, backgroundImage: null })
  expect(new Set(long?.textBoxes.map((box) => box.text)).size).toBe(5)
  for (const box of long?.textBoxes ?? []) expect(box.text).toBe(box.text.toLowerCase())
  expect(photo).toEqual({ ...slides[3], backgroundImage: photo?.backgroundImage })
  expect(photos).toContain(photo?.backgroundImage)
  expect((await stored(app, user)).slides.map((row) => row.data)).toEqual(slidesIn(events))
  const calls = await sandbox.requests()
  expect(calls).toHaveLength(1)
  expect(JSON.stringify(calls[0]?.body)).toContain('Slide 2: 5 texts.')
  expect(await tokensUsed(app, user)).toBeGreaterThan(100)
})

test('nothing to write asks no model and needs no topic', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const slides = [buildSlide('one'), instructed({ aiGeneratedText: false, autoLinkedBackground: false })]
  expect(slidesIn(await generate(user, custom(slides)))).toEqual(slides)
  expect(await sandbox.requests()).toEqual([])
  const events = await generate(user, custom([instructed({ numberOfTextBoxes: 2, toneContext: 'prices of candles' })]))
  expect(slidesIn(events)[0]?.textBoxes).toHaveLength(2)
})

test('half an answer keeps its slides, whatever the model wrote beside the texts', async () => {
  const app = await startGeneratingApp(sandbox)
  const user = await app.buildUser()
  const content = JSON.stringify({
    slides: [{ textBox1: 'ONE <b>text</b>', textBox2: "'cause u're here", textBox3: 'too many', backgroundImage: 'x/1_y.jpg' }],
  })
  await sandbox.fail({ kind: 'content', content })
  const events = await generate(user, custom([instructed({ numberOfTextBoxes: 2 }), buildSlide('kept'), instructed({})]))
  expect(slidesIn(events)[0]?.textBoxes.map((box) => box.text)).toEqual(['one text', 'bc ur here'])
  expect(slidesIn(events)[0]?.backgroundImage).toMatch(/^starter\//)
  expect(events.at(-1)).toMatchObject({ type: 'done', kept: 2, notice: expect.stringContaining('2 of 3') })
})

test('images of another user and invalid slides are rejected, and nothing is written', async () => {
  const app = await startGeneratingApp(sandbox)
  const [user, other] = [await app.buildUser(), await app.buildUser()]
  const { filePath } = await other.buildPhoto()
  const same = buildSlide('x')
  const bad = [[], [same, same], [instructed({}, { backgroundImage: filePath })]]
  for (const slides of bad) {
    const { status, body } = await user.call<ErrorBody>('POST', '/api/generate', custom(slides))
    expect([status, body.error.message]).toEqual([400, 'Some fields are not valid: customSlides'])
  }
  expect((await stored(app, user)).projects).toEqual([])
})
