import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import type { Size } from '@ninesixteen/shared/slide/formats'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { multiPhotoVideo, slideshowVideo, videoInFormat, type VideoFormat, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { BitReader } from '@ninesixteen/shared/video/h264/bits'
import { payloadOf } from '@ninesixteen/shared/video/h264/nal-units'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSequence } from '../testing/painter-lab/pictures.ts'
import { decodedFrames, decodedPixels, hasFfmpeg, probe, readTables } from '../testing/video-file.ts'
import { createRenderer } from './renderer.ts'
import type { SlideFiles } from './slide-input.ts'
import type { VideoOptions } from './video.ts'

const ASSETS = join(import.meta.dirname, '../../../shared/generated/painter')
const PHOTOS = Array.from({ length: 5 }, (_, index) => `user/${index}.jpg`)

const TURN = { userId: 'somebody' }

const renderer = createRenderer({ assetsDir: ASSETS })
afterAll(() => renderer.close())

const covers = new Map<string, Buffer>()
const files: SlideFiles = { loadCover: async (path) => covers.get(path) ?? null, loadOriginal: async (path) => covers.get(path) ?? null }

/** Large soft areas of color, different for each number. */
function photo(number: number): Promise<Buffer> {
  const next = createSequence(number)
  const fields = Uint8Array.from({ length: 4 * 6 * 3 }, () => 40 + 200 * next())
  return sharp(fields, { raw: { width: 4, height: 6, channels: 3 } })
    .resize({ width: 1080, height: 1920, fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 90 })
    .toBuffer()
}

beforeAll(async () => {
  for (const [number, path] of PHOTOS.entries()) covers.set(path, await photo(number + 1))
})

function slideWith(rest: object = {}): Slide {
  return slideSchema.parse({ id: 'slide', textBoxes: [{ id: 't', text: 'keep going 🔥' }], textStyle: 'outline', ...rest })
}

/** The complete file of a video. */
async function fileOf(video: VideoSpec, options?: Partial<VideoOptions>): Promise<Buffer> {
  const { chunks, bytes, close } = await renderer.renderVideo(video, files, { ...TURN, ...options })
  const read: Uint8Array[] = []
  for await (const piece of chunks) read.push(piece)
  const file = Buffer.concat(read)
  await close()
  expect(file.length).toBe(bytes)
  return file
}

/** Slides of the photos with texts of their own, for some frames each. */
function videoOf(photos: readonly (string | null)[], frames = 2): VideoSpec {
  const slides = photos.map((path, index) => slideWith({ id: `s${index}`, title: `${index}`, backgroundImage: path }))
  return { pictures: slides.map((slide) => ({ slide, frames })) }
}

/** Lengths of the runs of identical frames, in order. */
function runs(frames: readonly string[]): number[] {
  const lengths: number[] = []
  for (const [index, frame] of frames.entries()) {
    if (frame === frames[index - 1]) lengths.push((lengths.pop() ?? 0) + 1)
    else lengths.push(1)
  }
  return lengths
}

describe('a video with motion', () => {
  const [first = '', second = ''] = PHOTOS
  const spec = (): VideoSpec => ({ ...videoOf([first, second], 30), crossFade: 10, motion: true })

  test('encodes every other frame of a slide and every frame of a cross-fade, each after a key frame', async () => {
    const { frames, keyFrames, sizes } = readTables(await fileOf(spec()))
    expect([frames, keyFrames]).toEqual([60, [0, 20, 30]])
    expect(sizes.filter((bytes) => bytes < 30)).toHaveLength(25)
  })

  test.skipIf(!hasFfmpeg)('shows a new picture every two frames, which starts as the slide without motion', async () => {
    const frames = decodedFrames(await fileOf(spec()))
    expect(runs(frames.slice(0, 20))).toEqual(Array.from({ length: 10 }, () => 2))
    expect(runs(frames.slice(30))).toEqual(Array.from({ length: 15 }, () => 2))
    const [moving, held] = [decodedPixels(await fileOf(spec()), 0), decodedPixels(await fileOf({ ...spec(), motion: false }), 0)]
    // The soft edges of letters are put together from two pictures and round differently.
    const difference = moving.reduce((sum, value, at) => sum + Math.abs(value - (held[at] ?? 0)), 0)
    expect(difference / moving.length).toBeLessThan(0.1)
  })

  test('reports a missing photo with the number of its slide', async () => {
    const failing = fileOf({ ...videoOf([first, 'user/gone.jpg']), motion: true })
    await expect(failing).rejects.toMatchObject({ code: 'VIDEO_PHOTO_FAILED', details: { number: 2 } })
  })
})

