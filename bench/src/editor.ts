import type { Browser, BrowserContext, Page } from 'playwright-core'
import { startPainterLab } from '../../scripts/start-painter-lab.mjs'
import { type Interaction, recordInteractions } from './editor-interactions.ts'
import { measureFormats } from './editor-formats.ts'
import { measureOpenings } from './editor-opening.ts'
import { measurePhotos, type LongTasks } from './editor-photos.ts'
import { createProject, signInToDemo } from './editor-project.ts'
import { measureInBrowser } from './in-browser.ts'
import type { RunningProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

const REDRAWS = 200
const REDRAW_LIMIT = 8
/** Milliseconds between two frames at 60 per second, rounded to a tenth as by browsers. */
const FRAME_MS = 16.7
/** Moves of one drag, about one per frame for three seconds. */
const MOVES = 180
const DRAGS = 5
/** Milliseconds from an input to the next frame, by CPU slowdown of the page. */
const INTERACTION_LIMITS = [
  { cpuSlowdown: 1, limit: 100 },
  { cpuSlowdown: 4, limit: 200 },
] as const
const OPENING_LIMIT = 800

interface Spread {
  p50: number
  p95: number
  longest: number
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.map((value) => Math.round(value * 10) / 10).toSorted((a, b) => a - b)
  const quantileAt = (quantile: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0
  return { p50: quantileAt(0.5), p95: quantileAt(0.95), longest: sorted.at(-1) ?? 0 }
}

/** Gaps between frames while the pointer is moved over a page. Recorded in the page, by the time of each frame. */
async function recordGaps(page: Page, move: (step: number) => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    const tick = (time: number): void => {
      times.push(time)
      if (!('stopTicks' in globalThis)) requestAnimationFrame(tick)
    }
    Reflect.deleteProperty(globalThis, 'stopTicks')
    Reflect.set(globalThis, 'frameTimes', times)
    requestAnimationFrame(tick)
  })
  for (let step = 1; step <= MOVES; step++) await move(step)
  const times: number[] = await page.evaluate(() => {
    Reflect.set(globalThis, 'stopTicks', true)
    return Reflect.get(globalThis, 'frameTimes')
  })
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

/** The median drag by its 95th percentile, so that other programs' load on a single drag does not count. */
function medianDrag(drags: readonly number[][]): Spread {
  const spreads = drags.map(spreadOf).toSorted((a, b) => a.p95 - b.p95)
  return spreads[Math.floor(spreads.length / 2)] ?? { p50: 0, p95: 0, longest: 0 }
}

/** The baseline: a page in which a div follows the pointer. */
async function controlGaps(context: BrowserContext): Promise<number[][]> {
  const page = await context.newPage()
  await page.setContent('<div style="width:180px;height:70px;background:tomato"></div>')
  await page.evaluate(() => {
    const box = document.querySelector('div')
    addEventListener('pointermove', (event) => {
      if (box) box.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`
    })
  })
  const gaps = []
  for (let drag = 0; drag < DRAGS; drag++) gaps.push(await recordGaps(page, (step) => page.mouse.move(300 + (step % 60), 200 + step)))
  await page.close()
  return gaps
}

async function dragGaps(context: BrowserContext, product: RunningProduct): Promise<number[][]> {
  const projectId = await createProject(context, { origin: product.origin, slideCount: 10 })
  const page = await context.newPage()
  await page.goto(`${product.origin}/content_studio?project=${projectId}&pane=edit`)
  const box = page.getByRole('button', { name: /^Text box 1: / })
  await box.waitFor()
  // Waits for the thumbnails, which are drawn while the page is idle.
  await page.waitForFunction(() => {
    const thumbnails = [...document.querySelectorAll('ol[aria-label="Slides"] canvas')]
    return thumbnails.length === 10 && thumbnails.every((canvas) => canvas.hasAttribute('data-drawn'))
  })
  const gaps = []
  for (let drag = 0; drag < DRAGS; drag++) {
    const bounds = await box.boundingBox()
    if (!bounds) throw new Error('The box to be dragged is not on the page')
    const [x, y] = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    gaps.push(await recordGaps(page, (step) => page.mouse.move(x + 40 * Math.sin(step / 9), y + 60 * Math.sin(step / 14))))
    await page.mouse.up()
  }
  await page.close()
  return gaps
}

async function redraws(context: BrowserContext): Promise<number[]> {
  const lab = await startPainterLab()
  try {
    const page = await context.newPage()
    await page.goto(lab.url)
    await page.waitForFunction(() => 'painterLab' in globalThis)
    const durations: number[] = await page.evaluate((times) => Reflect.get(globalThis, 'painterLab').measureRedraw('full', times), REDRAWS)
    await page.close()
    // The first ones load code and fill caches.
    return durations.slice(10)
  } finally {
    await lab.stop()
  }
}

function row(name: string, { p50, p95, longest }: Spread): (string | number)[] {
  return [name, p50, p95, longest]
}

/** Redraw times of the stage and frame gaps while a box is dragged. The baseline is a page that only moves a div. */
async function stageTable(context: BrowserContext, product: RunningProduct): Promise<BenchTable> {
  const redraw = spreadOf(await redraws(context))
  const control = medianDrag(await controlGaps(context))
  const drag = medianDrag(await dragGaps(context, product))
  return {
    title: `The stage: ${REDRAWS} redraws of a slide with 10 boxes; the middle one of ${DRAGS} drags of ${MOVES} moves in a project of 10 slides with 5 boxes each`,
    columns: ['', 'p50 ms', 'p95 ms', 'longest ms'],
    rows: [
      row('redraw, one box moved', redraw),
      row('gap between frames, dragging', drag),
      row('gap between frames, control page', control),
    ],
    gates: [
      atMost('redraw p95', { value: redraw.p95, limit: REDRAW_LIMIT, unit: 'ms' }),
      // If even the baseline drops frames on this machine, the baseline is the limit.
      atMost('dragging p95', { value: drag.p95, limit: Math.max(FRAME_MS, control.p95), unit: 'ms' }),
    ],
  }
}

function quantileOf(interactions: readonly Interaction[], quantile: number): number {
  const sorted = interactions.map(({ duration }) => duration).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * quantile))] ?? 0
}

/** Interaction to next paint over a script of editing, from the browser's event timing. */
async function interactionTable(context: BrowserContext, origin: string): Promise<BenchTable> {
  const results = []
  for (const { cpuSlowdown, limit } of INTERACTION_LIMITS) {
    results.push({ cpuSlowdown, limit, all: await recordInteractions(context, { origin, cpuSlowdown }) })
  }
  const rows = results.flatMap(({ cpuSlowdown, all }) => {
    const speed = cpuSlowdown === 1 ? '' : `, ${cpuSlowdown} times slower`
    const steps = [...Map.groupBy(all, ({ step }) => step)]
    const rowOf = (name: string, list: Interaction[]) => [
      `${name}${speed}`,
      list.length,
      quantileOf(list, 0.5),
      quantileOf(list, 0.98),
      quantileOf(list, 1),
    ]
    return [...steps.map(([name, list]) => rowOf(name, list)), rowOf('all', all)]
  })
  return {
    title: 'From an input to the next frame, while a project of 10 slides with 5 boxes each is edited',
    columns: ['', 'count', 'p50 ms', 'p98 ms', 'longest ms'],
    rows,
    gates: results.map(({ cpuSlowdown, limit, all }) =>
      atMost(`p98${cpuSlowdown === 1 ? '' : `, ${cpuSlowdown} times slower`}`, { value: quantileOf(all, 0.98), limit, unit: 'ms' }),
    ),
  }
}

/** Limits in milliseconds until the slide, and the film strip of ten slides, are displayed in another format. */
const FORMAT_LIMITS = { stage: 100, strip: 160 }

async function formatsTable(context: BrowserContext, origin: string): Promise<BenchTable> {
  const switches = await measureFormats(context, origin)
  const [stage, strip] = [
    spreadOf(switches.map((formatSwitch) => formatSwitch.stage)),
    spreadOf(switches.map((formatSwitch) => formatSwitch.strip)),
  ]
  return {
    title: 'Switching the format of a slideshow of 10 slides with 5 boxes each, nothing drawn before',
    columns: ['', 'p50 ms', 'p95 ms', 'longest ms'],
    rows: [row('the slide on the stage', stage), row('all slides in the film strip', strip)],
    gates: [
      atMost('the slide, p50', { value: stage.p50, limit: FORMAT_LIMITS.stage, unit: 'ms' }),
      atMost('all slides, p50', { value: strip.p50, limit: FORMAT_LIMITS.strip, unit: 'ms' }),
    ],
  }
}

async function openingTable(context: BrowserContext, origin: string): Promise<BenchTable> {
  const { card, url } = await measureOpenings(context, origin)
  const names = { card: 'by its card', address: 'by its address' }
  return {
    title: 'Opening a slideshow of 30 slides with 5 boxes each; the middle one of five',
    columns: ['', 'rendered ms', 'interactive ms'],
    rows: [
      [names.card, card.drawn, card.interactive],
      [names.address, url.drawn, url.interactive],
    ],
    gates: [
      atMost(`opening ${names.card}`, { value: card.interactive, limit: OPENING_LIMIT, unit: 'ms' }),
      atMost(`opening ${names.address}`, { value: url.interactive, limit: OPENING_LIMIT, unit: 'ms' }),
    ],
  }
}

/** The effect of decoding in a worker, next to the same page without it. */
async function photosTable(context: BrowserContext, origin: string): Promise<BenchTable> {
  const { withWorker, withoutWorker } = await measurePhotos(context, origin)
  const cells = ({ longest, total }: LongTasks) => [longest, total].map(Math.round)
  return {
    title: 'Tasks of more than 50 ms while a slideshow of 10 photos opens; the middle one of five',
    columns: ['photos are decoded', 'longest ms', 'together ms'],
    rows: [
      ['in a worker', ...cells(withWorker)],
      ['in the page', ...cells(withoutWorker)],
    ],
    gates: [
      atMost('long tasks relative to a page that decodes itself', { value: withWorker.total, limit: withoutWorker.total, unit: 'ms' }),
    ],
  }
}

async function signedInContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await signInToDemo(context, origin)
  return context
}

/** The editor: opening, dragging, switching formats, all other interactions, and decoding. */
export function run(): Promise<BenchTable[]> {
  return measureInBrowser(async (product, browser) => {
    const context = await signedInContext(browser, product.origin)
    return [
      await openingTable(context, product.origin),
      await stageTable(context, product),
      await formatsTable(context, product.origin),
      await interactionTable(context, product.origin),
      await photosTable(context, product.origin),
    ]
  })
}
