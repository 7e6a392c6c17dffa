import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import type { ExportContent } from './export-job.ts'
import { leaveOut } from './without-photos.ts'

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

test('nothing is left out while everything is there', () => {
  expect(leaveOut({ slides, firstNumber: 1, scale: 1, photos: null }, new Set())).toBeNull()
  // A box shows the original: that its photo cannot be had as a cover means nothing for it.
  expect(leaveOut({ slides: slides.slice(2), firstNumber: 3, scale: 1, photos: null }, new Set(['cover u/a.jpg']))).toBeNull()
})

test('a slide is named once, by its number in the project, and keeps what is there', () => {
  const lost = leaveOut(
    { slides, firstNumber: 1, scale: 1, photos: null },
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
  expect(leaveOut({ slides: slides.slice(1, 2), firstNumber: 2, scale: 1, photos: null }, new Set(['cover u/a.jpg']))?.words).toEqual([
    'Failed to load photo 2',
  ])
})

test('at double size the photo behind a slide is its original', () => {
  const content = { slides: slides.slice(1, 2), firstNumber: 2, scale: 2, photos: null } as const
  expect(leaveOut(content, new Set(['cover u/a.jpg']))).toBeNull()
  expect(leaveOut(content, new Set(['original u/a.jpg']))).toEqual({
    words: ['Failed to load photo 2'],
    rest: { ...content, slides: [{ ...slides[1], backgroundImage: null }] },
  })
})

test('of a video photos are named, each once, and the others follow each other', () => {
  const photos = ['u/a.jpg', 'u/b.jpg', 'u/c.jpg', 'u/a.jpg', 'u/b.jpg', 'u/c.jpg']
  const lost = leaveOut({ slides: slides.slice(0, 1), firstNumber: 1, scale: 1, photos }, new Set(['cover u/b.jpg']))
  expect(lost?.words).toEqual(['Failed to load photo 2'])
  expect(lost?.rest.photos).toEqual(['u/a.jpg', 'u/c.jpg', 'u/a.jpg', 'u/c.jpg'])
})

test('of a video a logo that is gone counts as well', () => {
  const content: ExportContent = { slides: slides.slice(2), firstNumber: 1, scale: 1, photos: ['u/a.jpg'] }
  expect(leaveOut(content, new Set(['original u/logo.png']))).toEqual({
    words: ['Failed to load photo 1'],
    rest: { ...content, slides: [{ ...slides[2], logoImage: null }] },
  })
})
