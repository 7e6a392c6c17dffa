import { NO_TEXTS } from '@ninesixteen/shared/content-types/draft'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTextSize } from '@ninesixteen/shared/content-types/text-size'
import { createPhotoChooser } from '@ninesixteen/shared/photos/choose-photos'
import { photoWords } from '@ninesixteen/shared/photos/photo-fit'
import { seededRandom } from '@ninesixteen/shared/slide/backgrounds'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { fillCustomSlides } from './custom-slides.ts'

const PHOTOS = ['u/1_a.jpg', 'u/1_b.jpg', 'u/1_c.jpg', 'u/1_d.jpg', 'u/1_e.jpg']

test('no photo is on two slides in a row, also next to slides with a fixed photo', async () => {
  const kept = fc.constantFrom(...PHOTOS)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(kept), { minLength: 1, maxLength: 12 }), fc.string(), async (owns, seed) => {
      const slides = owns.map((own, index) =>
        slideSchema.parse({ id: `${index}`, backgroundImage: own, useRandomPhoto: own === null, useAiGeneration: false }),
      )
      const { add, next } = createPhotoChooser({ topic: '', random: seededRandom(seed) })
      add(PHOTOS.map((path) => ({ path, source: 'library', words: photoWords([]) })))
      const deal = () => next('')
      const shown: (string | null)[] = []
      for await (const slide of fillCustomSlides(slides, {
        drafts: null,
        photo: async () => deal(),
        newId: () => 'id',
        finish: (filledSlide) => filledSlide,
        backdrops: [],
      })) {
        shown.push(slide.backgroundImage)
      }
      shown.forEach((path, index) => {
        expect(path).not.toBeNull()
        const areBothKept = owns[index] !== null && owns[index - 1] !== null
        if (index > 0 && !areBothKept) expect(path).not.toBe(shown[index - 1])
      })
    }),
  )
})

test('a single photo is used again rather than none', async () => {
  const slides = [0, 1].map((index) => slideSchema.parse({ id: `${index}`, useRandomPhoto: true }))
  const shown: (string | null)[] = []
  const sources = {
    drafts: null,
    photo: async () => PHOTOS[0] ?? null,
    newId: () => 'id',
    backdrops: [],
    finish: (slide: Slide) => slide,
  }
  for await (const slide of fillCustomSlides(slides, sources)) shown.push(slide.backgroundImage)
  expect(shown).toEqual([PHOTOS[0], PHOTOS[0]])
})

const drafted = (...lines: string[]) =>
  (async function* () {
    for (const line of lines) yield { ...NO_TEXTS, title: line }
  })()

async function filled(slides: readonly object[], lines: string[]) {
  const laid = slides.map((slide, index) => slideSchema.parse({ id: `${index}`, useAiGeneration: true, instructions: {}, ...slide }))
  const made: Slide[] = []
  const sources = {
    drafts: drafted(...lines),
    photo: async () => null,
    newId: () => 'id',
    backdrops: [],
    finish: (slide: Slide) => withTextSize(slide, 'largest'),
  }
  for await (const slide of fillCustomSlides(laid, sources)) made.push(slide)
  return made
}

test('texts get the chosen size unless a user laid the slide out', async () => {
  const textBoxes = [{ id: 't', text: 'mine', fontSize: 8 }]
  const imageBoxes = [{ id: 'i', imageUrl: PHOTOS[0] }]
  const made = await filled([{}, { textBoxes }, { textBoxes, imageBoxes }], ['one', 'two', 'three'])
  expect(made.map((slide) => slide.textBoxes.map((box) => [box.text, box.fontSize > 8]))).toEqual([
    [['one', true]],
    [['two', false]],
    [['three', false]],
  ])
})

test('slides end where the texts do, and those that ask for none take none', async () => {
  const own = { useAiGeneration: false, textBoxes: [{ id: 't', text: 'mine' }] }
  const made = await filled([{}, own, {}, {}], ['one', 'two'])
  expect(made.map((slide) => slide.textBoxes[0]?.text)).toEqual(['one', 'mine', 'two'])
})
