import { expect, test } from 'vitest'
import { slideSchema, type Slide } from '../slide/model.ts'
import { applyTextRules } from '../text/rules.ts'
import { fillTemplateSlide } from './fill.ts'
import { BACKGROUND_REF } from './limits.ts'
import { newSlideshowTemplateSchema, repeatedName, type TemplateSlot } from './model.ts'
import { fitSlot, templateDraftSchema, templatePrompt } from './prompt.ts'
import { charactersOf, defaultSlots } from './slots.ts'

const PHOTO = 'someone/1_a.jpg'
const slide = (over: Record<string, unknown>): Slide => slideSchema.parse({ id: 's1', ...over })
const box = (id: string, text: string, over: Record<string, unknown> = {}) => ({ id, text, fontSize: 8, ...over })

const cover = slide({
  id: 's1',
  backgroundImage: PHOTO,
  altText: 'A hook about mornings',
  photoPlacement: { fit: 'fill', x: 0.2, y: 0.2, zoom: 2, flip: false, turns: 0 },
  formats: { '1:1': { boxes: { hook: { x: 1, y: 2, width: 100, height: 50 } } } },
  textBoxes: [
    box('hook', '5 morning habits', { fontSize: 12, textColor: '#ff0000', y: 10 }),
    box('aside', '(that work)', { y: 90 }),
    box('page', '1/3', { pageNumber: 'of-total' }),
    box('handle', '@dawn.roast'),
  ],
  imageBoxes: [{ id: 'logo', imageUrl: 'someone/2_b.png' }],
})
const point = slide({ id: 's2', textBoxes: [box('a', '1. water'), box('b', 'a glass first', { y: 300, fontSize: 6 })] })
const closing = slide({ id: 's3', textBoxes: [box('end', 'like & follow')] })
const layout = { slides: [cover, point, closing], slots: defaultSlots([cover, point, closing]) }

test('texts and backgrounds are slots; page numbers, handles, closing texts and pictures are fixed', () => {
  expect(layout.slots.map(({ slideId, ref, kind, name }) => [slideId, ref, kind, name])).toEqual([
    ['s1', 'hook', 'text', 'Headline'],
    ['s1', 'aside', 'text', 'Subheading'],
    ['s1', BACKGROUND_REF, 'photo', 'Photo 1'],
    ['s2', 'a', 'text', 'Point 1'],
    ['s2', 'b', 'text', 'Detail 1'],
  ])
  expect(repeatedName(layout.slots)).toBeNull()
})

test('several details of a slide are numbered like its images', () => {
  const texts = (id: string) =>
    slide({
      id,
      textBoxes: [box(`${id}a`, 'one'), box(`${id}b`, 'two', { y: 200, fontSize: 6 }), box(`${id}c`, 'three', { y: 300, fontSize: 6 })],
    })
  expect(defaultSlots([texts('s1'), texts('s2')]).map(({ name }) => name)).toEqual([
    'Headline',
    'Subheading 1',
    'Subheading 2',
    'Point 1',
    'Detail 1.1',
    'Detail 1.2',
  ])
})

test('names of texts are unique as columns of a table', () => {
  const many = slide({
    textBoxes: [box('a', 'one', { name: 'Fact' }), box('b', 'two', { name: 'fact' }), box('c', 'three', { name: 'Topic' })],
  })
  expect(defaultSlots([many]).map(({ name }) => name)).toEqual(['Fact', 'fact (2)', 'Topic (2)'])
  const named = (...names: string[]): TemplateSlot[] => names.map((name, ref) => ({ slideId: 's1', ref: `${ref}`, kind: 'text', name }))
  expect([repeatedName(named('Point', 'point')), repeatedName(named('Company')), repeatedName(named('My fact', 'my-fact'))]).toEqual([
    'point',
    'Company',
    'my-fact',
  ])
})

test('a filled slide keeps its places, look and fixed parts, and loses what described the photo and texts before', () => {
  const values = new Map([
    ['hook', '3 evening rules'],
    [BACKGROUND_REF, 'someone/9_new.jpg'],
  ])
  const filled = fillTemplateSlide(cover, { slots: layout.slots, values })
  const { altText: _, photoPlacement: __, ...rest } = cover
  expect(filled).toEqual({
    ...rest,
    title: '3 evening rules',
    backgroundImage: 'someone/9_new.jpg',
    textBoxes: cover.textBoxes.map((one) => (one.id === 'hook' ? { ...one, text: '3 evening rules' } : one)),
  })
})

test('without a new photo the template’s own stays', () => {
  expect(fillTemplateSlide(cover, { slots: layout.slots, values: new Map() }).backgroundImage).toBe(PHOTO)
})

test('a box holds the more characters, the larger it is and the smaller its letters', () => {
  const [hook] = cover.textBoxes
  if (!hook) throw new Error('No box')
  const wide = charactersOf({ ...hook, width: 200, height: 100, fontSize: 10 })
  expect(wide).toBe(210)
  expect(charactersOf({ ...hook, width: 200, height: 100, fontSize: 20 })).toBe(45)
  expect(charactersOf({ ...hook, width: 50, height: 10, fontSize: 20 })).toBe(12)
  expect(fitSlot(layout, { slideId: 's2', ref: 'b' }, 'word '.repeat(200)).length).toBeLessThanOrEqual(400)
})

test('the model is asked for exactly the texts of the slots', () => {
  const brief = {
    contentType: 'numbered-list',
    topic: 'evenings',
    slides: 3,
    tone: '',
    extraContext: '',
    company: null,
    brand: null,
    softSellSlide: null,
  } as const
  const prompt = templatePrompt(brief, layout)
  expect(prompt).toMatchObject({ slides: 2, fields: ['text1', 'text2'] })
  expect(prompt?.user.split('\n')).toEqual(
    expect.arrayContaining([
      'Format: template',
      'Slides: 2',
      expect.stringMatching(/^Slide 1: text1 "Headline", at most \d+ characters, now "5 morning habits"; text2 "Subheading", at most \d+ /),
      expect.stringMatching(/^Slide 2: text1 "Point 1", /),
    ]),
  )
  expect(prompt?.user).not.toContain('@dawn.roast')
  expect(templatePrompt(brief, { slides: layout.slides, slots: [] })).toBeNull()
})

test('missing texts of a reply stay empty in their place', () => {
  const schema = templateDraftSchema(applyTextRules, ['text1', 'text2'])
  expect(schema.parse({ text2: 'A **Detail**', other: 1 }).lines).toEqual(['', 'a detail'])
  expect(schema.safeParse({ text1: null, text2: ' ' }).success).toBe(false)
})

test('a slot needs its box, and a box has one slot', () => {
  const wanted = (slots: unknown[]) =>
    newSlideshowTemplateSchema.safeParse({ name: 'x', companyId: null, contentType: 'custom', slides: [cover], slots }).success
  const slot = { slideId: 's1', ref: 'hook', kind: 'text', name: 'Hook' }
  expect([wanted([slot]), wanted([slot, slot])]).toEqual([true, false])
  const wrong = [{ ref: 'none' }, { slideId: 's2' }, { kind: 'photo' }, { ref: BACKGROUND_REF }, { name: ' ' }]
  for (const change of wrong) expect(wanted([{ ...slot, ...change }])).toBe(false)
  expect(wanted([{ ...slot, kind: 'photo', ref: 'logo' }])).toBe(true)
})
