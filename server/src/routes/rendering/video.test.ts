import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { createRenderer, type Renderer } from '../../rendering/renderer.ts'
import type { VideoFile } from '../../rendering/video.ts'
import { createFolderStore } from '../../storage/store/folder-store.ts'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { decodedPixels, hasFfmpeg, probe, readTables } from '../../testing/video-file.ts'

const drawing = createRenderer({ assetsDir: join(import.meta.dirname, '../../../../shared/generated/painter') })
afterAll(() => drawing.close())

function fileOf(...pieces: (string | number)[]): VideoFile {
  const chunks = pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : Buffer.alloc(piece)))
  return { chunks, bytes: chunks.reduce((sum, piece) => sum + piece.length, 0), close: async () => undefined }
}

function post(user: TestUser, body: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return user.fetch('/api/video', { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) })
}

async function refusal(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return `${response.status} ${error.code}: ${error.message}`
}

async function uploaded(user: TestUser, bytes: Uint8Array): Promise<string> {
  const response = await user.upload(bytes)
  expect(response.status).toBe(201)
  return ((await response.json()) as { filePath: string }).filePath
}

/** Mean color of the centre of a frame's upper and lower half. */
function halves(pixels: Buffer): number[][] {
  return [480, 1440].map((y) => [...pixels.subarray((y * 1080 + 540) * 3, (y * 1080 + 540) * 3 + 3)])
}

describe('the video of a slideshow', () => {
  let app: TestApp
  let user: TestUser
  beforeEach(async () => {
    app = await startTestApp({ renderer: drawing })
    user = await app.buildUser()
  })

  test('is an MP4 of the user’s images: 50 megapixels, upright by its metadata, CMYK', { tags: ['long'] }, async () => {
    const huge = await sharp({ create: { width: 10_000, height: 5000, channels: 3, background: '#c83232' } })
      .jpeg()
      .toBuffer()
    const half = { width: 200, height: 400, channels: 3 } as const
    // Lies on its side, with red on the left; rotated 90 degrees clockwise, red is on top.
    const turned = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#2828d2' } })
      .composite([{ input: { create: { ...half, width: 400, background: '#c83232' } }, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const cmyk = await sharp({ create: { ...half, background: '#28a03c' } })
      .toColorspace('cmyk')
      .jpeg()
      .toBuffer()
    const paths = [await uploaded(user, huge), await uploaded(user, turned), await uploaded(user, cmyk)]
    const slides = paths.map((path, index) => ({ ...buildSlide(`${index}`, { backgroundImage: path, brightness: 10 }), textBoxes: [] }))
    const response = await post(user, { slides, frames: [2, 3, 4] })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'video/mp4'])
    const video = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(video.length))
    expect(readTables(video)).toMatchObject({ boxes: ['ftyp', 'moov', 'mdat'], frames: 9, keyFrames: [0, 2, 5] })
    if (!hasFfmpeg) return
    const red = [200, 50, 50]
    const expected = [
      [red, red],
      [red, [40, 40, 210]],
      [
        [40, 160, 60],
        [40, 160, 60],
      ],
    ]
    for (const [index, frame] of [0, 2, 5].entries()) {
      for (const [place, color] of halves(decodedPixels(video, frame)).entries()) {
        // CMYK has no exact green; all others are within the loss of JPEG and H.264.
        for (const [channel, value] of color.entries()) {
          expect(Math.abs(value - (expected[index]?.[place]?.[channel] ?? 0))).toBeLessThan(index === 2 ? 40 : 8)
        }
      }
    }
  })

  test.skipIf(!hasFfmpeg)('is made in the format of the request', async () => {
    const response = await post(user, { slides: [buildSlide('x')], frames: [2], format: '4:5' })
    expect(probe(new Uint8Array(await response.arrayBuffer()))).toMatchObject({ width: 1080, height: 1350 })
  })

  test('is refused for a picture of someone else', async () => {
    const other = await app.buildUser()
    const { filePath } = await other.buildPhoto()
    const response = await post(user, { slides: [buildSlide('x', { backgroundImage: filePath })], frames: [2] })
    expect(await refusal(response)).toBe('400 INVALID_INPUT: Some fields are not valid: slides')
  })

  test('says which photo is gone', async () => {
    const { filePath, media } = await user.buildPhoto()
    await user.api('POST', '/media/delete', { ids: [media?.id] })
    const slides = [buildSlide('x'), buildSlide('y', { backgroundImage: filePath })]
    expect(await refusal(await post(user, { slides, frames: [2, 2] }))).toBe('404 VIDEO_PHOTO_FAILED: Failed to load photo 2')
  })

  test.each([
    ['no slides', { slides: [], frames: [] }, '400 VIDEO_NO_SLIDE: No slide data available for video export'],
    ['other counts', { slides: [buildSlide('x')], frames: [] }, '400 INVALID_INPUT: Some fields are not valid: frames'],
    ['too many slides', { slides: Array.from({ length: 36 }, () => buildSlide('x')), frames: [] }, /^400 INVALID_INPUT: .*slides/],
    ['too many frames', { slides: [buildSlide('x')], frames: [601] }, '400 INVALID_INPUT: Some fields are not valid: frames.0'],
    ['a format without videos', { slides: [buildSlide('x')], frames: [2], format: '3:4' }, /^400 INVALID_INPUT: .*format/],
    ['no frames', { slides: [buildSlide('x')], frames: [0] }, '400 INVALID_INPUT: Some fields are not valid: frames.0'],
    ['a long cross-fade', { slides: [], frames: [], crossFade: 31 }, '400 INVALID_INPUT: Some fields are not valid: crossFade'],
    ['something else', 'a video', '400 INVALID_INPUT: Some fields are not valid: body'],
  ])('is refused with %s', async (_, body, expected) => {
    expect(await refusal(await post(user, body))).toMatch(expected)
  })
})

