import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PostList } from './list-posts.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { connectAccount } from '../testing/scheduler.ts'

let app: TestApp
let user: TestUser
let accountId: string
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
  accountId = await connectAccount(app, user, { platform: 'tiktok' })
})

/** Seeds posts with two slides each, spread evenly from this time on. */
async function seed(posts: number, from: string, status = 'pending'): Promise<void> {
  const { pool } = app.services.db
  const project = await user.buildProject()
  await pool.query(
    `insert into files (path, user_id, state, mime_type) select $1 || '/1795253695557_' || lpad(n::text, 12, 'a') || '.jpg', $1, 'stored', 'image/jpeg'
      from generate_series(1, 10) n on conflict do nothing`,
    [user.id],
  )
  await pool.query(
    `with made as (
      insert into scheduled_posts (user_id, project_id, project_version, platform, account_id, scheduled_time, status, delivery, snapshot, options)
      select $1, $2, 1, 'tiktok', $3, $4::timestamptz + n * interval '1 hour' / $5 * 700, $6, case when $6 = 'pending' then 'waiting' else $6 end,
        '[]', '{"platform": "tiktok", "audience": "SELF_ONLY", "musicConsent": true}'
      from generate_series(0, $5 - 1) n returning id
    ) insert into post_media (user_id, post_id, position, path, mime_type, bytes, width, height, sha256)
      select $1, id, position, $1 || '/1795253695557_' || lpad((1 + abs(hashtext(id::text)) % 10)::text, 12, 'a') || '.jpg', 'image/jpeg', 1, 1080, 1920, 'x'
      from made, generate_series(0, 1) position`,
    [user.id, project.id, accountId, from, posts, status],
  )
}

const list = (query: string) => user.api<PostList>('GET', `/scheduled-posts?${query}`)
const MARCH = 'from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z&limit=5000'

test('lists 2,000 of 5,000 posts with as many queries as 5 posts', { tags: ['long'] }, async () => {
  const querySpy = vi.spyOn(pg.Client.prototype, 'query')
  const countQueries = async (posts: number): Promise<number> => {
    querySpy.mockClear()
    expect((await list(MARCH)).posts).toHaveLength(posts)
    return querySpy.mock.calls.length
  }
  await seed(5, '2027-03-01T00:00:00Z')
  await countQueries(5)
  const queries = await countQueries(5)
  await seed(1995, '2027-03-01T00:00:00Z')
  await seed(3000, '2027-06-01T00:00:00Z', 'published')
  expect(await countQueries(2000)).toBe(queries)
  querySpy.mockRestore()
  const { posts, counts, isMore } = await list(MARCH)
  expect([counts, isMore]).toEqual([{ total: 5000, pending: 2000, published: 3000, failed: 0 }, false])
  const times = posts.map(({ scheduledTime }) => scheduledTime ?? '')
  expect(times).toEqual(times.toSorted())
  expect(posts[7]).toMatchObject({
    pictures: 2,
    projectTitle: '3 tips',
    account: { state: 'active' },
    options: { audience: 'SELF_ONLY' },
  })
  // The same image has one URL, which a browser loads once.
  expect(new Set(posts.map(({ thumbnailUrl }) => thumbnailUrl)).size).toBe(10)
})

test('lists drafts first, then the newest posts, in pages', async () => {
  await seed(12, '2027-03-01T00:00:00Z', 'published')
  await app.services.db.pool.query(
    "update scheduled_posts set scheduled_time = null, delivery = 'draft', status = 'pending' where id = (select min(id::text)::uuid from scheduled_posts)",
  )
  const pages = [await list('limit=5'), await list('limit=5&offset=5'), await list('limit=5&offset=10'), await list('limit=5&offset=15')]
  expect(pages.map(({ posts, isMore }) => [posts.length, isMore])).toEqual([
    [5, true],
    [5, true],
    [2, false],
    [0, false],
  ])
  const all = pages.flatMap(({ posts }) => posts)
  expect(new Set(all.map(({ id }) => id)).size).toBe(12)
  expect([all[0]?.scheduledTime, all[0]?.delivery]).toEqual([null, 'draft'])
  const times = all.slice(1).map(({ scheduledTime }) => scheduledTime ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  expect(pages[3]?.counts).toEqual({ total: 12, pending: 1, published: 11, failed: 0 })
})

test('continues after the cursor when posts were added or moved', async () => {
  await seed(12, '2027-03-01T00:00:00Z', 'published')
  // Three drafts, and two posts with the same time.
  await app.services.db.pool.query(`
    with numbered as (select id, row_number() over (order by id) as n from scheduled_posts)
    update scheduled_posts set scheduled_time = case when n <= 3 then null else '2027-04-01T00:00:00Z'::timestamptz end,
      delivery = case when n <= 3 then 'draft' else delivery end, status = case when n <= 3 then 'pending' else status end
    from numbered where numbered.id = scheduled_posts.id and n <= 5`)
  const allIds = (await list('limit=100')).posts.map(({ id }) => id)
  for (const limit of [1, 2, 3, 4, 5]) {
    const ids: string[] = []
    for (let after = ''; after !== 'over';) {
      const page = await list(`limit=${limit}${after && `&after=${after}`}`)
      expect(page.posts.length).toBeLessThanOrEqual(limit)
      ids.push(...page.posts.map(({ id }) => id))
      after = page.next ?? 'over'
    }
    expect(ids).toEqual(allIds)
  }
  const first = await list('limit=5')
  await app.services.db.pool.query('delete from scheduled_posts where id = $1', [allIds[1]])
  expect((await list(`limit=100&after=${first.next}`)).posts.map(({ id }) => id)).toEqual(allIds.slice(5))
  expect((await user.call('GET', '/api/v1/scheduled-posts?after=5')).status).toBe(400)
})

test('lists a published post at its publishing time, also long before its scheduled time', async () => {
  await seed(3, '2027-03-01T00:00:00Z', 'published')
  await seed(1, '2027-02-10T00:00:00Z')
  const [last = ''] = (await list('limit=1')).posts.map(({ id }) => id)
  await app.services.db.pool.query('update scheduled_posts set published_at = $2 where id = $1', [last, '2027-01-20T10:00:00Z'])
  expect((await list(MARCH)).posts.map(({ id }) => id)).not.toContain(last)
  const january = await list('from=2027-01-01T00:00:00Z&to=2027-02-01T00:00:00Z')
  expect(january.posts).toMatchObject([{ id: last, publishedAt: '2027-01-20T10:00:00.000Z' }])
  const pages = [await list('limit=3')]
  pages.push(await list(`limit=3&after=${pages[0]?.next}`))
  const newest = pages.flatMap(({ posts }) => posts.map(({ id }) => id))
  expect([newest.length, newest.at(-1)]).toEqual([4, last])
})

test('filters posts and counts alike, and hides posts of other users', async () => {
  await seed(4, '2027-03-01T00:00:00Z')
  await seed(3, '2027-03-01T00:00:00Z', 'failed')
  expect(await list('status=failed')).toMatchObject({ counts: { total: 3, pending: 0, failed: 3 } })
  expect((await list('status=failed')).posts).toHaveLength(3)
  expect((await list(`accountId=${accountId}&platform=tiktok`)).counts.total).toBe(7)
  expect((await list('platform=tumblr')).counts.total).toBe(0)
  const other = await app.buildUser()
  expect(await other.api<PostList>('GET', `/scheduled-posts?${MARCH}`)).toMatchObject({ posts: [], counts: { total: 0 }, isMore: false })
})