describe('a multi-photo video', () => {
  let video: Buffer
  const progress: string[] = []
  beforeAll(async () => {
    video = await fileOf(multiPhotoVideo(slideWith(), PHOTOS), { onProgress: (done, of) => progress.push(`${done}/${of}`) })
  })

  test('is 600 frames of a sixtieth of a second, its index in front, a key picture every 18 frames', () => {
    const { boxes, seconds, frames, frameSeconds, keyFrames, sizes } = readTables(video)
    expect(boxes).toEqual(['ftyp', 'moov', 'mdat'])
    expect([seconds, frames, frameSeconds]).toEqual([10, 600, [1 / 60]])
    expect(keyFrames).toEqual(Array.from({ length: 34 }, (_, place) => place * 18))
    expect(sizes.filter((_, index) => index % 18 !== 0).every((bytes) => bytes < 30)).toBe(true)
  })

  test('draws each photo once, however often it is shown', () => {
    expect(progress).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5'])
  })

  test.skipIf(!hasFfmpeg)('decodes without a warning as Baseline 4.2 in BT.709', () => {
    expect(probe(video)).toEqual({
      codec_name: 'h264',
      profile: 'Constrained Baseline',
      level: 42,
      width: 1080,
      height: 1920,
      pix_fmt: 'yuv420p',
      color_range: 'tv',
      color_space: 'bt709',
      color_transfer: 'bt709',
      color_primaries: 'bt709',
      r_frame_rate: '60/1',
      avg_frame_rate: '60/1',
      duration: '10.000000',
      nb_frames: '600',
      nb_read_frames: '600',
    })
  })

  test.skipIf(!hasFfmpeg)('shows one picture for each photo, in turn', () => {
    const frames = decodedFrames(video)
    expect(runs(frames)).toEqual([...Array.from({ length: 33 }, () => 18), 6])
    expect(new Set(frames).size).toBe(PHOTOS.length)
    expect(frames[0]).toBe(frames[18 * PHOTOS.length])
  })

  test.skipIf(!hasFfmpeg)('shows the very slide', async () => {
    const slide = await renderer.renderSlide(slideWith({ backgroundImage: PHOTOS[1] }), files, TURN).rgba()
    const shown = decodedPixels(video, 20)
    const sums = [0, 0, 0]
    for (let pixel = 0; pixel < 1080 * 1920; pixel++) {
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (shown[pixel * 3 + c] ?? 0) - (slide[pixel * 4 + c] ?? 0)
    }
    // On a scale of 255: a wrong color matrix or range would be off by several.
    for (const sum of sums) expect(Math.abs(sum / (1080 * 1920))).toBeLessThan(0.7)
  })
})

describe('a slideshow as video', () => {
  test('cross-fades each slide into the next', { tags: ['long'] }, async () => {
    const slides = videoOf([PHOTOS[0] ?? null, PHOTOS[1] ?? null, null]).pictures.map(({ slide }) => slide)
    const video = await fileOf(slideshowVideo(slides, { seconds: 1, crossFade: true }))
    const { frames, seconds, keyFrames } = readTables(video)
    expect([frames, seconds]).toEqual([180, 3])
    expect(keyFrames).toEqual([0, 30, 60, 90, 120])
    if (hasFfmpeg) expect(runs(decodedFrames(video))).toEqual([30, ...ones(30), 30, ...ones(30), 60])
  })

  test('alternates the ids of consecutive key pictures', async () => {
    const video = await fileOf(videoOf([PHOTOS[0] ?? null, PHOTOS[1] ?? null, PHOTOS[0] ?? null, null], 1))
    const { sizes, keyFrames } = readTables(video)
    expect(keyFrames).toEqual([0, 1, 2, 3])
    const start = video.length - sizes.reduce((sum, bytes) => sum + bytes, 0)
    const ids = sizes.map((_, index) => {
      const sample = video.subarray(start + sizes.slice(0, index).reduce((sum, bytes) => sum + bytes, 0))
      const header = new BitReader(payloadOf(sample.subarray(4, 64)))
      // first_mb_in_slice, slice_type, pic_parameter_set_id; frame_num has 5 bits.
      const before = [header.unsigned(), header.unsigned(), header.unsigned(), header.bits(5)]
      return [...before, header.unsigned()]
    })
    expect(ids).toEqual([1, 2, 1, 2].map((id) => [0, 2, 0, 0, id]))
    if (hasFfmpeg) expect(runs(decodedFrames(video))).toEqual([1, 1, 1, 1])
  })

  test('may be a single frame', async () => {
    const { frames, boxes } = readTables(await fileOf(videoOf([null], 1)))
    expect([frames, boxes]).toEqual([1, ['ftyp', 'moov', 'mdat']])
  })
})

