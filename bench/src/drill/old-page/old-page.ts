import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../../in-browser.ts'
import { atMost, type BenchTable } from '../../table.ts'
import { openOldSite, type OldSite } from './old-site.ts'
import { SCENES, type Scene } from './scenarios.ts'

/** Per step; generous for a busy machine. */
const STEP_MS = 30_000
const POLL_MS = 300

/** How a page reacted. */
type Outcome = 'continued' | 'reloaded' | 'showed an error' | 'got stuck'

interface Result {
  scene: string
  outcome: Outcome
  /** The error of a page that got stuck. */
  error: string | null
  /** Lost input. */
  lost: string | null
}

export interface OldPageParts {
  /** The previous release, with its page. */
  folder: string
  /** Whether the new server still has the assets of the previous page, like one that was upgraded in place. */
  keepsParts: boolean
  log(text: string): void
  signal: AbortSignal
}

/** Opens pages of the previous release, replaces their server with this version, and continues in each page. */
export async function drillOldPages({ folder, keepsParts, log, signal }: OldPageParts): Promise<Result[]> {
  const site = await openOldSite(folder)
  const browser = await launchBrowser()
  // Pending actions in the pages then fail.
  signal.addEventListener('abort', () => void browser.close())
  try {
    const openPages = []
    for (const scene of SCENES) openPages.push({ scene, page: await openPage({ site, browser, scene }) })
    log(`${openPages.length} pages of the release before are open`)
    await site.stopServer()
    await site.startServer({ webEarlier: keepsParts ? join(folder, 'web/dist') : join(folder, 'none') })
    log(`This version's server has replaced it, ${keepsParts ? 'with' : 'without'} the assets of their page`)
    const results: Result[] = []
    for (const { scene, page } of openPages) {
      signal.throwIfAborted()
      const result = { scene: scene.name, ...(await continueScene(scene, page)), lost: await lostInput(scene, page, site.serverData) }
      log(
        `${result.scene}: ${result.outcome}${result.error === null ? '' : ` (${result.error})`}${result.lost === null ? '' : `, LOST ${result.lost}`}`,
      )
      results.push(result)
      await page.context().close()
    }
    return results
  } finally {
    await browser.close()
    await site.stop()
  }
}

interface OpenPageOptions {
  site: OldSite
  browser: Browser
  scene: Scene
}

/** Opens a page in its own browser profile, because a profile has six connections per server and each page occupies one. */
async function openPage({ site, browser, scene }: OpenPageOptions): Promise<Page> {
  const options = { baseURL: site.url, viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'UTC' }
  const context: BrowserContext = await browser.newContext(options)
  await context.addCookies(await site.cookies())
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  await page.goto(await scene.path(site.serverData))
  await scene.begin(page)
  await page.evaluate(() => (document.documentElement.dataset['old'] = ''))
  return page
}

/** The input that the page lost; null if none. Polls, because a page saves with a delay. */
async function lostInput({ lost }: Scene, page: Page, serverData: OldSite['serverData']): Promise<string | null> {
  const deadline = performance.now() + STEP_MS
  for (;;) {
    const missing = await lost(page, serverData)
    if (missing === null || performance.now() > deadline) return missing
    await page.waitForTimeout(POLL_MS)
  }
}

const isStillOld = (page: Page): Promise<boolean> => page.evaluate(() => 'old' in document.documentElement.dataset)

async function continueScene(scene: Scene, page: Page): Promise<Pick<Result, 'outcome' | 'error'>> {
  await page.bringToFront()
  const first = await attempt(scene, page)
  if (first === null) return { outcome: scene.leaves || (await isStillOld(page)) ? 'continued' : 'reloaded', error: null }
  // Like a user, repeats a click that did nothing, or after a reload.
  const isOld = await isStillOld(page)
  const showsError =
    isOld &&
    (await page
      .getByText(/reload/i)
      .first()
      .isVisible())
  if (isOld) await page.reload()
  const second = await attempt(scene, page)
  if (second !== null) return { outcome: 'got stuck', error: second }
  if (showsError) return { outcome: 'showed an error', error: null }
  return isOld ? { outcome: 'got stuck', error: first } : { outcome: 'reloaded', error: null }
}

async function attempt({ continue: act }: Scene, page: Page): Promise<string | null> {
  try {
    await act(page)
    return null
  } catch (error) {
    return String(error)
  }
}

export function judgeOldPages(withAssets: readonly Result[], withoutAssets: readonly Result[]): BenchTable {
  const all = [...withAssets, ...withoutAssets]
  const lost = all.filter((result) => result.lost !== null)
  return {
    title: 'Open pages of the previous release after an upgrade to this version',
    columns: ['user', 'assets exist', 'assets are gone'],
    rows: withAssets.map(({ scene, outcome }, index) => [scene, outcome, withoutAssets[index]?.outcome ?? '']),
    gates: [
      atMost('pages that lost input', { value: lost.length, limit: 0, unit: 'pages' }),
      atMost('did not continue although its assets exist', {
        value: withAssets.filter(({ outcome }) => outcome !== 'continued').length,
        limit: 0,
        unit: 'pages',
      }),
      atMost('got stuck without an error', {
        value: withoutAssets.filter(({ outcome }) => outcome === 'got stuck').length,
        limit: 0,
        unit: 'pages',
      }),
    ],
  }
}
