import { chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { ensureChromium } from '../../scripts/setup.mjs'
import { startPainterLab } from '../../scripts/start-painter-lab.mjs'
import { measureHtmlToImage } from './html-baseline.ts'
import { atLeast, atMost, type BenchGate, type BenchTable, quantile } from './table.ts'

/** Number of the lab's typical slides. */
const SLIDES = 10
const ROUNDS = 5
/** Length of the video with motion, in seconds. */
const MOTION_SECONDS = 10

type VideoKind = 'ours' | 'sound' | 'motion' | 'originals' | 'mediabunny600' | 'mediaRecorder'

interface Measurement {
  ms: number
  bytes: number
  /** The longest time between two frames of the page during the export, in milliseconds. */
  longestGap: number
}

/** The lab page's measurement. */
interface LabPage {
  painterLab: {
    measureVideo(kind: VideoKind): Promise<Measurement>
    measureZip(set: string): Promise<Measurement>
  }
}

const video = (page: Page, kind: VideoKind): Promise<Measurement> =>
  page.evaluate((videoKind) => (window as unknown as LabPage).painterLab.measureVideo(videoKind), kind)
const zip = (page: Page): Promise<Measurement> => page.evaluate(() => (window as unknown as LabPage).painterLab.measureZip('typical'))

/** Medians of the durations and of the page's longest frame gaps. */
interface Medians {
  ms: number
  longestGap: number
}

function medians(measured: readonly Measurement[]): Medians {
  const medianBy = (key: 'ms' | 'longestGap'): number =>
    quantile(
      measured.map((measurement) => measurement[key]),
      0.5,
    )
  return { ms: medianBy('ms'), longestGap: medianBy('longestGap') }
}

/** Alternates all kinds of export, so that other load on the machine affects them equally. The first round only warms up. */
async function measureBrowser(page: Page) {
  const results = {
    ours: [] as Measurement[],
    sound: [] as Measurement[],
    motion: [] as Measurement[],
    originals: [] as Measurement[],
    every: [] as Measurement[],
    zip: [] as Measurement[],
    html: [] as number[],
  }
  await zip(page)
  await video(page, 'ours')
  await measureHtmlToImage(page, 'typical')
  for (let round = 0; round < ROUNDS; round++) {
    results.ours.push(await video(page, 'ours'))
    results.sound.push(await video(page, 'sound'))
    results.motion.push(await video(page, 'motion'))
    results.every.push(await video(page, 'mediabunny600'))
    results.originals.push(await video(page, 'originals'))
    results.zip.push(await zip(page))
    results.html.push(await measureHtmlToImage(page, 'typical'))
  }
  // MediaRecorder always takes the length of the video, so one run is enough.
  const recorder = await video(page, 'mediaRecorder')
  return {
    ours: medians(results.ours),
    sound: medians(results.sound),
    fromOriginals: medians(results.originals),
    every: medians(results.every),
    zip: medians(results.zip),
    html: quantile(results.html, 0.5) / SLIDES,
    recorder,
    motion: medians(results.motion),
  }
}

const slidesResponseSchema = z.object({ whole: z.number(), encoding: z.number() })
const videoResponseSchema = z.object({ ms: z.array(z.number()), cpuMs: z.array(z.number()), peakBytes: z.number() })

/** Milliseconds per slide on the server, in total and for encoding only. */
async function measureServerSlides(url: string, format: 'png' | 'jpeg') {
  const results: z.infer<typeof slidesResponseSchema>[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const response = await fetch(`${url}measure/typical/${format}?concurrency=2`)
    results.push(slidesResponseSchema.parse(await response.json()))
  }
  const medianBy = (key: 'whole' | 'encoding'): number =>
    quantile(
      results.slice(1).map((measurement) => measurement[key]),
      0.5,
    ) / SLIDES
  return { whole: medianBy('whole'), encoding: medianBy('encoding') }
}

/** A video in a process like the product's: elapsed time, CPU time and peak memory. */
async function measureServerVideo(url: string, kind: 'photos' | 'motion') {
  const response = await fetch(`${url}measure/video?kind=${kind}&rounds=${ROUNDS + 1}`)
  const { ms, cpuMs, peakBytes } = videoResponseSchema.parse(await response.json())
  return { ms: quantile(ms.slice(1), 0.5), cpuMs: quantile(cpuMs.slice(1), 0.5), peakMegabytes: peakBytes / 2 ** 20 }
}

type BrowserResults = Awaited<ReturnType<typeof measureBrowser>>

function browserTable({ ours, sound, fromOriginals, every, zip: archive, html, recorder, motion }: BrowserResults): BenchTable {
  const slide = archive.ms / SLIDES
  const seconds = (rounds: { ms: number }): number => rounds.ms / 1000
  return {
    title: `Exports in the browser, two cores (median of ${ROUNDS} rounds)`,
    columns: ['what', 'time', 'unit', 'baseline', 'times as fast', 'longest gap of the page, ms'],
    rows: [
      ['MP4 of 34 photos, 600 frames, from renditions', seconds(ours), 's', '-', '-', ours.longestGap],
      ['  compared with 600 encodes (mediabunny)', seconds(ours), 's', seconds(every), every.ms / ours.ms, every.longestGap],
      ['  compared with MediaRecorder', seconds(ours), 's', seconds(recorder), recorder.ms / ours.ms, recorder.longestGap],
      ['the same with sound, cut and faded', seconds(sound), 's', seconds(ours), ours.ms / sound.ms, sound.longestGap],
      ['ten slides with motion, 600 frames', seconds(motion), 's', seconds(ours), ours.ms / motion.ms, motion.longestGap],
      ['the same from photos of 12 megapixels', seconds(fromOriginals), 's', '-', '-', fromOriginals.longestGap],
      [`ZIP of ${SLIDES} slides`, seconds(archive), 's', '-', '-', archive.longestGap],
      ['  a slide of it as PNG, compared with html-to-image', slide, 'ms', html, html / slide, '-'],
    ],
    gates: [
      atMost('MP4 from renditions', { value: seconds(ours), limit: 2, unit: 's' }),
      atLeast('faster than 600 encodes', { value: every.ms / ours.ms, limit: 1.8, unit: 'times' }),
      atLeast('faster than MediaRecorder', { value: recorder.ms / ours.ms, limit: 5, unit: 'times' }),
      atMost('MP4 with sound', { value: sound.ms / ours.ms, limit: 1.2, unit: 'times the time without' }),
      atMost('MP4 with motion', { value: seconds(motion) / MOTION_SECONDS, limit: 1, unit: 'of its length' }),
      atMost('MP4 from 12 megapixels', { value: seconds(fromOriginals), limit: 6, unit: 's' }),
      atMost('PNG', { value: slide, limit: 60, unit: 'ms a slide' }),
      atLeast('faster than html-to-image', { value: html / slide, limit: 2.5, unit: 'times' }),
      atMost(`ZIP of ${SLIDES}`, { value: seconds(archive), limit: 0.7, unit: 's' }),
      atMost('longest gap, ZIP', { value: archive.longestGap, limit: 50, unit: 'ms' }),
      atMost('longest gap, MP4', { value: ours.longestGap, limit: 50, unit: 'ms' }),
    ],
  }
}

async function serverTable(url: string): Promise<BenchTable> {
  const jpeg = await measureServerSlides(url, 'jpeg')
  const png = await measureServerSlides(url, 'png')
  const serverVideo = await measureServerVideo(url, 'photos')
  const motion = await measureServerVideo(url, 'motion')
  const gates: BenchGate[] = [
    atMost('JPEG', { value: jpeg.whole, limit: 40, unit: 'ms a slide' }),
    atMost('PNG', { value: png.whole, limit: 75, unit: 'ms a slide' }),
    atMost('MP4', { value: serverVideo.ms / 1000, limit: 2.5, unit: 's' }),
    atMost('MP4 with motion', { value: motion.ms / 1000 / MOTION_SECONDS, limit: 1, unit: 'of its length' }),
    atMost('memory', { value: Math.max(serverVideo.peakMegabytes, motion.peakMegabytes), limit: 512, unit: 'MB' }),
  ]
  return {
    title: `The same on the server, two at once (median of ${ROUNDS} rounds)`,
    columns: ['what', 'time', 'unit', 'encoding alone', 'of all cores', 'peak memory, MB'],
    rows: [
      ['JPEG, a slide', jpeg.whole, 'ms', jpeg.encoding, '-', '-'],
      ['PNG, a slide', png.whole, 'ms', png.encoding, '-', '-'],
      ['MP4 of 34 photos, 600 frames', serverVideo.ms / 1000, 's', '-', serverVideo.cpuMs / 1000, serverVideo.peakMegabytes],
      ['ten slides with motion, 600 frames', motion.ms / 1000, 's', '-', motion.cpuMs / 1000, motion.peakMegabytes],
    ],
    gates,
  }
}

/** All exports, next to alternative implementations as baselines. */
export async function run(): Promise<BenchTable[]> {
  const lab = await startPainterLab()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(lab.url)
    await page.waitForFunction(() => 'painterLab' in window)
    const inBrowser = browserTable(await measureBrowser(page))
    // Measures the server without a running browser.
    await browser.close()
    return [inBrowser, await serverTable(lab.url)]
  } finally {
    await browser.close()
    await lab.stop()
  }
}
