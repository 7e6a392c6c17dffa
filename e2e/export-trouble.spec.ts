import type { Page } from '@playwright/test'
import { bytesOf, colorAt, decodePng, downloadBy, exportBy, exportDialog } from './driving/exporting.ts'
import { EVERY_VIEWPORT, expect, expectAccessibleIn, test } from './driving/journey.ts'
import { hideStarterPhotos } from './driving/library.ts'
import { greyPng } from './driving/images.ts'
import { openProject, uploadPhoto } from './driving/projects.ts'
import { expectQuarters, quarters } from './driving/quarters.ts'
import { hashOf, stagePixels } from './driving/studio.ts'
import { readZip } from './driving/zip.ts'

const exportWorkers = (page: Page) => page.workers().filter((worker) => worker.url().includes('export.worker'))

/** As bright as the photo itself: nothing lies over it. */
const PLAIN = { brightness: 10, contrast: 0 }

/** Uploads made from an upright image, and how much their colors may differ. */
const PHOTOS: {
  kind: string
  size: { width: number; height: number }
  within: number
  make(size: { width: number; height: number }): Promise<Buffer>
}[] = [
  {
    kind: 'portrait',
    size: { width: 1500, height: 4000 },
    within: 4,
    make: async (size) => (await quarters(size)).jpeg({ quality: 95 }).toBuffer(),
  },
  {
    kind: 'panorama',
    size: { width: 6000, height: 1000 },
    within: 4,
    make: async (size) => (await quarters(size)).jpeg({ quality: 95 }).toBuffer(),
  },
  {
    kind: 'of 50 megapixels',
    size: { width: 10_000, height: 5000 },
    within: 4,
    make: async (size) => (await quarters(size)).jpeg({ quality: 90 }).toBuffer(),
  },
  {
    kind: 'with a Display P3 profile',
    size: { width: 1200, height: 1600 },
    within: 6,
    make: async (size) => (await quarters(size)).withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
  },
  {
    kind: 'in printing inks',
    size: { width: 1200, height: 1600 },
    // No ink is as blue as the blue quarter: there and back costs 38.
    within: 40,
    make: async (size) => (await quarters(size)).toColorspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
  },
  {
    kind: 'lying on its side, as its EXIF data say',
    size: { width: 1080, height: 1920 },
    within: 4,
    make: async (size) => (await quarters(size)).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer(),
  },
  {
    kind: 'upside down and mirrored, as its EXIF data say',
    size: { width: 1080, height: 1920 },
    within: 4,
    make: async (size) => (await quarters(size)).flip().withMetadata({ orientation: 4 }).jpeg({ quality: 95 }).toBuffer(),
  },
]

test('exports photos of every kind upright and in their colors', { tag: '@long' }, async ({ member: page }) => {
  const slides = []
  for (const { kind, size, make } of PHOTOS) {
    const buffer = await make(size)
    slides.push({ ...PLAIN, backgroundImage: await uploadPhoto(page, { name: `${kind}.jpg`, mimeType: 'image/jpeg', buffer }) })
  }
  await openProject(page, { title: 'photos', slides })
  const files = await readZip(await downloadBy(page, /^Download ZIP/))
  for (const [index, { kind, within }] of PHOTOS.entries()) {
    const file = files[index]
    if (!file) throw new Error(`${kind}: there is no file`)
    await test.step(kind, () => expectQuarters({ width: file.width, height: file.height, data: file.pixels }, within))
  }
  await expect.poll(() => stagePixels(page)).toBe(hashOf(files[0]?.pixels ?? new Uint8Array()))
})

test('names a failing photo, and exports without it only when the user agrees', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/^HTTP 500 GET \/files\/cover\//)
  watch.expectProblem(/^console\.info: Could not load a photo/)
  const photos = []
  for (const width of [1080, 1079]) photos.push(await uploadPhoto(page, greyPng(`${width}.png`, { width, height: 1920 })))
  await openProject(page, { title: 'photos', slides: [{}, ...photos.map((backgroundImage) => ({ ...PLAIN, backgroundImage }))] })
  const gone = photos[1] ?? ''
  await page.route(new RegExp(`/files/cover/${gone}`), (route) => route.fulfill({ status: 500 }))

  await exportBy(page, /^Download ZIP/)
  const dialog = exportDialog(page, 'Some photos are missing')
  await expect(dialog.getByText('Failed to load photo 3', { exact: true })).toBeVisible()
  await expect(dialog.getByText(/Failed to load photo/)).toHaveCount(1)
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a missing photo')
  const [without] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Export anyway' }).click()])
  const files = await readZip(without)
  expect(files).toHaveLength(3)
  // The plain backdrop, as on the first slide, which never had a photo.
  expect([...(files[2]?.pixels.subarray(0, 4) ?? [])]).not.toEqual([...(files[1]?.pixels.subarray(0, 4) ?? [])])
  await expect(dialog).toBeHidden()

  await exportBy(page, /^Download ZIP/)
  await expect(dialog).toBeVisible()
  await page.unrouteAll()
  const [whole] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Try again' }).click()])
  const found = await readZip(whole)
  expect([...(found[2]?.pixels.subarray(0, 4) ?? [])]).toEqual([...(found[1]?.pixels.subarray(0, 4) ?? [])])
})

