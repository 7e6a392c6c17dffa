// @module-tag long

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { DELIVERIES } from '@ninesixteen/shared/publishing/delivery'
import { openDb } from '../../../db/db.ts'
import { migrateDatabase } from '../../../db/migrate.ts'
import { createRenderer } from '../../../rendering/renderer.ts'
import { buildSlide } from '../../../testing/app.ts'
import { withClient, earlierDatabase } from '../../../testing/earlier-database.ts'
import { expectPlain, startFaultBench } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { connectAccounts, grantsOf, livePosts, postState } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const ASSETS = join(import.meta.dirname, '../../../../../shared/generated/painter')
/** The last migration before publishing existed. */
const BEFORE_PUBLISHING = '0011_room_usage'
/** The last migration of each release since. */
const RELEASES = { '0.2.0': '0025_text_size' }
const SANDBOX_USER = 'sandy'

interface EarlierPost {
  userId: string
  accountId: string
  /** Hours from now. */
  hours: number
  status?: string
  options?: Record<string, unknown>
}

async function insert(client: pg.Client, { userId, accountId, hours, status = 'pending', options = {} }: EarlierPost): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, status, caption, snapshot, options)
     values ($1, 'tiktok', $2, now() + make_interval(hours => $3), $4, 'from before', $5, $6) returning id`,
    [userId, accountId, hours, status, JSON.stringify([buildSlide('from before')]), options],
  )
  return rows[0]?.id ?? ''
}

test('posts of a version without publishing continue after an upgrade', async () => {
  const connection = await earlierDatabase(BEFORE_PUBLISHING)
  const userId = randomUUID()
  // The id of an account at the platform never changes.
  const [grant] = await grantsOf(sandbox, 'tiktok', { accounts: [SANDBOX_USER] })
  const accountId = grant && 'openId' in grant ? grant.openId : ''
  const options = { platform: 'tiktok', audience: 'PUBLIC_TO_EVERYONE', musicConsent: true }
  const posts = await withClient(connection, async (client) => {
    await client.query(`insert into users (id, name, email) values ($1, 'Ann', 'ann@example.org')`, [userId])
    await client.query('update user_settings set pro_plan = true where user_id = $1', [userId])
    const seed = (post: Omit<EarlierPost, 'userId' | 'accountId'>) => insert(client, { userId, accountId, ...post })
    return {
      due: await seed({ hours: -1, options }),
      unchosen: await seed({ hours: -2 }),
      old: await seed({ hours: -72, options }),
      later: await seed({ hours: 3, options }),
      published: await seed({ hours: -5, status: 'published' }),
      failed: await seed({ hours: -5, status: 'failed' }),
    }
  })
  await migrateDatabase(connection)
  const db = openDb(connection, pino({ level: 'silent' }), { requests: { connections: 5 } })
  const renderer = createRenderer({ assetsDir: ASSETS })
  onTestFinished(() => renderer.close())
  const bench = await startFaultBench(sandbox, { settings: { renderer, database: { db, connection, drop: () => db.close() } } })
  const { services } = bench.app
  await connectAccounts(services, sandbox, { userId, platform: 'tiktok', accounts: [SANDBOX_USER] })
  bench.work()
  const deliveryOf = async (id: string) => (await postState(services, id)).post.delivery
  await expect
    .poll(async () => [await deliveryOf(posts.due), await deliveryOf(posts.unchosen), await deliveryOf(posts.old)], { timeout: 40_000 })
    .toEqual(['published', 'failed', 'missed'])
  expect(await livePosts(sandbox)).toMatchObject([{ title: 'from before', account: SANDBOX_USER }])
  for (const id of [posts.unchosen, posts.old]) expectPlain((await postState(services, id)).post.errorMessage)
  expect((await postState(services, posts.later)).post).toMatchObject({ delivery: 'waiting', status: 'pending' })
  for (const status of ['published', 'failed'] as const)
    expect((await postState(services, posts[status])).post).toMatchObject({ status, nextAt: null })
})

test.each(Object.entries(RELEASES))('an upgrade from %s keeps the state of every post', async (_release, last) => {
  const connection = await earlierDatabase(last)
  const userId = randomUUID()
  const insertAll = async (client: pg.Client): Promise<void> => {
    await client.query(`insert into users (id, name, email) values ($1, 'Ann', 'ann@example.org')`, [userId])
    for (const delivery of DELIVERIES)
      await client.query(
        `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, next_at, delivery, fence, attempts, remote_id, caption, snapshot)
         values ($1, 'tumblr', 't:ann', now(), now(), $2, 3, 1, $3, $2, '[]')`,
        [userId, delivery, delivery === 'accepted' ? '7500' : null],
      )
  }
  const readAll = async (client: pg.Client) => (await client.query('select * from scheduled_posts order by caption')).rows
  await withClient(connection, insertAll)
  const rowsBefore = await withClient(connection, readAll)
  await migrateDatabase(connection)
  const rowsAfter = await withClient(connection, readAll)
  expect(rowsAfter).toHaveLength(DELIVERIES.length)
  // A later release may add columns, and changes no others.
  for (const [at, row] of rowsBefore.entries()) expect(rowsAfter[at]).toMatchObject(row)
})
