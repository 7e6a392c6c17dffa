import { expect, test } from 'vitest'
import { exportFormat, parseOptions, pixelsOf } from './export-options.ts'

const normal = { fileType: 'png', scale: 1, formats: {}, seconds: 3, crossFade: false, motion: false }

test.each([
  [
    { fileType: 'jpeg', scale: 2, formats: { '9:16': '4:5' }, seconds: 4.5, crossFade: true, motion: true },
    { fileType: 'jpeg', scale: 2, formats: { '9:16': '4:5' }, seconds: 4.5, crossFade: true, motion: true },
  ],
  [{ format: 'jpeg' }, { ...normal, fileType: 'jpeg' }],
  [{ fileType: 'gif', scale: 3, formats: { '9:16': '16:9', '5:4': '4:5' }, seconds: 0, crossFade: 'yes', motion: 1 }, normal],
  [{ seconds: 'many' }, normal],
  [null, normal],
  ['text', normal],
])('parses valid fields of %o', (stored, options) => {
  expect(parseOptions(stored)).toEqual(options)
})

test('describes the size of a slide', () => {
  expect(pixelsOf({ fileType: 'png', scale: 1 }, '9:16')).toBe('PNG, 1080 × 1920')
  expect(pixelsOf({ fileType: 'jpeg', scale: 2 }, '9:16')).toBe('JPEG, 2160 × 3840')
  expect(pixelsOf({ fileType: 'png', scale: 1 }, '2:3')).toBe('PNG, 1000 × 1500')
})

test('exports what the editor shows, unless another format was chosen for it', () => {
  const formats = { '9:16': '4:5' } as const
  expect(exportFormat({ formats }, '9:16')).toBe('4:5')
  expect(exportFormat({ formats }, '1:1')).toBe('1:1')
})
