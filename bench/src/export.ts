import { chromium, type Page } from 'playwright-core'
import { z } from 'zod'
import { ensureChromium } from '../../scripts/setup.mjs'
import { startPainterLab } from '../../scripts/start-painter-lab.mjs'
import { measureHtmlToImage } from './html-baseline.ts'
import { atLeast, atMost, type BenchGate, type BenchTable, quantile } from './table.ts'

/** The lab's slides as users make them. */
const SLIDES = 10
const ROUNDS = 5

type VideoKind = 'ours' | 'sound' | 'originals' | 'mediabunny600' | 'mediaRecorder'

interface Measured {
  ms: number
  bytes: number
  /** The longest time between two frames of the page meanwhile, in milliseconds. */
  longestGap: number
}

/** The lab page's measurement. */
interface LabPage {
  painterLab: {
    measureVideo(kind: VideoKind): Promise<Measured>
    measureZip(set: string): Promise<Measured>
  }
}

const video = (page: Page, kind: VideoKind): Promise<Measured> =>
  page.evaluate((how) => (window as unknown as LabPage).painterLab.measureVideo(how), kind)
const zip = (page: Page): Promise<Measured> => page.evaluate(() => (window as unknown as LabPage).painterLab.measureZip('typical'))

/** Times of one way, and the gaps of the page meanwhile. */
interface Rounds {
  ms: number
  longestGap: number
}

function medians(measured: readonly Measured[]): Rounds {
  const of = (key: 'ms' | 'longestGap'): number =>
    quantile(
      measured.map((one) => one[key]),
      0.5,
    )
  return { ms: of('ms'), longestGap: of('longestGap') }
}

/** Each way in turn, round by round: whatever else the machine does meets all of them alike. The first round only warms up. */
async function measureBrowser(page: Page) {
  const kept = {
    ours: [] as Measured[],
    sound: [] as Measured[],
    originals: [] as Measured[],
    every: [] as Measured[],
    zip: [] as Measured[],
    html: [] as number[],
  }
  await zip(page)
  await video(page, 'ours')
  await measureHtmlToImage(page, 'typical')
  for (let round = 0; round < ROUNDS; round++) {
    kept.ours.push(await video(page, 'ours'))
    kept.sound.push(await video(page, 'sound'))
    kept.every.push(await video(page, 'mediabunny600'))
    kept.originals.push(await video(page, 'originals'))
    kept.zip.push(await zip(page))
    kept.html.push(await measureHtmlToImage(page, 'typical'))
  }
  // As long as the video lasts, however quick the machine is: once is enough.
  const recorder = await video(page, 'mediaRecorder')
  return {
    ours: medians(kept.ours),
    sound: medians(kept.sound),
    originals: medians(kept.originals),
    every: medians(kept.every),
    zip: medians(kept.zip),
    html: quantile(kept.html, 0.5) / SLIDES,
    recorder,
  }
}

const slidesReply = z.object({ whole: z.number(), encoding: z.number() })
const videoReply = z.object({ ms: z.array(z.number()), cpuMs: z.array(z.number()), peakBytes: z.number() })

/** Milliseconds a slide on the server, and of the encoding alone. */
async function measureServerSlides(url: string, format: 'png' | 'jpeg') {
  const replies: z.infer<typeof slidesReply>[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const reply = await fetch(`${url}measure/typical/${format}?concurrency=2`)
    replies.push(slidesReply.parse(await reply.json()))
  }
  const of = (key: 'whole' | 'encoding'): number =>
    quantile(
      replies.slice(1).map((one) => one[key]),
      0.5,
    ) / SLIDES
  return { whole: of('whole'), encoding: of('encoding') }
}

/** The video in a process like the product's: what it took, on the clock and of all cores, and the most memory it held. */
async function measureServerVideo(url: string) {
  const reply = await fetch(`${url}measure/video?rounds=${ROUNDS + 1}`)
  const { ms, cpuMs, peakBytes } = videoReply.parse(await reply.json())
  return { ms: quantile(ms.slice(1), 0.5), cpuMs: quantile(cpuMs.slice(1), 0.5), peakMegabytes: peakBytes / 2 ** 20 }
}

type InBrowser = Awaited<ReturnType<typeof measureBrowser>>

function browserTable({ ours, sound, originals, every, zip: archive, html, recorder }: InBrowser): BenchTable {
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
      ['the same from photos of 12 megapixels', seconds(originals), 's', '-', '-', originals.longestGap],
      [`ZIP of ${SLIDES} slides`, seconds(archive), 's', '-', '-', archive.longestGap],
      ['  a slide of it as PNG, compared with html-to-image', slide, 'ms', html, html / slide, '-'],
    ],
    gates: [
      atMost('MP4 from renditions', { value: seconds(ours), limit: 2, unit: 's' }),
      atLeast('faster than 600 encodes', { value: every.ms / ours.ms, limit: 1.8, unit: 'times' }),
      atLeast('faster than MediaRecorder', { value: recorder.ms / ours.ms, limit: 5, unit: 'times' }),
      atMost('MP4 with sound', { value: sound.ms / ours.ms, limit: 1.2, unit: 'times the time without' }),
      atMost('MP4 from 12 megapixels', { value: seconds(originals), limit: 6, unit: 's' }),
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
  const serverVideo = await measureServerVideo(url)
  const gates: BenchGate[] = [
    atMost('JPEG', { value: jpeg.whole, limit: 40, unit: 'ms a slide' }),
    atMost('PNG', { value: png.whole, limit: 75, unit: 'ms a slide' }),
    atMost('MP4', { value: serverVideo.ms / 1000, limit: 2.5, unit: 's' }),
    atMost('memory', { value: serverVideo.peakMegabytes, limit: 512, unit: 'MB' }),
  ]
  return {
    title: `The same on the server, two at once (median of ${ROUNDS} rounds)`,
    columns: ['what', 'time', 'unit', 'encoding alone', 'of all cores', 'peak memory, MB'],
    rows: [
      ['JPEG, a slide', jpeg.whole, 'ms', jpeg.encoding, '-', '-'],
      ['PNG, a slide', png.whole, 'ms', png.encoding, '-', '-'],
      ['MP4 of 34 photos, 600 frames', serverVideo.ms / 1000, 's', '-', serverVideo.cpuMs / 1000, serverVideo.peakMegabytes],
    ],
    gates,
  }
}

/** Every way out of the studio, beside what others would take for it in the same run. */
export async function run(): Promise<BenchTable[]> {
  const lab = await startPainterLab()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(lab.url)
    await page.waitForFunction(() => 'painterLab' in window)
    const inBrowser = browserTable(await measureBrowser(page))
    // The server is measured without the browser beside it.
    await browser.close()
    return [inBrowser, await serverTable(lab.url)]
  } finally {
    await browser.close()
    await lab.stop()
  }
}
