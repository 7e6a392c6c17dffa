import { writeFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { startPainterLab } from '../scripts/start-painter-lab.mjs'
import type { PainterLab } from '../scripts/start-painter-lab.mjs'
import { decodeVideo, expectProductEncoding, hasFfmpeg } from './driving/mp4.ts'
import type { PainterLabPage, SlideView } from './driving/painter-lab.ts'

// Each slide is drawn twice, in a tenth to a quarter of a second: half a minute in all, minutes on a busy machine.
test.setTimeout(300_000)

/** As many as the lab serves under the names `parity` and `looks`. */
const SLIDES = 40
/** All of each set: `generated` has every style, script and level, with emoji, images and logos, `styled` every own look as well. */
const GENERATED = 300
/** Slides of `dressed`: 14 looks, six roles, four photos. Every thirteenth of them includes each look. */
const DRESSED = 336
const DRESSED_STEP = 13
const FORMATS = ['9:16', '4:5', '3:4', '1:1', '2:3']
/** Slides of each set whose exported files are compared in each format. */
const EXPORTED = 20
/** Slides a test, and slides whose pixels are in memory at once. */
const PART = 100
const BATCH = 10

let lab: PainterLab

test.beforeAll(async () => {
  lab = await startPainterLab()
})

test.afterAll(async () => {
  await lab.stop()
})

test.beforeEach(async ({ page }) => {
  await page.goto(lab.url)
  await page.waitForFunction(() => 'painterLab' in window)
})

interface SlideRange {
  set: string
  from: number
  to: number
  format: string
}

/** Exports slides and compares them with the server's drawings, a batch at a time. */
async function expectServerBytes(page: Page, { set, from: first, to: last, format }: SlideRange): Promise<void> {
  const compare = (range: SlideRange) => (window as unknown as PainterLabPage).painterLab.compareExportWithServer(range)
  const differing: string[] = []
  for (let from = first; from < last; from += BATCH) {
    const differences = await page.evaluate(compare, { set, from, to: from + BATCH, format })
    expect(differences).toHaveLength(BATCH)
    for (const [index, { bytes, largest }] of differences.entries()) {
      if (bytes > 0) differing.push(`slide ${from + index}: ${bytes} bytes, by up to ${largest}`)
    }
  }
  expect(differing).toEqual([])
}

// Each slide is compared in one format, the next one in the next format; with E2E_PARITY=all each in every format.
const ROUNDS = process.env.E2E_PARITY === 'all' ? FORMATS.length : 1
const PARTS = Object.entries({ generated: GENERATED, styled: GENERATED, dressed: DRESSED }).flatMap(([set, slides]) =>
  Array.from({ length: ROUNDS }, (_, round) => round).flatMap((round) =>
    Array.from({ length: Math.ceil(slides / PART) }, (_, part) => part * PART).map((from) => ({
      set,
      round,
      from,
      to: Math.min(from + PART, slides),
    })),
  ),
)

const formatAt = (position: number): string => FORMATS[position % FORMATS.length] ?? ''

/** The slides that the page draws differently from the server. */
function differingFromServer(page: Page, views: readonly SlideView[]): Promise<SlideView[]> {
  return page.evaluate((compared) => (window as unknown as PainterLabPage).painterLab.differingFromServer(compared), views)
}

for (const { set, round, from, to } of PARTS) {
  const title = `${set} slides ${from + 1} to ${to}, round ${round + 1}: the page and the server draw the same bytes`
  test(title, { tag: '@long' }, async ({ page }) => {
    const views = Array.from({ length: to - from }, (_, at) => ({ set, index: from + at, format: formatAt(from + at + round) }))
    expect(await differingFromServer(page, views)).toEqual([])
  })
}

test('the page and the server draw the same bytes in every look', async ({ page }) => {
  const views = Array.from({ length: Math.ceil(DRESSED / DRESSED_STEP) }, (_, at) => ({
    set: 'dressed',
    index: DRESSED_STEP * at,
    format: formatAt(at),
  }))
  expect(await differingFromServer(page, views)).toEqual([])
})

test('a comparison by hashes finds a slide that the page draws differently', async ({ page }) => {
  // The server draws this slide with the photo of the next one.
  await page.route(/\/pictures\/lab\/photo-1\.jpg/, async (route) =>
    route.continue({ url: route.request().url().replace('photo-1', 'photo-2') }),
  )
  const views = [0, 1].map((index) => ({ set: 'typical', index, format: '4:5' }))
  const differing = await differingFromServer(page, views)
  expect(differing.map(({ index }) => index)).toEqual([0])
})

for (const format of FORMATS) {
  test(`exported files in ${format} hold the bytes that the server draws`, { tag: '@long' }, async ({ page }) => {
    for (const set of ['generated', 'styled']) await expectServerBytes(page, { set, from: 0, to: EXPORTED, format })
  })
}

test('exports and videos in an uploaded font match the server’s rendering byte for byte', { tag: '@long' }, async ({ page }) => {
  await expectServerBytes(page, { set: 'uploaded', from: 0, to: EXPORTED, format: '9:16' })
  const differences = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.compareWithVideo('uploaded', '4:5'))
  expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
})

