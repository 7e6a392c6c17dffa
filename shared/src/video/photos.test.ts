import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fallbackPhotos, padPhotos, photosAfterTries, videoPhotos, type VideoPhotoSources } from './photos.ts'

const none: VideoPhotoSources = { projectId: 'p', background: null, library: null, fallback: { backgrounds: [], library: [] } }
const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `u/${index}.jpg`)
const paths = fc.uniqueArray(
  fc.integer({ min: 0, max: 99 }).map((n) => `u/${n}.jpg`),
  { maxLength: 50 },
)

test.each([
  [0, 0],
  [1, 10],
  [3, 12],
  [4, 12],
  [9, 18],
  [10, 10],
  [34, 34],
])('%d photos are repeated to %d', (count, expected) => {
  const photos = named(count)
  const padded = padPhotos(photos)
  expect(padded).toHaveLength(expected)
  padded.forEach((path, index) => expect(path).toBe(photos[index % count]))
})

test('without its own photos a video takes backgrounds that are there, else the first ten of the library', () => {
  expect(fallbackPhotos({ backgrounds: ['u/b.jpg', 'u/b.jpg', 'u/c.gif'], library: named(20) })).toEqual(['u/b.jpg'])
  expect(fallbackPhotos({ backgrounds: [], library: named(20) })).toEqual(named(10))
  expect(fallbackPhotos({ backgrounds: ['u/c.gif'], library: [] })).toEqual([])
})

test('the library is waited for during 20 tries', () => {
  const waiting = { ...none, fallback: { backgrounds: ['u/b.jpg'], library: [] } }
  expect(photosAfterTries(waiting, 0)).toBeNull()
  expect(photosAfterTries(waiting, 19)).toBeNull()
  expect(photosAfterTries(waiting, 20)).toEqual(Array.from({ length: 10 }, () => 'u/b.jpg'))
  expect(photosAfterTries({ ...waiting, library: { all: ['u/x.jpg'], ofCompany: [] } }, 0)).toContain('u/x.jpg')
  expect(photosAfterTries(none, 20)).toEqual([])
})

test('a company needs three photos of its own, else all are used', () => {
  const all = named(12)
  const few = videoPhotos({ ...none, library: { all, ofCompany: all.slice(0, 2) } })
  expect(few.toSorted()).toEqual(all.toSorted())
  const enough = videoPhotos({ ...none, library: { all, ofCompany: all.slice(0, 3) } })
  expect(new Set(enough)).toEqual(new Set(all.slice(0, 3)))
})

test('the background comes first, no photo twice before the list repeats, and it is long enough', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.option(fc.constant('u/own.jpg')), paths, (projectId, background, all) => {
      const photos = videoPhotos({ ...none, projectId, background, library: { all, ofCompany: [] } })
      const different = new Set(photos)
      expect(different.size).toBe(Math.min(34, all.length + (background === null ? 0 : 1)))
      if (background !== null) expect(photos[0]).toBe(background)
      if (different.size > 0) expect(photos.length).toBeGreaterThanOrEqual(10)
      photos.forEach((path, index) => expect(path).toBe(photos[index % different.size]))
    }),
  )
})

test('a project keeps its order however the library is listed, and when a photo comes or goes', () => {
  fc.assert(
    fc.property(fc.uuid(), paths, fc.integer({ min: 0, max: 49 }), (projectId, listed, at) => {
      const all = listed.slice(0, 30)
      const order = (some: readonly string[]) => [...new Set(videoPhotos({ ...none, projectId, library: { all: some, ofCompany: [] } }))]
      expect(order(all.toReversed())).toEqual(order(all))
      const gone = all[at]
      expect(order(all.filter((path) => path !== gone))).toEqual(order(all).filter((path) => path !== gone))
    }),
  )
})

test('another project has another order', () => {
  const order = (projectId: string) => videoPhotos({ ...none, projectId, library: { all: named(12), ofCompany: [] } })
  expect(order('one')).not.toEqual(order('two'))
})
