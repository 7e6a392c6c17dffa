import fc from 'fast-check'
import { expect, test } from 'vitest'
import { photoDeck, seededRandom } from '@ninesixteen/shared/slide/backgrounds'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { fillCustomSlides } from './custom-slides.ts'

const PHOTOS = ['u/1_a.jpg', 'u/1_b.jpg', 'u/1_c.jpg', 'u/1_d.jpg', 'u/1_e.jpg']

test('no photo stands on two slides in a row, also beside slides that keep their own', async () => {
  const kept = fc.constantFrom(...PHOTOS)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(kept), { minLength: 1, maxLength: 12 }), fc.string(), async (owns, seed) => {
      const slides = owns.map((own, index) =>
        slideSchema.parse({ id: `${index}`, backgroundImage: own, useRandomPhoto: own === null, useAiGeneration: false }),
      )
      const deal = photoDeck(PHOTOS, seededRandom(seed))
      const shown: (string | null)[] = []
      for await (const slide of fillCustomSlides(slides, {
        drafts: null,
        photo: async () => deal(),
        newId: () => 'id',
        textSize: 'standard',
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
  const sources = { drafts: null, photo: async () => PHOTOS[0] ?? null, newId: () => 'id', textSize: 'standard' as const }
  for await (const slide of fillCustomSlides(slides, sources)) shown.push(slide.backgroundImage)
  expect(shown).toEqual([PHOTOS[0], PHOTOS[0]])
})
