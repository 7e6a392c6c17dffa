import { randomUUID } from 'node:crypto'
import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../in-browser.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import { signUp } from './month-view.ts'
import type { Stage } from './stage.ts'

const POSTS = 1000
/** For the baseline. */
const FEW = 10
const SLIDES = 6
const ROUNDS = 7
const LIMIT_MS = 500
/** Cards that are in view at 1440 by 900 pixels. */
const IN_VIEW = 2

/** The board of a plan with a thousand posts to review, next to one with ten. */
export async function planBoard(stage: Stage): Promise<BenchTable> {
  const browser = await launchBrowser()
  try {
    const full = await signUp(stage, browser)
    await insertSlots(stage, full.userId, POSTS)
    const quiet = await signUp(stage, browser)
    await insertSlots(stage, quiet.userId, FEW)
    const [ours, baseline] = [await measureOpenings(full.page), await measureOpenings(quiet.page)]
    return {
      title: `The content plan with ${POSTS} posts of ${SLIDES} slides, next to one with ${FEW}; medians of ${ROUNDS}`,
      columns: ['what', `${POSTS} posts`, `baseline: ${FEW}`, 'unit'],
      rows: [
        ['from click to readable cards', ours.cards, baseline.cards, 'ms'],
        ['from click to drawn slides', ours.drawn, baseline.drawn, 'ms'],
      ],
      gates: [atMost('board with drawn slides', { value: ours.drawn, limit: LIMIT_MS, unit: 'ms' })],
    }
  } finally {
    await browser.close()
  }
}

async function insertSlots({ query }: Stage, userId: string, count: number): Promise<void> {
  const [company, plan] = [randomUUID(), randomUUID()]
  await query(`insert into companies (id, user_id, name) values ($1, $2, 'Dawn Roast')`, [company, userId])
  await query(
    `insert into content_plans (id, user_id, company_id, goals, topics, uses_ideas, feed_url, accounts, content_types, languages, uses_blog_photos,
       weeks, weekly_tokens) values ($1, $2, $3, '', 'slow mornings', false, '', '[]', '["numbered-list"]', '[]', false, 4, 1000000)`,
    [plan, userId, company],
  )
  const slides = Array.from({ length: SLIDES }, (_, index) => buildSlide(`${index + 1}. open a window before you open your phone ☕`))
  const projects = Array.from({ length: count }, () => randomUUID())
  await query(
    `insert into projects (id, user_id, title, topic, content_type, slide_count)
     select id, $1, 'slow mornings ' || n, '', 'numbered-list', $3 from unnest($2::uuid[]) with ordinality as made(id, n)`,
    [userId, projects, SLIDES],
  )
  await query(
    `insert into slides (project_id, user_id, number, data)
     select project_id, $1, number, data || jsonb_build_object('id', gen_random_uuid())
     from unnest($2::uuid[]) as project_id, jsonb_array_elements($3::jsonb) with ordinality as made(data, number)`,
    [userId, projects, JSON.stringify(slides)],
  )
  await query(
    `insert into plan_slots (user_id, plan_id, day, ordinal, at, posts, content_type, hook, state, project_id)
     select $1, $2, to_char(at, 'YYYY-MM-DD'), n, at, jsonb_build_array(jsonb_build_object('platform', 'threads', 'accountId', 'someone',
       'at', to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'timeZone', 'UTC', 'caption', 'calm mornings', 'description', '')),
       'numbered-list', 'slow mornings ' || n, 'planned', project_id
     from unnest($3::uuid[]) with ordinality as made(project_id, n), lateral (select now() + make_interval(hours => n::int) as at) as due`,
    [userId, plan, projects],
  )
}

interface Opening {
  cards: number
  drawn: number
}

async function measureOpenings(page: Page): Promise<Opening> {
  const results: Opening[] = []
  await page.bringToFront()
  // The first round compiles code and fills caches.
  for (let round = 0; round <= ROUNDS; round++) {
    await page.goto('/post_scheduler')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Content plan' }).waitFor()
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    results.push(await page.evaluate(openBoard, IN_VIEW))
  }
  const median = (pick: (opening: Opening) => number) => quantile(results.slice(1).map(pick), 0.5)
  return { cards: median(({ cards }) => cards), drawn: median(({ drawn }) => drawn) }
}

/** In the page: clicks, and waits for the frames in which the cards in view have their text, and their slides are drawn. */
function openBoard(inView: number): Promise<Opening> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The board was not drawn')), 20_000)
    const startedAt = performance.now()
    let cards = 0
    const check = (): void => {
      const now = performance.now() - startedAt
      const visibleCards = [...document.querySelectorAll('[data-slot]')].slice(0, inView)
      if (cards === 0 && visibleCards.length === inView) cards = now
      const slides = visibleCards.flatMap((card) => [...card.querySelectorAll('[role=img]')]).filter((slide) => isInView(slide))
      if (slides.length > 0 && slides.every((slide) => slide.hasAttribute('data-drawn'))) resolve({ cards, drawn: now })
      else requestAnimationFrame(check)
    }
    function isInView(slide: Element): boolean {
      const { left, right, top, bottom } = slide.getBoundingClientRect()
      return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
    }
    const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent.trim() === 'Content plan')
    if (!item) throw new Error('The menu has no content plan')
    item.click()
    requestAnimationFrame(check)
  })
}
