import { type Browser, chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/setup.mjs'
import { type RunningProduct, startProduct } from './product.ts'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** A browser without background requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: ensureChromium(), args: FLAGS })
}

/** Starts a product and a browser for a measurement, and stops both. */
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
