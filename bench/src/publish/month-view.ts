import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/seed-many-users'
import { connectAccounts, seedPost } from '@ninesixteen/server/testing/scheduled'
import { launchBrowser } from '../in-browser.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import { FRAME, scrollGaps, smoothest } from '../scrolling.ts'
import type { Stage } from './stage.ts'

const POSTS = 2000
/** For the baseline. */
const FEW = 2
const ROUNDS = 7
const SCROLLS = 4
const LIMIT_MS = 200
/** Pills in a month whose days all have more posts than room. */
const PILLS = 28 * 3

/** The Post Scheduler of a user with two thousand posts in a month, next to that of a user with two. */
export async function monthView(stage: Stage): Promise<BenchTable> {
  const browser = await launchBrowser()
  try {
    const full = await signUp(stage, browser)
    await plantPosts(stage, full.person, POSTS)
    const quiet = await signUp(stage, browser)
    await plantPosts(stage, quiet.person, FEW)
    const [ours, control] = [await measure(full.page, PILLS), await measure(quiet.page, FEW)]
    const scrolls: { ours: number[][]; control: number[][] } = { ours: [], control: [] }
    // In turns: a machine that is busy for a while is busy for both.
    for (let scroll = 0; scroll < SCROLLS; scroll++) {
      await quiet.page.bringToFront()
      scrolls.control.push(await scrollGaps(quiet.page))
      await full.page.bringToFront()
      scrolls.ours.push(await scrollGaps(full.page))
    }
    const [smooth, bare] = [smoothest(scrolls.ours), smoothest(scrolls.control)]
    return {
      title: `The month view of ${POSTS} posts, next to that of ${FEW}; medians of ${ROUNDS}`,
      columns: ['what', `${POSTS} posts`, `baseline: ${FEW}`, 'unit'],
      rows: [
        ['from click to rendered month, with requests', ours.whole, control.whole, 'ms'],
        ['of it: rendering', ours.drawn, control.drawn, 'ms'],
        ['back to this month from another one', ours.turned, control.turned, 'ms'],
        ['scrolling: p95 between frames', smooth.p95, bare.p95, 'ms'],
        ['scrolling: longest', smooth.longest, bare.longest, 'ms'],
      ],
      gates: [
        atMost('month rendered', { value: ours.drawn, limit: LIMIT_MS, unit: 'ms' }),
        atMost('back to this month', { value: ours.turned, limit: LIMIT_MS, unit: 'ms' }),
        // A machine on which even an empty page drops pictures says nothing about this one: then the empty page is the bound.
        atMost('scrolling, p95 between frames', { value: smooth.p95, limit: Math.max(FRAME, bare.p95), unit: 'ms' }),
      ],
    }
  } finally {
    await browser.close()
  }
}

export async function signUp({ product: { origin }, query }: Stage, browser: Browser): Promise<{ person: string; page: Page }> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'UTC',
    locale: 'en-US',
    baseURL: origin,
  })
  const email = `${crypto.randomUUID()}@example.com`
  const answer = await context.request.post('/api/auth/sign-up/email', {
    headers: { origin },
    data: { email, password: 'vertical slides 916', name: 'Bench' },
  })
  if (!answer.ok()) throw new Error(`Sign-up: ${answer.status()} ${await answer.text()}`)
  const { user } = await answer.json()
  await query('update user_settings set pro_plan = true where user_id = $1', [user.id])
  return { person: user.id, page: await context.newPage() }
}

/** Evenly over the days of this month. Nothing is to be done with them while they are looked at. */
async function plantPosts({ services, sandbox, query }: Stage, userId: string, count: number): Promise<void> {
  for (const platform of PLATFORM_IDS) {
    const [account] = await connectAccounts(services, sandbox, { userId, platform, count: 1, from: 80_000 + count })
    if (!account) throw new Error('The sandbox gave no account')
    const model = await seedPost(services, { userId, account, inSeconds: 500 * 86_400 })
    await query(
      `with planted as (
        insert into scheduled_posts (user_id, platform, account_id, scheduled_time, published_at, status, delivery, caption, snapshot, options)
        select user_id, platform, account_id, at, case when at < now() then at end, case when at < now() then 'published' else 'pending' end,
          case when at < now() then 'published' else 'waiting' end, 'your mornings can be calm, number ' || n, snapshot, options
        from scheduled_posts, generate_series(1, $2::int) as n,
          lateral (select date_trunc('month', now(), 'UTC') + make_interval(days => n % 28, mins => n * 37 % 1440) as at) as due
        where id = $1::uuid returning id
      ) insert into post_media (user_id, post_id, position, path, mime_type, bytes, width, height, sha256)
      select user_id, planted.id, position, path, mime_type, bytes, width, height, sha256
      from planted, post_media where post_id = $1::uuid`,
      [model, count / PLATFORM_IDS.length],
    )
    await query('update scheduled_posts set next_at = null where id = $1::uuid', [model])
  }
}

interface Looked {
  whole: number
  drawn: number
  turned: number
}

async function measure(page: Page, pills: number): Promise<Looked> {
  const looks: Looked[] = []
  await page.bringToFront()
  // The first one compiles and fills caches.
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto('/post_scheduler?view=list')
    await page.getByRole('button', { name: 'Calendar', exact: true }).waitFor()
    await untilIdle(page)
    const first = await page.evaluate(untilDrawn, { name: 'Calendar', pills })
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page.waitForFunction(() => document.querySelector('[data-view=month] [data-post]') === null)
    await untilIdle(page)
    const again = await page.evaluate(untilDrawn, { name: 'Next month', pills })
    looks.push({ whole: first.whole, drawn: first.drawn, turned: again.whole })
  }
  const median = (pick: (look: Looked) => number) => quantile(looks.slice(1).map(pick), 0.5)
  return { whole: median((look) => look.whole), drawn: median((look) => look.drawn), turned: median((look) => look.turned) }
}

function untilIdle(page: Page): Promise<void> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve())))
}

/** In the page: clicks, and waits for the frame with this many pills. `drawn` counts from the arrival of the posts. */
function untilDrawn({ name, pills }: { name: string; pills: number }): Promise<{ whole: number; drawn: number }> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`The month was not drawn after "${name}"`)), 20_000)
    const isThere = () => {
      const month = document.querySelector('[data-view=month]')
      return month !== null && month.querySelectorAll('[data-post]').length >= pills
    }
    const begun = performance.now()
    const watch = new MutationObserver(() => {
      if (!isThere()) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(tell))
    })
    function tell(): void {
      const now = performance.now()
      const fetched = performance.getEntriesByType('resource').filter(({ name: url }) => /scheduled-posts\?.*from=/.test(url))
      const arrived = Math.max(begun, ...fetched.map((entry) => entry.startTime + entry.duration))
      resolve({ whole: now - begun, drawn: now - arrived })
    }
    watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    const button = [...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent.trim()) === name)
    if (!button) throw new Error(`There is no button "${name}"`)
    button.click()
  })
}
