import { expect, test } from 'vitest'
import { isLosslessWebp, imageFormat } from './image-format.ts'

const bytes = (latin1: string) => Buffer.from(latin1, 'latin1')

test.each([
  ['\xff\xd8\xff\xe0', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF....WEBPVP8 ', 'webp'],
  ['GIF87a', 'gif'],
  ['GIF89a', 'gif'],
  ['....ftypavif', 'avif'],
  ['....ftypmif1....avif', 'avif'],
  ['....ftypavis', 'avif'],
  ['....ftypheic', 'heic'],
  ['....ftypheix', 'heic'],
  ['....ftypmif1', 'heic'],
  ['....ftypmsf1', 'heic'],
  ['\xff\xd8', null],
  ['.\xff\xd8\xff', null],
  ['\x89PNG\n\n', null],
  ['RIFF....WAVE', null],
  ['....WEBP', null],
  ['GIF88a', null],
  ['....ftypmp42', null],
  ['ftypheic', null],
  ['....ftypmp42heic', null],
  [`....ftypmp42${'.'.repeat(60)}avif`, null],
  ['<svg xmlns="http://www.w3.org/2000/svg">', null],
  ['', null],
])('a file that begins with %j is %s', (head, format) => {
  expect(imageFormat(bytes(head))).toBe(format)
})

test.each([
  ['RIFF....WEBPVP8L', true],
  ['RIFF....WEBPVP8X..............VP8L', true],
  ['RIFF....WEBPVP8X..............VP8 ', false],
  ['RIFF....WEBPVP8 ..............VP8L', false],
])('a WebP that begins with %j is without loss: %s', (head, isLossless) => {
  expect(isLosslessWebp(bytes(head))).toBe(isLossless)
})
