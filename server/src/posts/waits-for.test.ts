import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { holdPosts, releasePosts } from '../billing/held-posts.ts'
import { migrateDatabase } from '../db/migrate.ts'
import type { TestApp, TestUser } from '../testing/app.ts'
import { withClient, earlierDatabase } from '../testing/earlier-database.ts'
import { connectAccount, inHours, postRequest, startScheduler, targetOf, type CreatedPosts } from '../testing/scheduler.ts'
import { createWaitingPosts } from './affected-posts.ts'
import { createPostings } from './publishing/create-publishing.ts'
import { accountGoneDetail, accountLostDetail, PLAN_DETAIL, SLIDES_DETAIL, VIDEO_DETAIL } from './waiting-details.ts'

/** The last migration before waits_for. */
const BEFORE = '0036_requests_and_videos'

const DERIVED = [
  [VIDEO_DETAIL, 'video'],
  [SLIDES_DETAIL, 'slides'],
  [PLAN_DETAIL, 'plan'],
  [accountLostDetail('moss'), 'account'],
  [accountGoneDetail('tumblr'), 'account'],
  ['TikTok cannot be reached right now. Trying again.', null],
  [null, null],
] as const

test('migrates waits_for from the details of 0.2.0, also from those its servers still write', { tags: ['long'] }, async () => {
  const connection = await earlierDatabase(BEFORE)
  const userId = randomUUID()
  const insert = `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, snapshot, caption, detail)
    values ($1, 'tumblr', 't:ann', now(), '[]', $2, $3)`
  await withClient(connection, async (client) => {
    await client.query(`insert into users (id, name, email) values ($1, 'Ann', 'ann@example.org')`, [userId])
    for (const [at, [detail]] of DERIVED.entries()) await client.query(insert, [userId, `before ${at}`, detail])
  })
  await migrateDatabase(connection)
  await withClient(connection, async (client) => {
    const waiting = async (like: string) =>
      (
        await client.query<{ waits_for: string | null }>('select waits_for from scheduled_posts where caption like $1 order by caption', [
          like,
        ])
      ).rows.map((row) => row.waits_for)
    const all = DERIVED.map(([, waitsFor]) => waitsFor)
    expect(await waiting('before %')).toEqual(all)
    for (const [at, [detail]] of DERIVED.entries()) await client.query(insert, [userId, `new ${at}`, detail])
    expect(await waiting('new %')).toEqual(all)
    const change = (set: string) => client.query(`update scheduled_posts set ${set} where caption = 'new 0'`)
    await change(`detail = 'Being sent to Tumblr.'`)
    expect(await waiting('new 0')).toEqual([null])
    await change(`detail = '${VIDEO_DETAIL}'`)
    expect(await waiting('new 0')).toEqual(['video'])
    // A later server names both, whatever its sentence says.
    await change(`detail = 'Rendering.', waits_for = waits_for`)
    expect(await waiting('new 0')).toEqual(['video'])
    await change(`waits_for = 'retry'`)
    expect(await waiting('new 0')).toEqual(['retry'])
    await change(`detail = '${VIDEO_DETAIL}', waits_for = null`)
    expect(await waiting('new 0')).toEqual([null])
    await expect(change(`waits_for = 'the weather'`)).rejects.toThrow('scheduled_posts_waits_for')
  })
})

let app: TestApp
let user: TestUser
let accountId: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  accountId = await connectAccount(app, user, { platform: 'tumblr' })
})

/** As if the sentences of this version were others. */
async function reword(): Promise<void> {
  await app.services.db.pool.query(`update scheduled_posts set detail = 'Said otherwise.', waits_for = waits_for where detail is not null`)
}

async function schedule(overrides: Record<string, unknown> = {}): Promise<string> {
  const targets = [targetOf('tumblr', accountId)]
  const { posts } = await user.api<CreatedPosts>(
    'POST',
    '/scheduled-posts',
    postRequest(await user.buildProject(), { targets, ...overrides }),
  )
  return posts[0]?.id ?? ''
}

async function rowOf(id: string) {
  const { rows } = await app.services.db.pool.query<{ detail: string | null; waits_for: string | null; due: boolean; files: number }>(
    `select detail, waits_for, next_at <= now() as due, (select count(*)::int from post_media where post_id = p.id) as files
     from scheduled_posts p where id = $1`,
    [id],
  )
  return rows[0]
}

test('jobs find posts whose media are to be rendered after the detail is reworded', { tags: ['long'] }, async () => {
  const id = await schedule({ kind: 'video', film: { seconds: 2, crossFade: false } })
  // Its time comes while the video is made.
  await app.services.db.pool.query(
    `update scheduled_posts set scheduled_time = now(), next_at = now() + interval '5 minutes' where id = $1`,
    [id],
  )
  const slides = await schedule()
  await app.services.db.pool.query('delete from post_media where post_id = $1', [slides])
  await app.services.db.pool.query(`update scheduled_posts set detail = $2, waits_for = 'slides' where id = $1`, [slides, SLIDES_DETAIL])
  await reword()
  expect(await rowOf(id)).toEqual({ detail: 'Said otherwise.', waits_for: 'video', due: false, files: 0 })
  await app.services.jobs.runDue()
  expect(await rowOf(id)).toEqual({ detail: null, waits_for: null, due: true, files: 1 })
  expect(await rowOf(slides)).toMatchObject({ detail: null, waits_for: null, files: 2 })
})

test('posts resume with the plan or the account after the detail is reworded', async () => {
  const id = await schedule({ scheduledTime: inHours(24) })
  const account = { userId: user.id, platform: 'tumblr', accountId, username: 'moss' }
  await app.services.db.asUser(user.id, (tx) => holdPosts(tx, user.id))
  await reword()
  expect(await rowOf(id)).toMatchObject({ waits_for: 'plan' })
  await app.services.db.asUser(user.id, (tx) => holdPosts(tx, user.id))
  await app.services.db.asUser(user.id, (tx) => releasePosts(tx, user.id))
  expect(await rowOf(id)).toMatchObject({ detail: null, waits_for: null })
  await app.services.db.asUser(user.id, (tx) => createWaitingPosts(createPostings(app.services)).hold(tx, account))
  await reword()
  await app.services.db.asUser(user.id, (tx) => createWaitingPosts(createPostings(app.services)).resume(tx, account))
  expect(await rowOf(id)).toMatchObject({ detail: null, waits_for: null })
  const { rows } = await app.services.db.pool.query<{ kind: string }>('select kind from post_events where post_id = $1 order by id', [id])
  expect(rows.map(({ kind }) => kind)).toEqual(['scheduled', 'held', 'released'])
})
