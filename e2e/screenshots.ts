// node e2e/screenshots.ts [http://localhost:3000]: takes the pictures of docs/images from a running product with its demo account, as it is.
import { join } from 'node:path'
import { chromium, type Locator } from '@playwright/test'

const FOLDER = join(import.meta.dirname, '..', 'docs', 'images')
const DEMO_SLIDESHOW = /^4 tiny rituals/
/** Longest wait for a position on the screen to settle. */
const STILL_MS = 30_000

async function main(origin: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.NINESIXTEEN_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({
      baseURL: origin,
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: 2,
      colorScheme: 'dark',
      locale: 'en-US',
    })
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Continue with the demo account' }).click()
    await page
      .getByRole('button', { name: DEMO_SLIDESHOW })
      .or(page.getByRole('link', { name: DEMO_SLIDESHOW }))
      .first()
      .click()
    const strip = page.getByRole('list', { name: 'Slides' })
    await strip.getByRole('button', { name: /^Slide 6/ }).waitFor()
    await strip.getByRole('button', { name: /^Slide 2/ }).click()
    const stage = page.getByRole('region', { name: 'Slide', exact: true })
    await stage.getByRole('button', { name: /^Text box 1/ }).click()
    await untilStill(stage)
    await untilStill(strip)
    await page.screenshot({ path: join(FOLDER, 'studio.jpg'), type: 'jpeg', quality: 80 })
  } finally {
    await browser.close()
  }
}

/** Waits until two looks at a place show the same: photographs have come in and nothing moves. */
async function untilStill(place: Locator): Promise<void> {
  const end = performance.now() + STILL_MS
  let before = await place.screenshot()
  for (let equal = 0; equal < 4;) {
    if (performance.now() > end) throw new Error('The screen does not come to rest')
    const now = await place.screenshot()
    equal = now.equals(before) ? equal + 1 : 0
    before = now
  }
}

await main(process.argv[2] ?? 'http://localhost:3000')
