import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { type RunningProduct, startProduct } from './product.ts'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** A browser that makes no requests of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: FLAGS })
}

/** Measures a product of its own in a browser of its own; both are ended. */
export async function measureInBrowser<T>(measure: (product: RunningProduct, browser: Browser) => Promise<T>): Promise<T> {
  const product = await startProduct()
  const browser = await launchBrowser()
  try {
    return await measure(product, browser)
  } finally {
    await browser.close()
    await product.stop()
  }
}
