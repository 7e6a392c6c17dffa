import { chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { startPainterLab } from '../../scripts/start-painter-lab.mjs'
import { measureHtmlToImage } from './html-baseline.ts'
import { atLeast, atMost, type BenchTable, medianOf, quantile } from './table.ts'

/** Number of the lab's typical slides. */
const SLIDES = 10
const ROUNDS = 5
const REDRAWS = 200
/** Pixels of a slide in each format, the main one first. */
const PIXELS = { '9:16': 1080 * 1920, '4:5': 1080 * 1350, '3:4': 1080 * 1440, '1:1': 1080 * 1080, '2:3': 1000 * 1500 }

/** The lab page's measurement. */
interface LabPage {
  painterLab: {
    measureExport(set: string, fileType: 'png' | 'jpeg', format?: string): Promise<{ ms: number; bytes: number }>
    measureEncoding(set: string, fileType: 'png' | 'jpeg'): Promise<number>
    measureRedraw(set: string, times: number): Promise<number[]>
  }
}

interface ServerMeasure {
  whole: number
  encoding: number
  bytes: number
}

const median = (measure: () => Promise<number>): Promise<number> => medianOf(ROUNDS, measure)

function measureRedraws(page: Page, set: string): Promise<number[]> {
  const measure = ([name, times]: [string, number]) => (window as unknown as LabPage).painterLab.measureRedraw(name, times)
  return page.evaluate(measure, [set, REDRAWS] as [string, number])
}

/** Maximum cost per pixel in other formats, relative to 9:16. Layout and messages take about 4 ms per slide regardless of its size. */
const PIXEL_COST_MAX = 1.25

interface FormatCost {
  format: string
  /** Milliseconds to export a slide as PNG. */
  ms: number
  /** Milliseconds per pixel, relative to the main format. */
  ratio: number
}

/** Alternates exports in all formats and takes the fastest round of each, because other load on the machine only adds time. */
async function measureFormats(page: Page): Promise<FormatCost[]> {
  const measure = (format: string) => (window as unknown as LabPage).painterLab.measureExport('typical', 'png', format)
  const formats = Object.entries(PIXELS).map(([format, pixels]) => ({ format, pixels, times: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { format, times } of formats) times.push((await page.evaluate(measure, format)).ms / SLIDES)
  }
  const costs = formats.map(({ format, pixels, times }) => ({ format, pixels, ms: Math.min(...times) }))
  const [main] = costs
  if (!main) throw new Error('There is no format')
  return costs.map(({ format, pixels, ms }) => ({ format, ms, ratio: ms / pixels / (main.ms / main.pixels) }))
}

async function measureBrowser(page: Page) {
  const exported = (format: 'png' | 'jpeg') =>
    median(async () => (await page.evaluate((f) => (window as unknown as LabPage).painterLab.measureExport('typical', f), format)).ms)
  const encoded = (format: 'png' | 'jpeg') =>
    median(() => page.evaluate((f) => (window as unknown as LabPage).painterLab.measureEncoding('typical', f), format))
  return {
    png: (await exported('png')) / SLIDES,
    pngEncoding: (await encoded('png')) / SLIDES,
    jpeg: (await exported('jpeg')) / SLIDES,
    jpegEncoding: (await encoded('jpeg')) / SLIDES,
    formats: await measureFormats(page),
    control: (await median(() => measureHtmlToImage(page, 'typical'))) / SLIDES,
    redraws: await measureRedraws(page, 'full'),
    lookRedraws: await measureRedraws(page, 'full-look'),
  }
}

async function measureServer(url: string, format: 'png' | 'jpeg'): Promise<{ whole: number; encoding: number }> {
  const measures: ServerMeasure[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const response = await fetch(`${url}measure/typical/${format}?concurrency=2`)
    measures.push((await response.json()) as ServerMeasure)
  }
  const warm = measures.slice(1)
  return {
    whole:
      quantile(
        warm.map((measure) => measure.whole),
        0.5,
      ) / SLIDES,
    encoding:
      quantile(
        warm.map((measure) => measure.encoding),
        0.5,
      ) / SLIDES,
  }
}

/** Drawing and encoding slides in the browser and on the server. The baselines are encoding only and html-to-image. */
export async function run(): Promise<BenchTable> {
  const lab = await startPainterLab()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage()
    await page.goto(lab.url)
    await page.waitForFunction(() => 'painterLab' in window)
    const browserResults = await measureBrowser(page)
    const jpeg = await measureServer(lab.url, 'jpeg')
    const png = await measureServer(lab.url, 'png')
    const redraw = quantile(browserResults.redraws, 0.95)
    const lookRedraw = quantile(browserResults.lookRedraws, 0.95)
    return {
      title: `Slides of 1080 x 1920, ms a slide (${SLIDES} slides, median of ${ROUNDS} rounds)`,
      columns: ['what', 'ours', 'encoding alone', 'ratio', 'html-to-image'],
      rows: [
        [
          'browser PNG, two workers',
          browserResults.png,
          browserResults.pngEncoding,
          browserResults.png / browserResults.pngEncoding,
          browserResults.control,
        ],
        [
          'browser JPEG, two workers',
          browserResults.jpeg,
          browserResults.jpegEncoding,
          browserResults.jpeg / browserResults.jpegEncoding,
          '-',
        ],
        ...browserResults.formats.map(({ format, ms, ratio }) => [
          `browser PNG in ${format}, fastest round; ratio: per pixel, to 9:16`,
          ms,
          '-',
          ratio,
          '-',
        ]),
        ['server JPEG, two at once', jpeg.whole, jpeg.encoding, jpeg.whole / jpeg.encoding, '-'],
        ['server PNG, two at once', png.whole, png.encoding, png.whole / png.encoding, '-'],
        ['redraw of ten boxes, one dragged: p95', redraw, '-', '-', '-'],
        ['the same: median', quantile(browserResults.redraws, 0.5), '-', '-', '-'],
        ['redraw of thirty boxes with turns and shadows, one dragged: p95', lookRedraw, '-', lookRedraw / redraw, '-'],
      ],
      gates: [
        atMost('browser PNG', { value: browserResults.png, limit: 60, unit: 'ms a slide' }),
        atLeast('faster than html-to-image', { value: browserResults.control / browserResults.png, limit: 2.5, unit: 'times' }),
        ...browserResults.formats
          .slice(1)
          .map(({ format, ratio }) => atMost(`PNG in ${format}, per pixel`, { value: ratio, limit: PIXEL_COST_MAX, unit: 'times 9:16' })),
        atMost('server JPEG', { value: jpeg.whole, limit: 40, unit: 'ms a slide' }),
        atMost('server PNG', { value: png.whole, limit: 75, unit: 'ms a slide' }),
        atMost('redraw p95', { value: redraw, limit: 8, unit: 'ms' }),
        atMost('redraw p95 with turns and shadows', { value: lookRedraw, limit: 12, unit: 'ms' }),
      ],
    }
  } finally {
    await browser.close()
    await lab.stop()
  }
}
