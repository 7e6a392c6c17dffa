import type { Download, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { bytesOf, downloadBy, exportBy, exportDialog, openExportMenu } from './driving/exporting.ts'
import { expect, expectAccessible, test } from './driving/journey.ts'
import { boxesOf, decodeVideo, expectProductEncoding, framePixels, hasFfmpeg, playToEnd } from './driving/mp4.ts'
import { openProject, uploadPhoto } from './driving/projects.ts'
import { recordTexts } from './driving/record-texts.ts'

// A video is made in seconds, checked in seconds, and three times slower while another journey runs beside it.
test.setTimeout(180_000)

test.beforeAll(() => {
  if (!hasFfmpeg) process.stderr.write('SKIPPED: no ffmpeg is installed (apt-get install ffmpeg); exported videos were not checked.\n')
  test.skip(!hasFfmpeg, 'no ffmpeg is installed')
})

interface Photos {
  count: number
  /** One is hardly lighter than the other: encoders see no cut between them. */
  alike?: boolean
}

/** Photos of one color each, as storage paths. */
async function uploadPhotos(page: Page, { count, alike = false }: Photos): Promise<string[]> {
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    const light = (step: number): number => (alike ? 100 + 4 * index : 40 + ((index * step) % 200))
    const background = { r: light(53), g: light(97), b: light(29) }
    const buffer = await sharp({ create: { width: 270, height: 480, channels: 3, background } })
      .jpeg({ quality: 90 })
      .toBuffer()
    paths.push(await uploadPhoto(page, { name: `photo-${index}.jpg`, mimeType: 'image/jpeg', buffer }))
  }
  return paths
}

/** Opens a quote over the user's own photos in the editor. */
async function openVideo(page: Page, photos: Photos): Promise<void> {
  const paths = await uploadPhotos(page, photos)
  const quote = { textBoxes: [{ text: 'small steps every day 🌅', y: 140, height: 80, fontSize: 9 }], backgroundImage: paths[0] ?? null }
  await openProject(page, { title: 'motivational video', contentType: 'multi-photo-video', slides: [quote] })
}

/** A slideshow whose video lasts three seconds, open in the editor: for what does not depend on the length. */
async function openShortVideo(page: Page, { alike = false }: Pick<Photos, 'alike'> = {}): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('ninesixteen.export', JSON.stringify({ seconds: 1 })))
  const photos = await uploadPhotos(page, { count: 3, alike })
  const slides = photos.map((backgroundImage) => ({ textBoxes: [{ text: 'open the window' }], backgroundImage }))
  await openProject(page, { title: 'three windows', slides })
}

/** Frames of that video, and how many each slide takes. */
const SHORT = { frames: 180, runs: [60, 60, 60] }

/** Asks for that video. */
async function exportShortVideo(page: Page): Promise<void> {
  await exportBy(page, /^Download MP4/)
  await exportDialog(page, 'Slideshow as video').getByRole('button', { name: 'Export video' }).click()
}

async function downloadShortVideo(page: Page): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), exportShortVideo(page)])
  return download
}

const videoWorkers = (page: Page) => page.workers().filter((worker) => worker.url().includes('video.worker'))

/** Runs something in each worker that makes videos, before its own code: the last of `codes` in all that come after. */
async function tamper(page: Page, ...codes: string[]): Promise<void> {
  let started = 0
  await page.route(/video\.worker[^/]*\.js/, async (route) => {
    const code = codes[Math.min(started, codes.length - 1)]
    started += 1
    const response = await route.fetch()
    await route.fulfill({ response, body: `{${code}}\n${await response.text()}` })
  })
}

/** Counts in each worker what its encoder is given. */
const COUNT = `
  globalThis.encodes = 0
  const counted = VideoEncoder.prototype.encode
  VideoEncoder.prototype.encode = function (frame, options) { globalThis.encodes += 1; return counted.call(this, frame, options) };`

/** Pictures that the waiting worker has encoded since it was started. */
function encodesOf(page: Page): Promise<unknown> {
  const [worker] = videoWorkers(page)
  if (!worker) throw new Error('No worker waits for the next video')
  return worker.evaluate(() => Reflect.get(globalThis, 'encodes'))
}

