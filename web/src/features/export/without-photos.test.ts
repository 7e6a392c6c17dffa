import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import type { ExportContent } from './export-job.ts'
import { omitMissing } from './without-photos.ts'

const slides = [
  slideSchema.parse({ id: 'plain' }),
  slideSchema.parse({ id: 'photo', backgroundImage: 'u/a.jpg' }),
  slideSchema.parse({
    id: 'all',
    backgroundImage: 'u/b.jpg',
    logoImage: 'u/logo.png',
    imageBoxes: [
      { id: 'one', imageUrl: 'u/a.jpg' },
      { id: 'two', imageUrl: 'u/c.jpg' },
    ],
  }),
]

test('omits nothing if no photo is missing', () => {
  expect(omitMissing({ slides, firstNumber: 1, formats: ['9:16'], scale: 1, photos: null }, new Set())).toBeNull()
  // A box shows the original, so a missing cover variant doesn't affect it.
  expect(
    omitMissing({ slides: slides.slice(2), firstNumber: 3, formats: ['9:16'], scale: 1, photos: null }, new Set(['cover u/a.jpg'])),
  ).toBeNull()
})

test('names a slide once by its number and keeps its other images', () => {
  const lost = omitMissing(
    { slides, firstNumber: 1, formats: ['9:16'], scale: 1, photos: null },
    new Set(['cover u/b.jpg', 'original u/c.jpg', 'original u/logo.png']),
  )
  expect(lost?.words).toEqual(['Failed to load photo 3'])
  expect(lost?.rest.slides.slice(0, 2)).toEqual(slides.slice(0, 2))
  expect(lost?.rest.slides[2]).toEqual({
    ...slides[2],
    backgroundImage: null,
    logoImage: null,
    imageBoxes: slides[2]?.imageBoxes.slice(0, 1),
  })
  expect(
    omitMissing({ slides: slides.slice(1, 2), firstNumber: 2, formats: ['9:16'], scale: 1, photos: null }, new Set(['cover u/a.jpg']))
      ?.words,
  ).toEqual(['Failed to load photo 2'])
})

test('needs the original background at double size', () => {
  const content = { slides: slides.slice(1, 2), firstNumber: 2, formats: ['9:16'], scale: 2, photos: null } as const satisfies ExportContent
  expect(omitMissing(content, new Set(['cover u/a.jpg']))).toBeNull()
  expect(omitMissing(content, new Set(['original u/a.jpg']))).toEqual({
    words: ['Failed to load photo 2'],
    rest: { ...content, slides: [{ ...slides[1], backgroundImage: null }] },
  })
})

test('needs the original background in a format that places the photo', () => {
  const photoPlacement = { fit: 'fill', x: 0.5, y: 0.2, zoom: 1, flip: false, turns: 0 } as const
  const placed = slideSchema.parse({ ...slides[1], formats: { '4:5': { photoPlacement } } })
  const content = { slides: [placed], firstNumber: 1, scale: 1, photos: null } as const
  const missing = new Set(['original u/a.jpg'])
  expect(omitMissing({ ...content, formats: ['9:16', '1:1'] }, missing)).toBeNull()
  expect(omitMissing({ ...content, formats: ['9:16', '4:5'] }, missing)?.words).toEqual(['Failed to load photo 1'])
})

test('names each missing photo of a video once and closes the gaps', () => {
  const photos = ['u/a.jpg', 'u/b.jpg', 'u/c.jpg', 'u/a.jpg', 'u/b.jpg', 'u/c.jpg']
  const lost = omitMissing({ slides: slides.slice(0, 1), firstNumber: 1, formats: ['9:16'], scale: 1, photos }, new Set(['cover u/b.jpg']))
  expect(lost?.words).toEqual(['Failed to load photo 2'])
  expect(lost?.rest.photos).toEqual(['u/a.jpg', 'u/c.jpg', 'u/a.jpg', 'u/c.jpg'])
})

test('names a missing logo of a video', () => {
  const content: ExportContent = { slides: slides.slice(2), firstNumber: 1, formats: ['9:16'], scale: 1, photos: ['u/a.jpg'] }
  expect(omitMissing(content, new Set(['original u/logo.png']))).toEqual({
    words: ['Failed to load photo 1'],
    rest: { ...content, slides: [{ ...slides[2], logoImage: null }] },
  })
})
