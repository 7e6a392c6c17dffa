import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../../in-browser.ts'
import { atMost, type BenchTable } from '../../table.ts'
import { openOldSite, type OldSite } from './old-site.ts'
import { SCENES, type Scene } from './scenarios.ts'

/** Per step; generous for a busy machine. */
const STEP_MS = 30_000
const LOOK_MS = 300

/** How a page reacted. */
type Outcome = 'continued' | 'reloaded' | 'showed an error' | 'got stuck'

interface Ending {
  scene: string
  outcome: Outcome
  /** The error of a page that got stuck. */
  why: string | null
  /** Lost input. */
  lost: string | null
}

export interface OldPageParts {
  /** The previous release, with its page. */
  folder: string
  /** Whether the new server has the parts of the page before it, as one that was upgraded in its folder. */
  keepsParts: boolean
  tell(text: string): void
  signal: AbortSignal
}

/** Opens pages of the previous release, replaces their server with this version, and continues in each page. */
export async function drillOldPages({ folder, keepsParts, tell, signal }: OldPageParts): Promise<Ending[]> {
  const site = await openOldSite(folder)
  const browser = await launchBrowser()
  // Whatever is under way in a page fails then.
  signal.addEventListener('abort', () => void browser.close())
  try {
    const open = []
    for (const scene of SCENES) open.push({ scene, page: await openPage({ site, browser, scene }) })
    tell(`${open.length} pages of the release before are open`)
    await site.stopServer()
    await site.startServer({ webEarlier: keepsParts ? join(folder, 'web/dist') : join(folder, 'none') })
    tell(`This version's server has replaced it, ${keepsParts ? 'with' : 'without'} the assets of their page`)
    const endings: Ending[] = []
    for (const { scene, page } of open) {
      signal.throwIfAborted()
      const ending = { scene: scene.name, ...(await goOn(scene, page)), lost: await lostBy(scene, page, site.seen) }
      tell(
        `${ending.scene}: ${ending.outcome}${ending.why === null ? '' : ` (${ending.why})`}${ending.lost === null ? '' : `, LOST ${ending.lost}`}`,
      )
      endings.push(ending)
      await page.context().close()
    }
    return endings
  } finally {
    await browser.close()
    await site.stop()
  }
}

interface Opening {
  site: OldSite
  browser: Browser
  scene: Scene
}

/** In a browser profile of its own: one profile has six connections to a server, and each page keeps one. */
async function openPage({ site, browser, scene }: Opening): Promise<Page> {
  const look = { baseURL: site.url, viewport: { width: 1440, height: 900 }, locale: 'en-US', timezoneId: 'UTC' }
  const context: BrowserContext = await browser.newContext(look)
  await context.addCookies(await site.cookies())
  context.setDefaultTimeout(STEP_MS)
  const page = await context.newPage()
  await page.goto(await scene.path(site.seen))
  await scene.begin(page)
  await page.evaluate(() => (document.documentElement.dataset['old'] = ''))
  return page
}

/** A page saves a moment after what is done. */
async function lostBy({ lost }: Scene, page: Page, seen: OldSite['seen']): Promise<string | null> {
  const until = performance.now() + STEP_MS
  for (;;) {
    const missing = await lost(page, seen)
    if (missing === null || performance.now() > until) return missing
    await page.waitForTimeout(LOOK_MS)
  }
}

const isStillOld = (page: Page): Promise<boolean> => page.evaluate(() => 'old' in document.documentElement.dataset)

async function goOn(scene: Scene, page: Page): Promise<Pick<Ending, 'outcome' | 'why'>> {
  await page.bringToFront()
  const first = await attempt(scene, page)
  if (first === null) return { outcome: scene.leaves || (await isStillOld(page)) ? 'continued' : 'reloaded', why: null }
  // Like a user, repeats a click that did nothing, or after a reload.
  const isOld = await isStillOld(page)
  const says =
    isOld &&
    (await page
      .getByText(/reload/i)
      .first()
      .isVisible())
  if (isOld) await page.reload()
  const second = await attempt(scene, page)
  if (second !== null) return { outcome: 'got stuck', why: second }
  if (says) return { outcome: 'showed an error', why: null }
  return isOld ? { outcome: 'got stuck', why: first } : { outcome: 'reloaded', why: null }
}

async function attempt({ goOn: act }: Scene, page: Page): Promise<string | null> {
  try {
    await act(page)
    return null
  } catch (error) {
    return String(error)
  }
}

export function judgeOldPages(kept: readonly Ending[], bare: readonly Ending[]): BenchTable {
  const all = [...kept, ...bare]
  const lost = all.filter((ending) => ending.lost !== null)
  return {
    title: 'Open pages of the previous release after an upgrade to this version',
    columns: ['user', 'assets exist', 'assets are gone'],
    rows: kept.map(({ scene, outcome }, at) => [scene, outcome, bare[at]?.outcome ?? '']),
    gates: [
      atMost('pages that lost input', { value: lost.length, limit: 0, unit: 'pages' }),
      atMost('did not continue although its assets exist', {
        value: kept.filter(({ outcome }) => outcome !== 'continued').length,
        limit: 0,
        unit: 'pages',
      }),
      atMost('got stuck without an error', {
        value: bare.filter(({ outcome }) => outcome === 'got stuck').length,
        limit: 0,
        unit: 'pages',
      }),
    ],
  }
}