/** Lengths of the runs of equal frames when each of 34 photos takes 18 frames and the last one 6. */
const EACH_PHOTO = [...Array.from({ length: 33 }, () => 18), 6]
/** The frames at which photos change. */
const CHANGES = EACH_PHOTO.map((_, place) => place * 18)

test('exports 34 photos as a playable MP4 of 600 frames', { tag: '@long' }, async ({ member: page }) => {
  await openVideo(page, { count: 34 })
  const progress = await recordTexts(page, /Exported \d+ \/ \d+ photos/)
  const download = await downloadBy(page, /^Download MP4/)
  expect(download.suggestedFilename()).toBe('multi_photo_video.mp4')
  expect(await progress()).toContain('Exported 34 / 34 photos')
  const dialog = exportDialog(page, 'Video Export Complete!')
  await expect(dialog).toBeHidden()

  const file = await bytesOf(download)
  expect(boxesOf(file)).toEqual(['ftyp', 'moov', 'mdat'])
  const video = await decodeVideo(await download.path())
  expectProductEncoding(video, 600)
  expect(video.runs).toEqual(EACH_PHOTO)
  expect(video.pictures).toBe(34)
  // Each photo is encoded once; what follows it only repeats it.
  expect(video.keyFrames).toEqual(CHANGES)
  expect(Math.max(...video.sizes.filter((_, frame) => frame % 18 !== 0))).toBeLessThan(20)

  const played = await playToEnd(page, file)
  expect(played).toMatchObject({ duration: 10, end: 10, error: null })
  expect(played.frames).toBeGreaterThan(100)
})

test('encodes repeated photos once, and reuses the worker for the next video', { tag: '@long' }, async ({ member: page }) => {
  await openVideo(page, { count: 3 })
  await tamper(page, COUNT)
  for (const [time, encodes] of Object.entries({ first: 3, second: 6 })) {
    await test.step(time, async () => {
      const download = await downloadBy(page, /^Download MP4/)
      const video = await decodeVideo(await download.path())
      expectProductEncoding(video, 600)
      expect([video.runs, video.pictures]).toEqual([EACH_PHOTO, 3])
      expect(await encodesOf(page)).toBe(encodes)
      expect(videoWorkers(page)).toHaveLength(1)
      await expect(page.getByRole('dialog')).toBeHidden()
    })
  }
})

test('exports slides as a video with the chosen seconds per slide and a crossfade', { tag: '@long' }, async ({ member: page }) => {
  const photos = await uploadPhotos(page, { count: 3 })
  const slides = photos.map((backgroundImage, index) => ({ textBoxes: [{ text: `${index + 1}. open the window` }], backgroundImage }))
  await openProject(page, { title: 'three windows', slides })
  await exportBy(page, /^Download MP4/)
  const dialog = exportDialog(page, 'Slideshow as video')
  const seconds = dialog.getByRole('slider', { name: 'Time per slide' })
  await expect(seconds).toHaveAttribute('aria-valuetext', '3 seconds')
  await expect(dialog.getByText('The video will be 9 seconds long.')).toBeVisible()
  await seconds.focus()
  await page.keyboard.press('Home')
  await expect(dialog.getByText('The video will be 3 seconds long.')).toBeVisible()
  await dialog.getByRole('switch', { name: 'Cross-fade' }).check()
  await expectAccessible(page, 'the options of a video')
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export video' }).click()])
  expect(download.suggestedFilename()).toBe('three windows.mp4')

  const video = await decodeVideo(await download.path())
  expectProductEncoding(video, 180)
  // Half a second still, half a second of fading, twice; the last slide takes the whole second.
  expect(video.keyFrames).toEqual([0, 30, 60, 90, 120])
  expect(video.runs[0]).toBe(30)
  expect(video.runs.at(-1)).toBe(60)
  expect(video.pictures).toBeGreaterThan(40)
  expect(await playToEnd(page, await bytesOf(download))).toMatchObject({ duration: 3, end: 3, error: null })

  await exportBy(page, /^Download MP4/)
  await expect(seconds, 'it is kept for the next time').toHaveAttribute('aria-valuetext', '1 second')
})