test('exported images equal the preview', async ({ page }) => {
  const differences = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.compareWithExport('typical'))
  expect(differences).toHaveLength(10)
  expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
})

test('the frames of a video equal the preview', { tag: '@long' }, async ({ page }) => {
  const compare = ([set, format]: [string, string]) => (window as unknown as PainterLabPage).painterLab.compareWithVideo(set, format)
  for (const set of ['typical 9:16', 'parity 9:16', 'parity 4:5', 'typical 1:1']) {
    const differences = await page.evaluate(compare, set.split(' ') as [string, string])
    expect(differences.length).toBeGreaterThanOrEqual(10)
    expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
  }
})

test(
  'a video with motion shows a new picture every two frames, and every frame in a cross-fade',
  { tag: '@long' },
  async ({ page }, info) => {
    test.skip(!hasFfmpeg, 'needs an independent decoder')
    const path = info.outputPath('motion.mp4')
    await writeFile(path, await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.makeMovingVideo()))
    const decoded = await decodeVideo(path)
    expectProductEncoding(decoded, 120)
    const pairs = (count: number): number[] => Array.from({ length: count }, () => 2)
    // The first slide moves for half a second before the cross-fade, the second one for a whole second after it.
    expect(decoded.runs.slice(0, 15)).toEqual(pairs(15))
    expect(decoded.runs.slice(-30)).toEqual(pairs(30))
    expect(decoded.keyFrames).toEqual([0, 30, 60, 90])
  },
)

test('incremental and full rendering give the same result', { tag: '@long' }, async ({ page }) => {
  for (const set of ['parity', 'looks']) {
    const differences = await page.evaluate((name) => (window as unknown as PainterLabPage).painterLab.compareRepaint(name), set)
    expect(differences).toHaveLength(SLIDES)
    expect(differences.filter(({ bytes }) => bytes > 0)).toEqual([])
  }
})

/** Redraws the first slides in a page; returns the differences from the server's and how many images the page itself decoded. */
async function drawCounting(page: Page, without: 'nothing' | 'OffscreenCanvas' | 'Worker') {
  await page.addInitScript((missing) => {
    if (missing !== 'nothing') Reflect.deleteProperty(globalThis, missing)
    const { createImageBitmap: decode } = globalThis
    Reflect.set(globalThis, 'decoded', 0)
    Reflect.set(globalThis, 'createImageBitmap', (...args: [ImageBitmapSource]) => {
      Reflect.set(globalThis, 'decoded', Number(Reflect.get(globalThis, 'decoded')) + 1)
      return decode(...args)
    })
  }, without)
  await page.reload()
  await page.waitForFunction(() => 'painterLab' in window)
  return page.evaluate(async () => {
    const { painterLab } = window as unknown as PainterLabPage
    const differences = [await painterLab.compareWithServer('typical', 0), await painterLab.compareWithServer('typical', 1)]
    return { bytes: differences.map(({ bytes }) => bytes), decoded: Number(Reflect.get(globalThis, 'decoded')) }
  })
}

test('decodes images in a worker, or in the page where that is unavailable', { tag: '@long' }, async ({ page }) => {
  expect(await drawCounting(page, 'nothing')).toEqual({ bytes: [0, 0], decoded: 0 })
  for (const missing of ['OffscreenCanvas', 'Worker'] as const) {
    const { bytes, decoded } = await drawCounting(page, missing)
    expect([bytes, decoded > 0]).toEqual([[0, 0], true])
  }
})

test('a cancelled export stops, and the next one works', async ({ page }) => {
  const outcome = await page.evaluate(() => (window as unknown as PainterLabPage).painterLab.cancelExport('typical'))
  expect(outcome).toEqual({ reason: 'Error: enough', drawn: 1, filesAfterwards: 3 })
})

test('an export fails offline, and continues without a missing photo', async ({ page }) => {
  const exportWithout = (how: 'network' | 'file') =>
    page.evaluate((by) => (window as unknown as PainterLabPage).painterLab.exportWithout('typical', by), how)
  expect(await exportWithout('network')).toMatch(/^Error: /)
  expect(await exportWithout('file')).toBe('10 files')
})
