import { devices, expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { schedule } from './posts.ts'
import { productOrigin } from './product.ts'

export interface ManualPost {
  /** Caption of the post. */
  id: string
  /** The page for manual posting, on a phone. */
  path: string
  panel: Locator
}

type ScheduleOptions = Pick<Parameters<typeof schedule>[1], 'projectId' | 'account' | 'caption' | 'description' | 'kind'>

/** Schedules a slideshow for now with manual posting, and waits on the desktop for the request to post it. */
export async function scheduleManualPost(page: Page, order: ScheduleOptions): Promise<ManualPost> {
  const options = { platform: 'tiktok', audience: null, handOver: true }
  const id = await schedule(page, { ...order, at: 'now', options })
  await page.goto(`/post_scheduler?post=${id}`)
  const panel = page.getByRole('region', { name: 'Manual posting' })
  const link = panel.getByRole('link')
  await expect(link).toHaveAttribute('href', /\/post\/[\w-]{43}$/)
  return { id, path: new URL((await link.getAttribute('href')) ?? '').pathname, panel }
}

export interface SharedFile {
  name: string
  type: string
  sha256: string
}

/**
 * A phone without a session, in a home network (without share sheet and the modern clipboard) or elsewhere. Records what it would pass to another
 * app, which no browser test can see.
 */
export async function openPhone(browser: Browser, { isSecure }: { isSecure: boolean }): Promise<BrowserContext> {
  const { viewport, userAgent, deviceScaleFactor } = devices['Pixel 7']
  const context = await browser.newContext({
    baseURL: productOrigin(),
    viewport: { ...viewport, width: 390 },
    userAgent,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    colorScheme: 'dark' as const,
    acceptDownloads: true,
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  if (isSecure) await context.addInitScript(noteShares)
  else await context.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
  return context
}

function noteShares(): void {
  const shared: { name: string; type: string; sha256: string }[] = []
  const hash = async (file: File) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
  Object.assign(navigator, {
    shared,
    canShare: ({ files }: { files: File[] }) => files.length <= 10,
    share: async ({ files }: { files: File[] }) => {
      for (const file of files) shared.push({ name: file.name, type: file.type, sha256: await hash(file) })
    },
  })
}

export function sharedOn(phone: Page): Promise<SharedFile[]> {
  return phone.evaluate(() => (navigator as unknown as { shared: SharedFile[] }).shared)
}

export function clipboardOf(phone: Page): Promise<string> {
  return phone.evaluate(() => navigator.clipboard.readText())
}

/** Each is as large as a finger wants it. */
export async function expectLargeTargets(phone: Page): Promise<void> {
  const small = await phone.locator('button, a').evaluateAll((all) =>
    all
      .map((one) => ({ name: one.textContent || one.getAttribute('aria-label'), box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44)
      .map(({ name }) => name),
  )
  expect(small, 'targets').toEqual([])
}
