import type { Page } from '@playwright/test'

/** Opens an address from which a page may go on by itself, at times before it has loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path).catch((error: Error) => {
    if (!/interrupted by another navigation|net::ERR_ABORTED/.test(error.message)) throw error
  })
}