test('a full disk does not prevent a video from being rendered', async () => {
  const store = createFolderStore(await temporaryFolder())
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const put: typeof store.put = (key, bytes, type) =>
    key.endsWith('.cover.jpg') ? Promise.reject(new AppError('STORAGE_FULL', {}, { cause: full })) : store.put(key, bytes, type)
  const app = await startTestApp({ renderer: drawing, store: { ...store, put } })
  const user = await app.buildUser()
  const { filePath } = await user.buildPhoto()
  const response = await post(user, { slides: [buildSlide('x', { backgroundImage: filePath })], frames: [2] })
  expect([response.status, readTables(new Uint8Array(await response.arrayBuffer())).frames]).toEqual([200, 2])
})

describe('limits', () => {
  const video = { slides: [buildSlide('x')], frames: [2] }

  /** A renderer whose renders last until the test ends them or their client disconnects. */
  function slowRenderer() {
    const started: { signal: AbortSignal | undefined; finish: () => void }[] = []
    const waiting: (() => void)[] = []
    const renderVideo: Renderer['renderVideo'] = (_video, _files, { signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<VideoFile>()
      signal?.addEventListener('abort', () => reject(signal.reason))
      started.push({ signal, finish: () => resolve(fileOf('a video')) })
      waiting.shift()?.()
      return promise
    }
    return {
      renderer: { ...drawing, renderVideo },
      begun: started,
      next: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
    }
  }

  test('one video per user, four in all at once, and the next one waits for its turn', async () => {
    const { renderer, begun: renders, next } = slowRenderer()
    const app = await startTestApp({ renderer })
    const users: TestUser[] = []
    for (let index = 0; index < 5; index += 1) users.push(await app.buildUser())
    const [one, ...others] = users
    const last = others.pop()
    if (!one || !last) throw new Error('There is nobody')
    const sent: Promise<Response>[] = []
    for (const user of [one, ...others]) {
      const started = next()
      sent.push(post(user, video))
      await started
    }
    const again = await post(one, video)
    expect(again.headers.get('retry-after')).toBe('5')
    expect(await refusal(again)).toBe('503 VIDEO_BUSY: The server is busy with other videos. Please try again in 5 seconds.')
    const fifth = next()
    sent.push(post(last, video))
    // Its turn comes only when another user's video ends.
    expect((await post(one, video)).status).toBe(503)
    expect(renders).toHaveLength(4)
    renders[1]?.finish()
    await fifth
    expect((await sent[1])?.status).toBe(200)
    for (const { finish } of renders) finish()
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    // Each rejected request logs one line, without a stack trace.
    const logged = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.map(({ level, code, err }) => [level, code, err])).toEqual([1, 2].map(() => [40, 'VIDEO_BUSY', undefined]))
  })

  test('a user who waits for a video delays no one else', async () => {
    const { renderer, begun: renders, next } = slowRenderer()
    const one = { places: 1, maxQueuedPerUser: 1, maxQueued: 1 }
    const app = await startTestApp({ renderer, admission: { calls: one, files: one, countedMs: 60_000 } })
    const user = await app.buildUser()
    const started = next()
    const rendered = post(user, video)
    await started
    expect((await user.fetch('/api/v1/projects')).status).toBe(200)
    renders[0]?.finish()
    expect((await rendered).status).toBe(200)
  })

  test('a client that leaves ends the work, and may ask again', async () => {
    const { renderer, begun: renders, next } = slowRenderer()
    const app = await startTestApp({ renderer })
    const user = await app.buildUser()
    const leaving = new AbortController()
    const started = next()
    const left = post(user, video, leaving.signal).catch((error: unknown) => error)
    await started
    const stopped = new Promise((resolve) => renders[0]?.signal?.addEventListener('abort', resolve))
    leaving.abort()
    await stopped
    expect(await left).toMatchObject({ name: 'AbortError' })
    const restarted = next()
    const again = post(user, video)
    await restarted
    renders[1]?.finish()
    expect((await again).status).toBe(200)
    expect(app.logged).toEqual([])
  })

  test('an unread video is discarded when its reader leaves, and blocks others until then', async () => {
    const megabytes = Array.from({ length: 40 }, () => 2 ** 20)
    const app = await startTestApp({ renderer: { ...drawing, renderVideo: async () => fileOf(...megabytes) } })
    const [user, other] = [await app.buildUser(), await app.buildUser()]
    const leaving = new AbortController()
    const unread = await post(user, video, leaving.signal)
    expect(unread.headers.get('content-length')).toBe(String(40 * 2 ** 20))
    expect((await post(user, video)).status, 'one video per user, until it is sent').toBe(503)
    expect((await (await post(other, video)).arrayBuffer()).byteLength, 'the drawing threads are free').toBe(40 * 2 ** 20)
    leaving.abort()
    await expect.poll(async () => (await post(user, video)).status).toBe(200)
  })

  test('six videos a minute', async () => {
    const renderer = { ...drawing, renderVideo: async () => fileOf('a video') }
    const user = await (await startTestApp({ renderer })).buildUser()
    const statuses: number[] = []
    // The minute may turn once meanwhile.
    for (let count = 0; count < 13; count++) statuses.push((await post(user, video)).status)
    expect(statuses.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(statuses).toContain(429)
  })
})
