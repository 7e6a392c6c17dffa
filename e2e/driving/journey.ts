import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import { newAccount, type Account } from './account.ts'
import { watchPolicy } from './policy.ts'
import { smallTargets } from './targets.ts'
import { openSlideshow, openStudio } from './studio.ts'

/** Errors of a page that no user sees; any of them fails the journey. */
export interface Watch {
  problems: string[]
  /** Lets a problem pass that the journey provokes on purpose. */
  expectProblem(pattern: RegExp): void
  /** Watches the pages of one more browser profile. */
  over(context: BrowserContext): Promise<void>
}

interface Fixtures {
  watch: Watch
  /** A new account on the Pro plan, signed in in this browser. */
  account: Account
  /** A page of that account that shows nothing yet, for journeys that open what they have made over HTTP. */
  member: Page
  /** The studio of that account, open and empty. */
  studio: Page
  /** A slideshow of three slides of that account, open in the editor. */
  slideshow: Page
}

/** Every page asks for the session, and answers 401 without one. */
const askedWhoIsSignedIn = /^HTTP 401 GET \/api\/v1\/me$/

let addresses = 0

export const test = base.extend<Fixtures>({
  extraHTTPHeaders: async ({}, use, info) => {
    addresses += 1
    await use({ 'x-forwarded-for': `10.${info.workerIndex % 250}.${Math.floor(addresses / 250)}.${addresses % 250}` })
  },
  watch: [
    async ({ context, baseURL }, use) => {
      const problems: string[] = []
      const expected: RegExp[] = [askedWhoIsSignedIn]
      const over = async (watched: BrowserContext) => {
        watched.on('console', (message) => {
          // The browser's own line about an answer, which is looked at as an answer below.
          if (message.text().startsWith('Failed to load resource')) return
          const where = message.location().url.replace(/^.*?\/\/[^/]*/, '')
          problems.push(`console.${message.type()}: ${message.text()} (${where})`)
        })
        watched.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`))
        watched.on('response', (response) => {
          const path = response
            .url()
            .replace(/^.*?\/\/[^/]*/, '')
            .replace(/\?.*/, '')
          if (response.status() >= 400) problems.push(`HTTP ${response.status()} ${response.request().method()} ${path}`)
        })
        watched.on('request', (request) => {
          if (/^https?:/.test(request.url()) && !request.url().startsWith(`${baseURL}/`)) problems.push(`foreign request: ${request.url()}`)
        })
        await watchPolicy(watched, `${baseURL}`, problems)
      }
      await over(context)
      await use({ problems, expectProblem: (pattern) => void expected.push(pattern), over })
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      expect(unexpected, 'nothing is printed, thrown or fetched from elsewhere').toEqual([])
    },
    { auto: true },
  ],
  /** In the specified look: a new user's own is that of the newcomer's journeys. */
  account: async ({ context }, use) => {
    await use(await newAccount(context, { pro: true, look: 'classic' }))
  },
  member: async ({ page, account: { email } }, use, info) => {
    info.annotations.push({ type: 'account', description: email })
    await use(page)
  },
  studio: async ({ member: page }, use) => {
    await openStudio(page)
    await use(page)
  },
  slideshow: async ({ member: page }, use) => {
    await openSlideshow(page, { topic: '3 things to do before breakfast', slides: 3 })
    await use(page)
  },
})

/** The rules of WCAG 2.2 AA that a machine can check. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Those of them that look at colors: all that another theme can break. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

async function violationsOf(page: Page, isOfColors: boolean): Promise<string[]> {
  // Half a megabyte of source, sent to a page once.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'undefined' }) })
  const runOnly = isOfColors ? ({ type: 'rule', values: OF_COLORS } as const) : ({ type: 'tag', values: RULES } as const)
  // Nothing here has frames from elsewhere; without them no second page has to be opened for each check.
  const { violations } = await axe
    .options({ resultTypes: ['violations'], runOnly })
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => ({ id, target: target.join(' '), failureSummary })),
  )
  const real = []
  for (const violation of found) {
    if (violation.id !== 'target-size' || !(await fitsInTheMiddle(page, violation.target))) real.push(violation)
  }
  return real.map(({ id, target, failureSummary }) => `${id}: ${target} - ${failureSummary}`)
}

/** Whether a target is large enough once it is scrolled to: the rule counts the buttons below a scrolled list as lying over what the list clips. */
async function fitsInTheMiddle(page: Page, target: string): Promise<boolean> {
  await page.locator(target).evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const { violations } = await new AxeBuilder({ page, axeSource: 'undefined' })
    .include(target)
    .options({ runOnly: { type: 'rule', values: ['target-size'] } })
    .setLegacyMode()
    .analyze()
  return violations.length === 0
}

/** Checks the page in its current state against the accessibility rules. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  expect(await violationsOf(page, false), `axe on ${state}`).toEqual([])
}

interface Viewport {
  theme: 'dark' | 'light'
  width: number
  height: number
}

/** Both themes at each size, in an order that changes one of the two at a time. */
export function viewportsOf(...sizes: Pick<Viewport, 'width' | 'height'>[]): Viewport[] {
  return sizes.flatMap((size, at) => {
    const themes = at % 2 === 0 ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
    return themes.map((theme) => ({ theme, ...size }))
  })
}

/** A desk, a tablet and a small phone, in both themes. */
export const EVERY_VIEWPORT = viewportsOf({ width: 1440, height: 900 }, { width: 768, height: 1024 }, { width: 320, height: 640 })

/**
 * Checks the page in every width and theme, then restores its size. Sets the theme like the page itself: that fetches its settings again and keeps
 * equal ones. All rules run once per width, and those about colors again in the other theme.
 */
export async function expectAccessibleIn(page: Page, viewports: readonly Viewport[], state: string): Promise<void> {
  const before = page.viewportSize()
  const widths = new Set<number>()
  for (const { theme, width, height } of viewports) {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.evaluate((shown) => (document.documentElement.dataset['theme'] = shown), theme)
    await page.setViewportSize({ width, height })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await drawn(page)
    const name = `${state}, ${theme} at ${width}`
    expect(await violationsOf(page, widths.has(width)), `axe on ${name}`).toEqual([])
    if (!widths.has(width)) await expectFits(page, name)
    widths.add(width)
  }
  if (before) await page.setViewportSize(before)
}

/** Longest change of a color or a place that is waited for, in milliseconds: a note counts down for longer. */
const CHANGE_MS = 1_000

/** Width-dependent parts are drawn two frames later, and transitions end a moment later, sometimes one part after the other. */
function drawn(page: Page): Promise<void> {
  return page.evaluate(async (most) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const isChanging = ({ playState, effect }: Animation) => playState === 'running' && Number(effect?.getComputedTiming().endTime) <= most
    const end = performance.now() + most
    await frame()
    do await frame()
    while (document.getAnimations().some(isChanging) && performance.now() < end)
  }, CHANGE_MS)
}

async function expectFits(page: Page, name: string): Promise<void> {
  const outside = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth === clientWidth) return []
    const beyond = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth)
    return [`${scrollWidth} px`, ...beyond.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120))]
  })
  expect(outside, `${name}: nothing stands out sideways`).toEqual([])
  expect(await smallTargets(page), `${name}: every target is at least 24 px wide and high`).toEqual([])
}

export { expect }
