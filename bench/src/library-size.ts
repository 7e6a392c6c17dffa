import pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { smallPicture } from './library-pictures.ts'
import { uploadAll, type Session } from './library-uploads.ts'
import { privateDatabase } from './load/people.ts'
import { signUpMember } from './member.ts'
import { measureInBrowser } from './in-browser.ts'
import type { RunningProduct } from './product.ts'
import { quantile } from './rounds.ts'
import { FRAME, scrollGaps, smoothest } from './scrolling.ts'
import { atMost, type BenchTable } from './table.ts'

const PHOTOS = 200_000
/** Pictures that are really there; the rows of the library name them again and again. */
const PICTURES = 300
const OPENED = 12
const SCROLLS = 4
const JUMPS = 8

/** Names, tags and sizes of all kinds; a third belongs to one company, every fifth to another, and some to both. */
async function plant({ dataDir }: RunningProduct, { person }: Session): Promise<void> {
  const database = new pg.Client({ ...privateDatabase(dataDir), options: '-c app.system=on' })
  await database.connect()
  try {
    await database.query(
      `insert into media_items (id, user_id, filename, file_path, file_size, dimensions, tags, created_at)
        select gen_random_uuid(), $1, (array['harbour', 'beach', 'IMG', 'Café', 'summer sale'])[1 + n % 5] || ' ' || n || '.jpg', paths[1 + n % cardinality(paths)],
          100000 + n::bigint * 7919 % 900000, '300x300', case when n % 3 = 0 then array['summer', 'tag ' || n % 40] else '{}' end, now() - n * interval '7 seconds'
        from generate_series(1, $2::int) n, (select array_agg(file_path) as paths from media_items where user_id = $1) pictures`,
      [person, PHOTOS - PICTURES],
    )
    await database.query(
      `with made as (insert into companies (user_id, name) select $1, 'Company ' || n from generate_series(1, 2) n returning id),
        numbered as (select id, row_number() over () as number from made)
        insert into media_company_links (user_id, media_item_id, company_id)
        select $1, photos.id, numbered.id from numbered, (
          select id, row_number() over (order by id) as place from media_items where user_id = $1
        ) photos where place % (case number when 1 then 3 else 5 end) = 0`,
      [person],
    )
    await database.query('vacuum analyze media_items, media_company_links')
  } finally {
    await database.end()
  }
}

async function openPage(browser: Browser, { origin, cookie }: Session): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const pairs = cookie.split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: origin })))
  return context.newPage()
}

const FIRST_PHOTO = 'li[data-photo]'

/** From the click on the way to the library to its first photos, in milliseconds, with nothing of it known to the page. */
async function opening(page: Page, origin: string): Promise<number> {
  await page.goto(`${origin}/content_studio`)
  const way = page.getByRole('link', { name: 'Photo Library' }).first()
  await way.waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async (photo) => {
    const link = [...document.querySelectorAll('a')].find(({ href }) => href.endsWith('/photo_library'))
    const begun = performance.now()
    link?.click()
    while (!document.querySelector(photo)) await new Promise(requestAnimationFrame)
    return performance.now() - begun
  }, FIRST_PHOTO)
}

async function opened(page: Page, origin: string): Promise<number[]> {
  const times: number[] = []
  // The first one also loads the library's program.
  await opening(page, origin)
  for (let round = 0; round < OPENED; round++) times.push(await opening(page, origin))
  return times
}

/** From a jump of the scrollbar to photos where it ended, in milliseconds. */
async function jumps(page: Page): Promise<number[]> {
  const times: number[] = []
  for (let jump = 1; jump <= JUMPS; jump++) {
    const share = (jump * 0.37) % 1
    times.push(
      await page.evaluate(
        async ({ photo, at }) => {
          const begun = performance.now()
          scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * at)
          const seen = () =>
            [...document.querySelectorAll(photo)].some((tile) => {
              const { top } = tile.getBoundingClientRect()
              return top > 0 && top < innerHeight
            })
          do await new Promise(requestAnimationFrame)
          while (!seen())
          return performance.now() - begun
        },
        { photo: FIRST_PHOTO, at: share },
      ),
    )
  }
  return times
}

async function asked(session: Session, path: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(session.origin + path, { headers: { cookie: session.cookie } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - begun
}

async function repeated(session: Session, path: string): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < OPENED; round++) times.push(await asked(session, path))
  return times
}

async function measure(product: RunningProduct, browser: Browser): Promise<BenchTable> {
  const small = { origin: product.origin, ...(await signUpMember(product)) }
  const large = { origin: product.origin, ...(await signUpMember(product)) }
  for (const session of [small, large]) await uploadAll(session, PICTURES, smallPicture)
  await plant(product, large)
  const [few, many] = [await openPage(browser, small), await openPage(browser, large)]
  const [control, ours] = [await opened(few, small.origin), await opened(many, large.origin)]
  const scrolls: { ours: number[][]; control: number[][] } = { ours: [], control: [] }
  // In turns: a machine that is busy for a while is busy for both.
  for (let scroll = 0; scroll < SCROLLS; scroll++) {
    await few.bringToFront()
    scrolls.control.push(await scrollGaps(few))
    await many.bringToFront()
    scrolls.ours.push(await scrollGaps(many))
  }
  const [bare, smooth] = [smoothest(scrolls.control), smoothest(scrolls.ours)]
  const jumped = await jumps(many)
  const calls = [
    ['a search', '/api/v1/media/overview?search=harbour+199'],
    ['one block by name', '/api/v1/media?limit=120&sort=name&section=none'],
    ['all ids, as Select all asks for them', '/api/v1/media/ids'],
  ] as const
  const rows: (string | number)[][] = []
  for (const [what, path] of calls) {
    const times = await repeated(large, path)
    rows.push([what, quantile(times, 0.5), quantile(times, 0.95), 'ms'])
  }
  return {
    title: `A library of ${PHOTOS} photos, beside one of ${PICTURES}`,
    columns: ['what', 'p50', 'p95', 'unit'],
    rows: [
      ['opened, to its first photos', quantile(ours, 0.5), quantile(ours, 0.95), 'ms'],
      [`control: ${PICTURES} photos opened`, quantile(control, 0.5), quantile(control, 0.95), 'ms'],
      ['a jump of the scrollbar, to photos', quantile(jumped, 0.5), quantile(jumped, 0.95), 'ms'],
      ['scrolling: p95 and longest between pictures', smooth.p95, smooth.longest, 'ms'],
      [`control: scrolling ${PICTURES} photos`, bare.p95, bare.longest, 'ms'],
      ...rows,
    ],
    gates: [
      atMost('opened, p50', { value: quantile(ours, 0.5), limit: 500, unit: 'ms' }),
      // A machine on which even few photos drop pictures says nothing about many: then the few are the bound.
      atMost('scrolling, p95 between pictures', { value: smooth.p95, limit: Math.max(FRAME, bare.p95), unit: 'ms' }),
    ],
  }
}

/** Opening, scrolling and searching a library of two hundred thousand photos. */
export function run(): Promise<BenchTable> {
  return measureInBrowser(measure)
}
