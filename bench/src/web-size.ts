import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Response } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { startProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

/** First load in kB (1,000 bytes) of scripts and WebAssembly, gzipped. */
const limits = { auth: 130, studio: 350 }

interface Loaded {
  files: number
  raw: number
  gzipped: number
  /** Of `gzipped`, the WebAssembly. */
  wasm: number
}

/** Measures what Chromium really loads, from an empty cache, of the sign-in page and of the studio. */
export async function run(): Promise<BenchTable> {
  const product = await startProduct()
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const auth = await loadAuth(browser, product.origin)
    const studio = await loadStudio(browser, product.origin)
    return {
      title: 'First load from an empty cache: scripts and WebAssembly',
      columns: ['page', 'files', 'raw kB', 'gzipped kB', 'of it wasm kB'],
      rows: [row('/auth', auth), row('/content_studio with a slideshow', studio)],
      gates: [
        atMost('/auth', { value: auth.gzipped, limit: limits.auth, unit: 'kB' }),
        atMost('/content_studio', { value: studio.gzipped, limit: limits.studio, unit: 'kB' }),
      ],
    }
  } finally {
    await browser.close()
    await product.stop()
  }
}

function row(page: string, loaded: Loaded): (string | number)[] {
  return [page, loaded.files, loaded.raw, loaded.gzipped, loaded.wasm]
}

async function loadAuth(browser: Browser, origin: string): Promise<Loaded> {
  const context = await browser.newContext({ baseURL: origin })
  const responses = collect(context)
  const page = await context.newPage()
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor()
  const loaded = await measure(responses)
  await context.close()
  return loaded
}

/** A first visit with a session and a slideshow, as by a link to it: signed in before, nothing in the cache, HarfBuzz at work. */
async function loadStudio(browser: Browser, origin: string): Promise<Loaded> {
  const context = await browser.newContext({ baseURL: origin })
  const entry = await context.newPage()
  await entry.goto('/auth')
  await entry.getByRole('button', { name: 'Continue with the demo account' }).click()
  await entry
    .getByRole('region', { name: /^Recent Slideshows \(/ })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .first()
    .click()
  await entry.waitForURL(/project=/)
  const slideshow = entry.url()
  const storageState = await context.storageState()
  await context.close()

  const fresh = await browser.newContext({ baseURL: origin, storageState })
  const responses = collect(fresh)
  const page = await fresh.newPage()
  await page.goto(slideshow, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Generate Slideshow' }).waitFor()
  await page.getByRole('region', { name: 'Slide', exact: true }).getByRole('group').first().waitFor()
  await page.waitForLoadState('networkidle')
  const loaded = await measure(responses)
  await fresh.close()
  if (loaded.wasm === 0) throw new Error('The studio was measured without HarfBuzz')
  return loaded
}

function collect(context: { on(event: 'response', listener: (response: Response) => void): unknown }): Response[] {
  const responses: Response[] = []
  context.on('response', (response) => responses.push(response))
  return responses
}

async function measure(responses: Response[]): Promise<Loaded> {
  const total: Loaded = { files: 0, raw: 0, gzipped: 0, wasm: 0 }
  for (const response of responses) {
    const type = response.headers()['content-type'] ?? ''
    const isWasm = type.startsWith('application/wasm')
    if (response.status() !== 200 || !(isWasm || type.includes('javascript'))) continue
    const body = await response.body()
    const gzipped = gzipSync(body, { level: 9 }).length / 1000
    total.files += 1
    total.raw += body.length / 1000
    total.gzipped += gzipped
    if (isWasm) total.wasm += gzipped
  }
  return total
}
