import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { decodePhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { createImageDecoder } from '../image-decoder.ts'
import { openHeif } from './decode-heif.ts'

const ONE = { userId: 'somebody' }
const codec = createImageDecoder()
afterAll(() => codec.close())

const file = (name: string) => readFile(new URL(`../../testing/heic/${name}.heic`, import.meta.url))

/** The color at the centre of each quarter: upper left, upper right, lower left, lower right. */
async function quarters(bytes: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const at = (Math.floor(y * height) * width + Math.floor(x * width)) * channels
      return [...data.subarray(at, at + channels)]
    }),
  )
}

function expectNear(found: number[][], expected: number[][]): void {
  const off = found.flatMap((color, at) => color.map((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? Number.NaN))))
  expect(Math.max(...off), JSON.stringify(found)).toBeLessThan(8)
}

test('a photo as a phone takes it, of tiles, on its side and in wide colors, becomes upright and sRGB', { tags: ['long'] }, async () => {
  const { bytes, thumbnail, photoMap, ...rest } = await codec.encodeUpload(await file('phone'), ONE)
  expect(decodePhotoMap(photoMap)).not.toBeNull()
  expect(rest).toEqual({ extension: 'jpg', mimeType: 'image/jpeg', width: 90, height: 150 })
  // Display P3 red 200, 60, 60 and green 60, 200, 60, converted to sRGB.
  const expected = [
    [60, 60, 208],
    [217, 41, 51],
    [220, 220, 220],
    [0, 203, 10],
  ]
  expectNear(await quarters(bytes), expected)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', space: 'srgb', hasProfile: false })
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 90, height: 150 })
})

test('what may be seen through stays so', async () => {
  const image = await codec.encodeImage(await file('see-through'), ONE)
  expect([image.extension, image.width, image.height]).toEqual(['png', 64, 48])
  expectNear(
    await quarters(image.bytes),
    Array.from({ length: 4 }, () => [200, 30, 40, 128]),
  )
})

test('the first of several images in a file is used', async () => {
  const image = await codec.encodeImage(await file('two'), ONE)
  expectNear(
    await quarters(image.bytes),
    Array.from({ length: 4 }, () => [192, 32, 48]),
  )
})

/** A file with some bytes overwritten after a marker. */
function changed(bytes: Buffer, word: string, { skip, by }: { skip: number; by: Buffer }): Buffer {
  const copy = Buffer.from(bytes)
  by.copy(copy, copy.indexOf(word) + skip)
  return copy
}

describe('a file that means ill is refused in words', { tags: ['long'] }, () => {
  const hostile: [string, string, (phone: Buffer) => Buffer][] = [
    ['cut off', 'UPLOAD_HEIC', (phone) => phone.subarray(0, phone.byteLength / 2)],
    ['a signature and noise', 'UPLOAD_HEIC', (phone) => Buffer.concat([phone.subarray(0, 28), Buffer.alloc(5000, 7)])],
    ['a damaged tile', 'UPLOAD_HEIC', (phone) => Buffer.concat([phone.subarray(0, -600), Buffer.alloc(600, 0xa5)])],
    // The grid has rows and columns minus one in a byte each, then width and height in two.
    ['65,535 x 65,535', 'UPLOAD_TOO_LONG', (phone) => changed(phone, 'idat', { skip: 8, by: Buffer.from('ffffffff', 'hex') })],
    ['16,000 x 16,000', 'UPLOAD_TOO_MANY_PIXELS', (phone) => changed(phone, 'idat', { skip: 8, by: Buffer.from('3e803e80', 'hex') })],
    ['65,536 tiles', 'UPLOAD_HEIC', (phone) => changed(phone, 'idat', { skip: 6, by: Buffer.from('ffff', 'hex') })],
  ]
  test.each(hostile)('%s', async (_what, code, make) => {
    const outcome = await codec.encodeImage(make(await file('phone')), ONE).then(
      () => 'taken',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
    expect(outcome).toBe(code)
  })
})

test('no pixel is decoded of what is too large', async () => {
  const large = changed(await file('phone'), 'idat', { skip: 8, by: Buffer.from('3e803e80', 'hex') })
  expect(() => openHeif(large)).toThrow('megapixels')
})
