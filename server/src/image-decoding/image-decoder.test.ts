import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createImageDecoder, type ImageDecoder } from './image-decoder.ts'

const ONE = { userId: 'somebody' }
const codec = createImageDecoder()
afterAll(() => codec.close())

function codecWith(options: Parameters<typeof createImageDecoder>[0]): ImageDecoder {
  const decoder = createImageDecoder(options)
  onTestFinished(() => decoder.close())
  return decoder
}

function flat(width: number, height: number, alpha = 1) {
  return sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 40, alpha } } })
}

/** Pixels that don't compress. */
function noise(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < pixels.byteLength; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[at] = state >>> 24
  }
  return pixels
}

const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? `${error.status} ${error.code}` : error),
  )

describe('a damaged file', () => {
  /** Rows of different greys, none of which is the color of missing ones. */
  async function striped({ progressive = false, orientation = 1 } = {}): Promise<Buffer> {
    const [width, height] = [640, 480]
    const pixels = noise(width, height).map((sample, at) => (sample >> 2) + ((at / (width * 3)) % 120))
    const image = sharp(pixels, { raw: { width, height, channels: 3 } }).jpeg({ progressive })
    return image.withMetadata({ orientation }).toBuffer()
  }

  test.each([1, 2, 20])('is taken as a whole if only its last %i bytes are missing', async (missing) => {
    const whole = await striped()
    const { width, height, bytes } = await codec.encodeUpload(whole.subarray(0, -missing), ONE)
    expect([width, height]).toEqual([640, 480])
    if (missing <= 2) expect(Buffer.from(bytes)).toEqual(Buffer.from((await codec.encodeImage(whole, ONE)).bytes))
  })

  test('loses only the rows that are missing', async () => {
    const whole = await striped()
    const damaged = whole.subarray(0, (whole.byteLength * 2) / 3)
    const { width, height, bytes } = await codec.encodeUpload(damaged, ONE)
    expect(width).toBe(640)
    expect(height).toBeGreaterThan(280)
    expect(height).toBeLessThan(330)
    const rows = await sharp(bytes).greyscale().resize({ width: 1, height, fit: 'fill' }).raw().toBuffer()
    const intact = sharp(whole).extract({ left: 0, top: 0, width: 640, height })
    const expected = await intact.greyscale().resize({ width: 1, height, fit: 'fill' }).raw().toBuffer()
    expect(Math.max(...rows.map((row, at) => Math.abs(row - (expected[at] ?? 0))))).toBeLessThan(8)
  })

  test('is cut before it is turned upright', async () => {
    const whole = await striped({ orientation: 6 })
    const { width, height } = await codec.encodeUpload(whole.subarray(0, (whole.byteLength * 2) / 3), ONE)
    expect(height).toBe(640)
    expect(width).toBeLessThan(330)
  })

  test('keeps all rows if it is progressive and its first scans are there', async () => {
    const whole = await striped({ progressive: true })
    expect(await codec.encodeUpload(whole.subarray(0, (whole.byteLength * 2) / 3), ONE)).toMatchObject({ width: 640, height: 480 })
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)('is called damaged if most of it is missing: %s', async (format) => {
    const whole = await sharp(noise(320, 240), { raw: { width: 320, height: 240, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    expect(await refusal(codec.encodeUpload(whole.subarray(0, whole.byteLength / 3), ONE))).toBe('415 UPLOAD_DAMAGED')
  })
})

describe('an upload', () => {
  test('comes back as stored, with its thumbnail', async () => {
    const { bytes, thumbnail, photoMap, ...rest } = await codec.encodeUpload(await flat(5000, 1000).jpeg().toBuffer(), ONE)
    expect(rest).toEqual({ extension: 'jpg', mimeType: 'image/jpeg', width: 4096, height: 819 })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 4096, chromaSubsampling: '4:4:4', isProgressive: false })
    expect(photoMap).toBe(await codec.mapPhoto(thumbnail, ONE))
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 300, height: 60 })
  })

  test.each([
    ['opaque', 1, 'uchar'],
    ['to be seen through', 0.5, 'uchar'],
    ['opaque, of 16 bits', 1, 'ushort'],
    ['to be seen through, of 16 bits', 0.5, 'ushort'],
  ] as const)('with an alpha channel: %s', async (_name, alpha, depth) => {
    const image = flat(60, 40, alpha)
    const bytes = await (depth === 'ushort' ? image.toColorspace('rgb16') : image).png().toBuffer()
    expect((await sharp(bytes).metadata()).depth).toBe(depth)
    const blogImage = await codec.encodeImage(bytes, ONE)
    expect([blogImage.extension, blogImage.width, blogImage.height]).toEqual(['png', 60, 40])
    const { data, info } = await sharp(blogImage.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info.channels).toBe(alpha < 1 ? 4 : 3)
    expect([...data.subarray(0, info.channels)]).toEqual([200, 30, 40, 128].slice(0, info.channels))
  })

  test.each(['png', 'webp'] as const)('without loss, as %s, keeps every pixel', async (format) => {
    const drawn = sharp(noise(90, 60), { raw: { width: 90, height: 60, channels: 3 } })
    const bytes = await (format === 'png' ? drawn.png() : drawn.webp({ lossless: true })).toBuffer()
    const image = await codec.encodeUpload(bytes, ONE)
    expect([image.extension, image.mimeType]).toEqual(['png', 'image/png'])
    expect(Buffer.compare(await sharp(image.bytes).raw().toBuffer(), noise(90, 60))).toBe(0)
  })

  test('with a lossy source, or too large without loss, is stored as JPEG', { tags: ['long'] }, async () => {
    const small = sharp(noise(90, 60), { raw: { width: 90, height: 60, channels: 3 } })
    for (const bytes of [await small.clone().webp().toBuffer(), await small.clone().avif({ effort: 0 }).toBuffer()]) {
      expect((await codec.encodeImage(bytes, ONE)).extension).toBe('jpg')
    }
    // 2,900 x 2,500 pixels of noise are 21.8 MB uncompressed.
    const bytes = await sharp(noise(2900, 2500), { raw: { width: 2900, height: 2500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(await codec.encodeImage(bytes, ONE)).toMatchObject({ extension: 'jpg', width: 2900, height: 2500 })
  })

  test('that is heavy is decoded alone, and others go on after it', { tags: ['long'] }, async () => {
    const heavy = await flat(3000, 3000).avif({ effort: 0 }).toBuffer()
    const light = await flat(100, 100).jpeg().toBuffer()
    const sizes = await Promise.all([heavy, light, heavy, light].map((bytes) => codec.encodeImage(bytes, ONE).then(({ width }) => width)))
    expect(sizes).toEqual([3000, 100, 3000, 100])
  })
})

describe('a decoder that is lost fails its own picture only', () => {
  test('when it takes too long', async () => {
    const impatient = codecWith({ limitMs: 0 })
    const bytes = await flat(4000, 4000, 0.5).png().toBuffer()
    expect(await refusal(impatient.encodeImage(bytes, ONE))).toBe('413 UPLOAD_TOO_COMPLEX')
  })

  test('when it takes too much memory', { tags: ['long'] }, async () => {
    // Alone it may use more memory, so a failure next to another image is retried.
    const better = codecWith({ residentMax: { beside: 1, alone: 1e9 } })
    expect(await refusal(better.encodeImage(await flat(3000, 3000).png().toBuffer(), ONE))).toBe('taken')
    // A process starts before it knows its image: only what is decoded alone is too much here.
    const poor = codecWith({ residentMax: { beside: 1e9, alone: 1 } })
    const [heavy, light] = [await flat(2500, 2500).avif({ effort: 0 }).toBuffer(), await flat(10, 10).jpeg().toBuffer()]
    const outcomes = Promise.all([refusal(poor.encodeImage(heavy, ONE)), refusal(poor.encodeImage(light, ONE))])
    expect(await outcomes).toEqual(['413 UPLOAD_TOO_COMPLEX', 'taken'])
    expect(await refusal(poor.encodeImage(light, ONE))).toBe('taken')
  })
})

test('who sends too many at once is told when to come again, and others are not', async () => {
  const small = codecWith({ waiting: { maxQueuedPerUser: 2, maxQueued: 3 } })
  const bytes = await flat(10, 10).jpeg().toBuffer()
  const send = (userId: string) => refusal(small.encodeImage(bytes, { userId }))
  const mine = Array.from({ length: 5 }, () => send('a'))
  expect(() => small.requireCapacity('a')).toThrow('Please try again in 5 seconds')
  small.requireCapacity('b')
  const all = [...mine, send('b'), send('c')]
  expect(await Promise.all(all)).toEqual(['taken', 'taken', 'taken', 'taken', '429 RATE_LIMITED', 'taken', '503 BUSY'])
})

test('an aborted task costs nothing', async () => {
  const leaving = new AbortController()
  const bytes = await flat(1000, 1000).jpeg().toBuffer()
  const before = [codec.encodeImage(bytes, ONE), codec.encodeImage(bytes, ONE)]
  const left = codec.encodeImage(bytes, { ...ONE, signal: leaving.signal })
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(await Promise.all(before)).toHaveLength(2)
})

test('renditions are made of what is stored, and something else is not', async () => {
  const original = await flat(400, 300).jpeg().toBuffer()
  const [thumbnail, cover] = [await codec.encodeRendition('thumbnail', original, ONE), await codec.encodeRendition('cover', original, ONE)]
  expect([await sharp(thumbnail).metadata(), await sharp(cover).metadata()]).toMatchObject([
    { format: 'webp', width: 300, height: 225 },
    { format: 'jpeg', width: 1080, height: 1920 },
  ])
  expect(await refusal(codec.encodeRendition('cover', Buffer.from('no picture'), ONE))).toBe('415 UPLOAD_NOT_IMAGE')
})

/** Process ids of the running decoders of this process. */
function decoders(): string[] {
  const children = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  )
  return children.filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('decode-process'))
}

test.skipIf(process.platform !== 'linux')('a decoder takes one photo of 12 megapixels after another', { tags: ['long'] }, async () => {
  const own = codecWith({})
  const file = join(await temporaryFolder(), 'photo.jpg')
  const grain = sharp(noise(400, 300), { raw: { width: 400, height: 300, channels: 3 } })
  await writeFile(file, await grain.resize(4000, 3000).jpeg({ quality: 88 }).toBuffer())
  const others = decoders()
  await own.encodeUpload({ file }, ONE)
  const [first] = decoders().filter((pid) => !others.includes(pid))
  for (let count = 0; count < 3; count += 1) await own.encodeUpload({ file }, ONE)
  expect(decoders()).toContain(first)
})
