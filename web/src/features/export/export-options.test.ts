import { expect, test } from 'vitest'
import { parseOptions, pixelsOf } from './export-options.ts'

const normal = { fileType: 'png', scale: 1, seconds: 3, crossFade: false }

test.each([
  [
    { fileType: 'jpeg', scale: 2, seconds: 4.5, crossFade: true },
    { fileType: 'jpeg', scale: 2, seconds: 4.5, crossFade: true },
  ],
  [{ format: 'jpeg' }, { ...normal, fileType: 'jpeg' }],
  [{ fileType: 'gif', scale: 3, seconds: 0, crossFade: 'yes' }, normal],
  [{ seconds: 'many' }, normal],
  [null, normal],
  ['text', normal],
])('parses valid fields of %o', (kept, options) => {
  expect(parseOptions(kept)).toEqual(options)
})

test('describes the size of a slide', () => {
  expect(pixelsOf({ fileType: 'png', scale: 1 })).toBe('PNG, 1080 × 1920')
  expect(pixelsOf({ fileType: 'jpeg', scale: 2 })).toBe('JPEG, 2160 × 3840')
})
