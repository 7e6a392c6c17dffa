import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { signUpMember } from './member.ts'
import { measureInBrowser } from './in-browser.ts'
import type { RunningProduct } from './product.ts'
import { atMost, type BenchTable } from './table.ts'

const POSTS = 2000
const DRAWN_LIMIT_MS = 200
/** Milliseconds between two pictures at 60 a second, with the tenth that browsers round by. */
const FRAME = 16.8
const TURNS = 6
const SCROLLS = 4
const STEPS = 90
/** As many as a day shows at most are drawn of each: 30 days hold fewer of them than there are posts. */
const LEAST_PILLS = 60

/** A month of posts as the server lists them: the page is what is timed here, not the database. */
function monthOfPosts(platforms: readonly string[]): unknown[] {
  const now = new Date()
  const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  return Array.from({ length: POSTS }, (_, index) => ({
    id: randomUUID(),
    projectId: null,
    projectTitle: `${index} things to do before breakfast`,
    contentStyle: 'educational',
    isOutdated: false,
    companyId: null,
    companyLogoUrl: null,
    platform: platforms[index % platforms.length],
    accountId: 'someone',
    account: null,
    kind: 'slides',
    scheduledTime: new Date(first + (index % 28) * 86_400_000 + ((index * 37) % 1440) * 60_000).toISOString(),
    timeZone: 'UTC',
    caption: 'the first hour of the day is yours, and nobody else knows about it',
    description: 'Five small things that changed how the first hour of the day feels.',
    options: null,
    status: 'pending',
    delivery: 'waiting',
    detail: null,
    publishedAt: null,
    errorMessage: null,
    fixHref: null,
    remoteUrl: null,
    thumbnailUrl: null,
    pictures: 5,
    repeatId: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }))
}

async function openPage(browser: Browser, { origin, cookie }: { origin: string; cookie: string }): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'UTC' })
  const pairs = cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })))
  const page = await context.newPage()
  const platforms: { platform: string }[] = await (await fetch(`${origin}/api/v1/accounts/platforms`, { headers: { cookie } })).json()
  const posts = monthOfPosts(platforms.map(({ platform }) => platform))
  const body = JSON.stringify({ posts, counts: { total: POSTS, pending: POSTS, published: 0, failed: 0 }, isMore: false })
  // As from a server of this version: an older one would be asked again.
  const headers = { 'x-ninesixteen-contract': '1' }
  await page.route(/\/scheduled-posts\?/, (route) => route.fulfill({ contentType: 'application/json', headers, body }))
  return page
}

/** From the answer being read whole to the frame in which its posts stand. */
async function drawing(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/post_scheduler`)
  const drawn = await page.waitForFunction((least) => {
    if (document.querySelectorAll('[data-view="month"] [data-post]').length < least) return null
    return new Promise<number>((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))))
  }, LEAST_PILLS)
  const at = (await drawn.jsonValue()) ?? 0
  const answered = await page.evaluate(() => {
    const [answer] = performance.getEntriesByType('resource').filter(({ name }) => /scheduled-posts\?.*from=/.test(name))
    return answer ? answer.startTime + answer.duration : 0
  })
  return at - answered
}

/** From a press to the frame that shows another month. */
async function turning(page: Page, label: string): Promise<number> {
  return page.getByRole('button', { name: label }).evaluate(
    (button: HTMLElement) =>
      new Promise<number>((resolve) => {
        const begun = performance.now()
        button.click()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)))
      }),
  )
}

/** Times between frames while the month is scrolled down and up. */
async function scrolling(page: Page): Promise<number[]> {
  const times = await page.evaluate(
    (steps) =>
      new Promise<number[]>((resolve) => {
        const seen: number[] = []
        const step = (now: number) => {
          seen.push(now)
          scrollBy({ top: seen.length < steps / 2 ? 12 : -12, behavior: 'instant' })
          if (seen.length < steps) requestAnimationFrame(step)
          else resolve(seen)
        }
        requestAnimationFrame(step)
      }),
    STEPS,
  )
  return times.slice(1).map((time, index) => time - (times[index] ?? time))
}

const at = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const tenth = (ms: number): number => Math.round(ms * 10) / 10

async function measure(product: RunningProduct, browser: Browser): Promise<BenchTable> {
  const { origin } = product
  const page = await openPage(browser, { origin, ...(await signUpMember(product)) })
  const drawn: number[] = []
  // The quickest of three: what other programs did to the others does not count.
  for (let round = 0; round < 3; round++) drawn.push(await drawing(page, origin))
  const turned: number[] = []
  for (let turn = 0; turn < TURNS; turn++) turned.push(await turning(page, turn % 2 === 0 ? 'Next month' : 'Previous month'))
  const empty = await browser.newPage()
  await empty.setContent('<body style="height:20000px;background:linear-gradient(#111,#999)"></body>')
  const p95: { ours: number[]; control: number[] } = { ours: [], control: [] }
  // In turns: a machine that is busy for a while is busy for both.
  for (let round = 0; round < SCROLLS; round++) {
    await empty.bringToFront()
    p95.control.push(tenth(at(await scrolling(empty), 0.95)))
    await page.bringToFront()
    p95.ours.push(tenth(at(await scrolling(page), 0.95)))
  }
  const [ours, control] = [Math.min(...p95.ours), Math.min(...p95.control)]
  const pills = await page.locator('[data-view="month"] [data-post]').count()
  return {
    title: `A month of ${POSTS} posts in the Post Scheduler`,
    columns: ['what', 'value', 'unit'],
    rows: [
      ['from the answer to the drawn month, the quickest of three', Math.min(...drawn), 'ms'],
      ['to another month, median', at(turned, 0.5), 'ms'],
      ['scrolling: p95 between pictures', ours, 'ms'],
      ['control: scrolling an empty page', control, 'ms'],
      [`pills drawn at a time, of ${POSTS}`, pills, ''],
    ],
    gates: [
      atMost('month drawn', { value: Math.min(...drawn), limit: DRAWN_LIMIT_MS, unit: 'ms' }),
      // A machine on which even an empty page drops pictures says nothing about this one: then the empty page is the bound.
      atMost('scrolling, p95 between pictures', { value: ours, limit: Math.max(FRAME, control), unit: 'ms' }),
    ],
  }
}

/** The month view with as many posts as nobody has. */
export function run(): Promise<BenchTable> {
  return measureInBrowser(measure)
}