test('falls back when an encoder ignores the request for key frames', { tag: '@long' }, async ({ member: page }) => {
  await openShortVideo(page, { alike: true })
  await tamper(
    page,
    `${COUNT}
     const { encode } = VideoEncoder.prototype
     VideoEncoder.prototype.encode = function (frame) { return encode.call(this, frame, {}) }`,
  )
  const download = await downloadShortVideo(page)
  expectProductEncoding(await decodeVideo(await download.path()), SHORT.frames)
  expect(boxesOf(await bytesOf(download))).toEqual(['ftyp', 'moov', 'mdat'])
  expect(await encodesOf(page)).toBe(SHORT.frames)
})

test('replaces a crashed worker', { tag: '@long' }, async ({ member: page }) => {
  await openShortVideo(page)
  const dying = `${COUNT}
    const { encode } = VideoEncoder.prototype
    VideoEncoder.prototype.encode = function (frame, options) { if (encodes === 2) close(); return encode.call(this, frame, options) }`
  await tamper(page, dying, COUNT)
  const download = await downloadShortVideo(page)
  expectProductEncoding(await decodeVideo(await download.path()), SHORT.frames)
  expect(await encodesOf(page)).toBe(SHORT.frames)
})

test('falls back when an encoder uses another profile than requested', { tag: '@long' }, async ({ member: page }) => {
  await openShortVideo(page)
  await tamper(
    page,
    `const { configure } = VideoEncoder.prototype
     VideoEncoder.prototype.configure = function (config) { return configure.call(this, { ...config, codec: 'avc1.64002a' }) }`,
  )
  const download = await downloadShortVideo(page)
  const { stream } = await decodeVideo(await download.path())
  expect(stream).toMatchObject({ profile: 'High', nb_frames: '180', avg_frame_rate: '60/1', duration: '3.000000' })
})

/** Pixels in the last rows and columns of a frame of one color that are far from the color of its first pixel. */
function wrongEdges(frame: Buffer, { width, height }: { width: number; height: number }): number {
  const wrong = Array.from({ length: width * height }, (_, pixel) => pixel).filter((pixel) => {
    if (pixel % width < width - 8 && pixel < (height - 8) * width) return false
    return [0, 1, 2].some((channel) => Math.abs((frame[channel] ?? 0) - (frame[3 * pixel + channel] ?? 0)) > 8)
  })
  return wrong.length
}

