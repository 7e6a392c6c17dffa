import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium, type Browser, type BrowserContext, type Page, type Response } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { createTextProject } from './editor-project.ts'
import { startProduct } from './product.ts'
import { watchNetwork } from './quiet-network.ts'
import { atMost, type BenchTable } from './table.ts'

/** First load in kB (1,000 bytes) of scripts and WebAssembly, gzipped. */
const limits = { manualPosting: 130, public: 60, studio: 140, slideshow: 330 }

/** Limits for the fonts of a slide, in kB as sent. A Latin slide loads no fonts of other scripts. */
const fontLimits = { latin: 60, japanese: 420 }
/** The texts of a cover and of a point, in Japanese. */
const JAPANESE = [
  '人生を変えた５つの朝の習慣',
  '一、朝は携帯を別の部屋に置く。最初の十分がその日の気分を決めるから、自分のために使おう。',
] as const
/** The same texts in Latin letters, without emoji. */
const LATIN = [
  '5 morning habits that changed my life',
  '1. leave the phone in another room. the first ten minutes set the mood of the day, so keep them for yourself.',
] as const

/** The last one is the 404 page. */
const PUBLIC_PAGES = ['/', '/pricing', '/try', '/auth', '/privacy', '/terms', '/data-deletion', '/api-reference', '/none']

interface Loaded {
  /** Number and size of the painter's fonts, font lists and emoji. */
  fonts: { files: number; brotli: number }
  files: number
  raw: number
  gzipped: number
  /** As sent to browsers that accept Brotli, which all do. */
  brotli: number
  /** The WebAssembly in `gzipped`. */
  wasm: number
}

/** Measures the bytes that Chromium loads with an empty cache: the public pages, and the studio with and without a slideshow. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const manualPosting = await loadManualPosting(browser, product.origin)
    const pages: { path: string; loaded: Loaded }[] = []
    for (const path of PUBLIC_PAGES) pages.push({ path, loaded: await loadPublic(browser, product.origin + path) })
    const { storageState, slideshow } = await signIn(browser, product.origin)
    const studio = await loadPage(browser, { storageState, url: `${product.origin}/content_studio`, ready: studioIsReady })
    const opened = await loadPage(browser, { storageState, url: slideshow, ready: slideIsDrawn })
    const latin = await loadTexts(browser, { origin: product.origin, storageState, texts: LATIN })
    const japanese = await loadTexts(browser, { origin: product.origin, storageState, texts: JAPANESE })
    if (opened.wasm === 0) throw new Error('The studio was measured without HarfBuzz')
    return {
      title: 'First load from an empty cache until the network is idle: scripts and WebAssembly',
      columns: ['page', 'files', 'raw kB', 'gzipped kB', 'of it wasm kB', 'brotli kB', 'font files', 'font brotli kB'],
      rows: [
        row('/post/TOKEN', manualPosting),
        ...pages.map(({ path, loaded }) => row(path, loaded)),
        row('/content_studio', studio),
        row('/content_studio with a slideshow', opened),
        row('a slide in Latin letters', latin),
        row('a slide in Japanese', japanese),
      ],
      gates: [
        atMost('/post/TOKEN', { value: manualPosting.gzipped, limit: limits.manualPosting, unit: 'kB' }),
        ...pages.map(({ path, loaded }) => atMost(path, { value: loaded.gzipped, limit: limits.public, unit: 'kB' })),
        atMost('/content_studio', { value: studio.gzipped, limit: limits.studio, unit: 'kB' }),
        atMost('/content_studio with a slideshow', { value: opened.gzipped, limit: limits.slideshow, unit: 'kB' }),
        atMost('fonts of a Latin slide', { value: latin.fonts.brotli, limit: fontLimits.latin, unit: 'kB' }),
        atMost('fonts of a Japanese slide', { value: japanese.fonts.brotli, limit: fontLimits.japanese, unit: 'kB' }),
      ],
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

function row(page: string, loaded: Loaded): (string | number)[] {
  return [page, loaded.files, loaded.raw, loaded.gzipped, loaded.wasm, loaded.brotli, loaded.fonts.files, loaded.fonts.brotli]
}

interface Visit {
  url: string
  ready(page: Page): Promise<void>
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>
}

/** The page for phones. An invalid link loads the same files as a valid one. */
function loadManualPosting(browser: Browser, origin: string): Promise<Loaded> {
  const ready = (page: Page) => page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  return loadPage(browser, { url: `${origin}/post/none`, ready })
}

/** Waits for the server-rendered heading; hydration then loads until the network is idle. */
function loadPublic(browser: Browser, url: string): Promise<Loaded> {
  const ready = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()
  return loadPage(browser, { url, ready })
}

function studioIsReady(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Generate Slideshow' }).waitFor()
}

async function slideIsDrawn(page: Page): Promise<void> {
  await studioIsReady(page)
  await page.getByRole('region', { name: 'Slide', exact: true }).getByRole('group').first().waitFor()
}

/** The session of a demo account, and the URL of its first slideshow. */
async function signIn(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Continue with the demo account' }).click()
  await page
    .getByRole('region', { name: /^Recent Slideshows \(/ })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .first()
    .click()
  await page.waitForURL(/project=/)
  const slideshow = page.url()
  const storageState = await context.storageState()
  await context.close()
  return { storageState, slideshow }
}

/** A visit with an empty cache and without interaction. Prefetched files count as well. */
async function loadPage(browser: Browser, { url, ready, storageState }: Visit): Promise<Loaded> {
  const context = await browser.newContext(storageState ? { storageState } : {})
  const responses = collectResponses(context)
  const page = await context.newPage()
  const quiet = watchNetwork(page)
  await page.goto(url)
  await ready(page)
  await quiet()
  const sizes = await measure(responses)
  await context.close()
  return sizes
}

interface TextVisit {
  origin: string
  storageState: Awaited<ReturnType<BrowserContext['storageState']>>
  texts: readonly string[]
}

/** A visit to a new slideshow of these texts. */
async function loadTexts(browser: Browser, { origin, storageState, texts }: TextVisit): Promise<Loaded> {
  const context = await browser.newContext({ storageState })
  const id = await createTextProject(context, { origin, texts })
  await context.close()
  return loadPage(browser, { storageState, url: `${origin}/content_studio?project=${id}`, ready: slideIsDrawn })
}

function collectResponses(context: { on(event: 'response', listener: (response: Response) => void): unknown }): Response[] {
  const responses: Response[] = []
  context.on('response', (response) => responses.push(response))
  return responses
}

async function measure(responses: Response[]): Promise<Loaded> {
  const total: Loaded = { fonts: { files: 0, brotli: 0 }, files: 0, raw: 0, gzipped: 0, brotli: 0, wasm: 0 }
  for (const response of responses) {
    const type = response.headers()['content-type'] ?? ''
    if (response.ok() && new URL(response.url()).pathname.startsWith('/painter/')) {
      total.fonts.files += 1
      total.fonts.brotli += brotliCompressSync(await response.body()).length / 1000
    }
    const isWasm = type.startsWith('application/wasm')
    if (!response.ok() || !(isWasm || type.includes('javascript'))) continue
    const body = await response.body()
    const gzipped = gzipSync(body, { level: 9 }).length / 1000
    total.files += 1
    total.raw += body.length / 1000
    total.gzipped += gzipped
    total.brotli += brotliCompressSync(body).length / 1000
    if (isWasm) total.wasm += gzipped
  }
  return total
}