test('exports a slide with more images than fit into memory', { tag: '@long' }, async ({ member: page }) => {
  const imageBoxes = []
  for (let index = 0; index < 30; index += 1) {
    const imageUrl = await uploadPhoto(page, greyPng(`${index}.png`, { width: 60 + index, height: 60 }), 'image-box')
    imageBoxes.push({ imageUrl, x: (index % 6) * 42, y: Math.floor(index / 6) * 90, width: 40, height: 40 })
  }
  await openProject(page, { title: 'many pictures', slides: [{ ...PLAIN, imageBoxes }, {}] })
  const [file] = await readZip(await downloadBy(page, /^Download ZIP/))
  if (!file) throw new Error('There is no file')
  const image = { width: file.width, height: file.height, data: file.pixels }
  // The test pictures are of one grey, 128; the backdrop is violet.
  const places = imageBoxes.map(({ x, y }) => colorAt(image, (x + 20) / 256, (y + 20) / 455))
  expect(places.filter((color) => color.some((value) => Math.abs(value - 128) > 2))).toEqual([])
})

test('replaces crashed workers, and exports the same files', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/uncaught: Error: out of memory/)
  const photo = await uploadPhoto(page, greyPng('harbour.png', { width: 1080, height: 1920 }))
  const slides = Array.from({ length: 35 }, (_, index) => ({ textBoxes: [{ text: `window ${index}` }], backgroundImage: photo }))
  await openProject(page, { title: 'windows', slides })
  const whole = (await readZip(await downloadBy(page, /^Download ZIP/))).map((file) => hashOf(file.pixels))

  const endings = {
    'one ends without a word': (worker: ReturnType<typeof exportWorkers>[number]) => worker.evaluate(() => close()),
    'one throws': (worker: ReturnType<typeof exportWorkers>[number]) =>
      worker.evaluate(() => {
        setTimeout(() => {
          throw new Error('out of memory')
        })
      }),
  }
  for (const [name, end] of Object.entries(endings)) {
    await test.step(name, async () => {
      await expect(page.getByRole('dialog')).toBeHidden()
      const download = page.waitForEvent('download')
      // Looks at each frame: on a fast machine the export is over before the next try of an expectation.
      const begun = page.waitForFunction(() => /Exported ([2-9]|1\d) \/ 35 slides/.test(document.body.innerText), undefined, {
        polling: 'raf',
      })
      await exportBy(page, /^Download ZIP/)
      await begun
      const [worker] = exportWorkers(page)
      if (!worker) throw new Error('No export worker is running')
      await end(worker)
      expect((await readZip(await download)).map((file) => hashOf(file.pixels))).toEqual(whole)
    })
  }
})

test('reports workers that never start, and succeeds on retry', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/./)
  await openProject(page, { title: 'windows', slides: [{}, {}] })
  await page.route(/export\.worker/, (route) => route.abort())
  await exportBy(page, /^Download ZIP/)
  const dialog = exportDialog(page, 'Export Failed')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to export slides: The export worker stopped')
  await expectAccessibleIn(page, EVERY_VIEWPORT, 'a failed export')
  await page.unrouteAll()
  const [download] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Try again' }).click()])
  expect(await readZip(download)).toHaveLength(2)
})

test('rejects a video without photos with the message of the preview', { tag: '@long' }, async ({ member: page, context }) => {
  await hideStarterPhotos(context)
  await openProject(page, {
    title: 'motivational video',
    contentType: 'multi-photo-video',
    slides: [{ textBoxes: [{ text: 'keep going' }] }],
  })
  await expect(page.getByText('No photos available for video', { exact: true })).toBeVisible()
  await exportBy(page, /^Download MP4/)
  const dialog = exportDialog(page, 'Export Failed')
  await expect(dialog.getByRole('alert')).toHaveText('Failed to export video: No photos available for video export')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  // The slide itself needs no photo.
  const slide = await downloadBy(page, /^Download this slide/)
  expect(decodePng(await bytesOf(slide)).width).toBe(1080)
})

test('a video names a failing photo, and continues without it on request', { tag: '@long' }, async ({ member: page, watch }) => {
  watch.expectProblem(/^HTTP 404 GET \/files\/cover\//)
  const photos = []
  for (const width of [1080, 1079, 1078]) photos.push(await uploadPhoto(page, greyPng(`${width}.png`, { width, height: 1920 })))
  await openProject(page, {
    title: 'motivational video',
    contentType: 'multi-photo-video',
    slides: [{ textBoxes: [{ text: 'keep going' }], backgroundImage: photos[0] ?? null }],
  })
  await page.route(new RegExp(`/files/cover/${photos[0]}`), (route) => route.fulfill({ status: 404 }))
  await exportBy(page, /^Download MP4/)
  const dialog = exportDialog(page, 'Some photos are missing')
  await expect(dialog.getByText('Failed to load photo 1', { exact: true })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    dialog.getByRole('button', { name: 'Export anyway' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('multi_photo_video.mp4')
})