function ones(count: number): number[] {
  return Array.from({ length: count }, () => 1)
}

/** Pixels of the last rows and columns whose colors in a video differ visibly from the slide's. */
function wrongEdges(shown: Uint8Array, slide: Uint8Array, { width, height }: Size): number {
  const [edge, visible] = [8, 40]
  let wrong = 0
  for (let pixel = 0; pixel < width * height; pixel++) {
    if (pixel % width < width - edge && pixel < (height - edge) * width) continue
    const distance = [0, 1, 2].map((c) => Math.abs((shown[pixel * 3 + c] ?? 0) - (slide[pixel * 4 + c] ?? 0)))
    if (Math.max(...distance) > visible) wrong += 1
  }
  return wrong
}

test.skipIf(!hasFfmpeg).each<[VideoFormat, Size]>([
  ['4:5', { width: 1080, height: 1350 }],
  ['1:1', { width: 1080, height: 1080 }],
])('in %s, each frame shows the slide to its edges', async (format, size) => {
  const stored = videoOf([PHOTOS[0] ?? null, PHOTOS[1] ?? null], 4)
  const shown = videoInFormat({ ...stored, crossFade: 2 }, format)
  const video = await fileOf(shown)
  expect(probe(video)).toMatchObject({ ...size, profile: 'Constrained Baseline', level: 42, nb_read_frames: '8' })
  expect(readTables(video).keyFrames).toEqual([0, 2, 4])
  const [first] = shown.pictures
  if (!first) throw new Error('The video has no slide')
  // A held frame is predicted from its key frame.
  const drawn = await renderer.renderSlide(first.slide, files, TURN).rgba()
  expect(wrongEdges(decodedPixels(video, 1), drawn, size)).toBe(0)
})

describe('what fails', () => {
  const rejected = async (video: VideoSpec, from = files): Promise<unknown> =>
    renderer.renderVideo(video, from, TURN).then(
      () => 'a video',
      (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
    )

  test('no slide', async () => {
    expect(await rejected({ pictures: [] })).toBe('VIDEO_NO_SLIDE: No slide data available for video export')
  })

  test('a deleted photo', async () => {
    expect(await rejected(videoOf([PHOTOS[0] ?? null, 'user/gone.jpg', PHOTOS[1] ?? null]))).toBe(
      'VIDEO_PHOTO_FAILED: Failed to load photo 2',
    )
  })

  test('a deleted logo', async () => {
    const video: VideoSpec = { pictures: [{ slide: slideWith({ logoImage: 'user/gone.png' }), frames: 3 }] }
    expect(await rejected(video)).toBe('VIDEO_PHOTO_FAILED: Failed to load photo 1')
  })

  test('half a photo', async () => {
    covers.set('user/half.jpg', (covers.get(PHOTOS[0] ?? '') ?? Buffer.alloc(0)).subarray(0, 4000))
    const video = { ...videoOf([PHOTOS[0] ?? null, PHOTOS[1] ?? null, 'user/half.jpg'], 20), crossFade: 5 }
    expect(await rejected(video)).toBe('VIDEO_PHOTO_FAILED: Failed to load photo 3')
  })

  test('an unreadable or full store', async () => {
    const video = videoOf([PHOTOS[0] ?? null])
    const failing = (error: Error): SlideFiles => ({ ...files, loadCover: () => Promise.reject(error) })
    expect(await rejected(video, failing(new Error('no network')))).toBe('VIDEO_PHOTO_FAILED: Failed to load photo 1')
    expect(await rejected(video, failing(new AppError('STORAGE_FULL')))).toContain('STORAGE_FULL')
  })

  test('missing fonts', async () => {
    const without = createRenderer({ assetsDir: '/nowhere' })
    await expect(without.renderVideo(videoOf([null]), files, TURN)).rejects.toThrow('Video recording failed')
    await without.close()
  })
})

test('a cancelled video fails at once with its reason, and the next one renders', async () => {
  const cancelling = new AbortController()
  const making = renderer.renderVideo(videoOf(PHOTOS), files, {
    ...TURN,
    signal: cancelling.signal,
    onProgress: () => cancelling.abort(new Error('enough')),
  })
  await expect(making).rejects.toThrow('enough')
  await expect(renderer.renderVideo(videoOf(PHOTOS), files, { ...TURN, signal: cancelling.signal })).rejects.toThrow('enough')
  expect(readTables(await fileOf(videoOf([null]))).frames).toBe(2)
})