for (const [maker, code] of Object.entries({ browser: '', server: 'delete globalThis.VideoEncoder' })) {
  test(`in 4:5 and 1:1, the ${maker} makes a video whose frames are full to their edges`, { tag: '@long' }, async ({ member: page }) => {
    await openShortVideo(page)
    await tamper(page, code)
    const dialog = exportDialog(page, 'Slideshow as video')
    for (const [format, height] of [
      ['4:5', 1350],
      ['1:1', 1080],
    ] as const) {
      await exportBy(page, /^Download MP4/)
      await dialog.getByRole('radio', { name: format }).check()
      await expect(dialog).toContainText(`MP4, 1080 × ${height}, 60 fps`)
      const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export video' }).click()])
      expect(download.suggestedFilename()).toBe(`three windows ${format.replace(':', 'x')}.mp4`)
      const size = { width: 1080, height }
      const video = await decodeVideo(await download.path())
      expectProductEncoding(video, SHORT.frames, size)
      expect([video.runs, video.pictures]).toEqual([SHORT.runs, 3])
      // A frame that repeats its key frame.
      expect(wrongEdges(await framePixels(await download.path(), 30), size)).toBe(0)
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
}

test('offers supported formats when the current one has no videos', { tag: '@long' }, async ({ member: page }) => {
  await openVideo(page, { count: 3 })
  const menu = await openExportMenu(page)
  await menu.getByRole('menuitemradio', { name: '2:3' }).click()
  await menu.getByRole('menuitem', { name: /^Download MP4/ }).click()
  const dialog = exportDialog(page, 'Format of the video')
  expect(await dialog.getByRole('radio').evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent))).toEqual([
    '9:16',
    '4:5',
    '1:1',
  ])
  await expect(dialog.getByRole('radio', { name: '9:16' })).toBeChecked()
  await expectAccessible(page, 'the format of a video')
  await dialog.getByRole('radio', { name: '1:1' }).check()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export video' }).click()])
  expect(download.suggestedFilename()).toBe('multi_photo_video_1x1.mp4')
  expectProductEncoding(await decodeVideo(await download.path()), 600, { width: 1080, height: 1080 })
})

/** Browsers without a video encoder, and the message when the server can't encode either. */
const WITHOUT_ENCODER = {
  'has none': { code: 'delete globalThis.VideoEncoder', words: 'Browser does not support video recording. Please use a modern browser.' },
  'takes no H.264, whatever it promises': {
    code: `VideoEncoder.isConfigSupported = async (config) => ({ supported: true, config })
      VideoEncoder.prototype.configure = () => { throw new DOMException('no such codec', 'NotSupportedError') }`,
    words:
      'Browser does not support MP4 video recording. Please use a different browser (Chrome, Edge, or Firefox) that supports MP4 encoding.',
  },
  'fails in the middle': {
    code: `const { encode } = VideoEncoder.prototype
      let count = 0
      VideoEncoder.prototype.encode = function (frame, options) {
        if (++count > 1) throw new DOMException('out of memory', 'EncodingError')
        return encode.call(this, frame, options)
      }`,
    words: 'Video recording failed',
  },
}

for (const [what, { code, words }] of Object.entries(WITHOUT_ENCODER)) {
  test(
    `when the browser's encoder ${what}, the server renders the video, or the user is notified`,
    { tag: '@long' },
    async ({ member: page, watch }) => {
      watch.expectProblem(/^HTTP 503 POST \/api\/video$/)
      await openShortVideo(page)
      await tamper(page, code)
      await test.step('the server makes it', async () => {
        const download = await downloadShortVideo(page)
        const video = await decodeVideo(await download.path())
        expectProductEncoding(video, SHORT.frames)
        expect([video.runs, video.pictures]).toEqual([SHORT.runs, 3])
        await expect(page.getByRole('dialog')).toBeHidden()
      })
      await test.step('the server declines', async () => {
        await page.route('**/api/video', (route) => route.fulfill({ status: 503, json: { error: { code: 'BUSY', message: 'busy' } } }))
        await exportShortVideo(page)
        await expect(exportDialog(page, 'Export Failed').getByRole('alert')).toHaveText(`Failed to export video: ${words}`)
        expect(videoWorkers(page)).toEqual([])
        await expectAccessible(page, 'a failed video export')
      })
    },
  )
}

/** Within the page: a short video may be done before the test can read its progress. */
async function cancelInTheMiddle(dialog: Locator): Promise<void> {
  await dialog.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          const cancel = [...element.querySelectorAll('button')].find((button) => button.textContent === 'Cancel')
          if (!cancel || !/Exported [1-9]\d* \/ 34 photos/.test(element.textContent ?? '')) return void requestAnimationFrame(look)
          cancel.click()
          resolve()
        }
        look()
      }),
  )
}

test('a cancelled video leaves nothing running, and the next one works', { tag: '@long' }, async ({ member: page }) => {
  await openVideo(page, { count: 12 })
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await exportBy(page, /^Download MP4/)
  const dialog = exportDialog(page, 'Exporting')
  await expect(dialog).toBeVisible()
  await expect.poll(() => videoWorkers(page).length).toBe(1)
  // Opening the export menu again starts another worker, so watch the one at work instead of the count.
  const ended = videoWorkers(page)[0]?.waitForEvent('close')
  await cancelInTheMiddle(dialog)
  await expect(dialog).toBeHidden()
  await ended
  const download = await downloadBy(page, /^Download MP4/)
  expectProductEncoding(await decodeVideo(await download.path()), 600)
  expect(downloads).toBe(1)
})
