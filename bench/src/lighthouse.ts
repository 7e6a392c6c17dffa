import { chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { freePort, startProduct } from './product.ts'
import { atLeast, atMost, type BenchGate, type BenchTable } from './table.ts'

const PAGES = ['/', '/pricing', '/try', '/auth', '/privacy', '/terms', '/data-deletion']
const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Visit {
  /** Of 100. */
  scores: Record<(typeof CATEGORIES)[number], number>
  /** Seconds. */
  largestPaint: number
  shift: number
  /** Milliseconds. */
  blocking: number
}

/** Every public page as Lighthouse's mobile preset sees it: a slow phone on a slow network. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  })
  try {
    const visits = new Map<string, Visit>()
    for (const page of PAGES) visits.set(page, await medianVisit(product.origin + page, port))
    return tableOf(visits)
  } finally {
    await browser.close()
    await product.stop()
  }
}

async function medianVisit(url: string, port: number): Promise<Visit> {
  const visits: Visit[] = []
  for (let turn = 0; turn < RUNS; turn += 1) visits.push(await visit(url, port))
  const of = (figure: (one: Visit) => number) => median(visits.map(figure))
  return {
    scores: {
      performance: of((one) => one.scores.performance),
      accessibility: of((one) => one.scores.accessibility),
      'best-practices': of((one) => one.scores['best-practices']),
      seo: of((one) => one.scores.seo),
    },
    largestPaint: of((one) => one.largestPaint),
    shift: of((one) => one.shift),
    blocking: of((one) => one.blocking),
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

async function visit(url: string, port: number): Promise<Visit> {
  const { default: lighthouse } = await import('lighthouse')
  const outcome = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!outcome || outcome.lhr.runtimeError)
    throw new Error(`Lighthouse could not visit ${url}: ${outcome?.lhr.runtimeError?.message ?? ''}`)
  const { categories, audits } = outcome.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const figure = (name: string) => audits[name]?.numericValue ?? NaN
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaint: figure('largest-contentful-paint') / 1000,
    shift: figure('cumulative-layout-shift'),
    blocking: figure('total-blocking-time'),
  }
}

function tableOf(visits: ReadonlyMap<string, Visit>): BenchTable {
  return {
    title: `Lighthouse, mobile preset, median of ${RUNS}`,
    columns: ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'largest paint s', 'shift', 'blocking ms'],
    rows: [...visits].map(([page, { scores, largestPaint, shift, blocking }]) => [
      page,
      ...CATEGORIES.map((category) => scores[category]),
      largestPaint,
      shift,
      Math.round(blocking),
    ]),
    gates: [...visits].flatMap(([page, one]) => gatesOf(page, one)),
  }
}

function gatesOf(page: string, { scores, largestPaint, shift, blocking }: Visit): BenchGate[] {
  return [
    atLeast(`${page} performance`, { value: scores.performance, limit: 95, unit: '' }),
    atLeast(`${page} accessibility`, { value: scores.accessibility, limit: 100, unit: '' }),
    atLeast(`${page} best practices`, { value: scores['best-practices'], limit: 100, unit: '' }),
    atLeast(`${page} SEO`, { value: scores.seo, limit: 100, unit: '' }),
    atMost(`${page} largest paint`, { value: largestPaint, limit: 2, unit: 's' }),
    atMost(`${page} shift`, { value: shift, limit: 0.02, unit: '' }),
    atMost(`${page} blocking`, { value: blocking, limit: 150, unit: 'ms' }),
  ]
}
