// @module-tag long

import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../../db/migrate.ts'
import { scheduledPosts } from '../../../db/schema-publishing.ts'
import { earlierDatabase, withClient } from '../../../testing/earlier-database.ts'
import { expectPlain, startFaultBench, type FaultBench, type FaultPost } from '../../../testing/publishing-faults.ts'
import { startTestSandbox, type TestSandbox } from '../../../testing/sandbox.ts'
import { buildJpeg, livePosts, postState, storeFiles, type LivePost } from '../../../testing/scheduled.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

const PATHS = {
  instagram: { publish: '/media_publish', options: { platform: 'instagram', format: '4:5' } },
  threads: { publish: '/threads_publish', options: { platform: 'threads' } },
} as const

/** The response to a publication is lost: the first two did nothing, the others published. */
const LOST = ['500', 'dropped', 'lost', 'gateway', 'cut', 'empty'] as const

interface Pair {
  text: string
  images: [number, number]
  /** Faults of the account's next publish requests, in order. */
  faults: (typeof LOST)[number][]
}

const pairs = fc.array(
  fc.record<Pair>({
    text: fc.constantFrom('', 'good morning', 'a caption of two words'),
    images: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 2 })),
    faults: fc.array(fc.constantFrom(...LOST), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 3, maxLength: 5 },
)

/** Two posts of one account. */
async function insertPair(bench: FaultBench, platform: keyof typeof PATHS, { text, images }: Pair): Promise<FaultPost[]> {
  const user = await bench.user(platform)
  const posts: FaultPost[] = []
  for (const [at, count] of images.entries()) {
    const files = await Promise.all(Array.from({ length: count }, (_, image) => buildJpeg(1000 * at + image)))
    const media = await storeFiles(bench.app.services, user.userId, files)
    posts.push(await bench.post(platform, { ...user, caption: text, media, options: PATHS[platform].options }))
  }
  return posts
}

/** The container that an attempt published, or would have. */
const containerOf = ({ resume, remoteId }: { resume: Record<string, unknown> | null; remoteId: string | null }) =>
  typeof resume?.['container'] === 'string' ? resume['container'] : remoteId

/** The public posts of the containers of a post's attempts. */
async function livesOf(bench: FaultBench, id: string, all: readonly LivePost[]) {
  const { post, attempts } = await postState(bench.app.services, id)
  const containers = attempts.map(containerOf)
  return {
    post,
    containers: attempts.map(({ remoteId }) => remoteId),
    own: all.filter(({ publishId }) => publishId !== null && containers.includes(publishId)),
  }
}

async function waitForEnds(bench: FaultBench, posts: readonly FaultPost[]): Promise<void> {
  bench.work()
  await bench.waitForEnd(posts)
}

describe.each(['instagram', 'threads'] as const)('%s', (platform) => {
  const { publish, options } = PATHS[platform]

  test('two posts with the same text are never taken for one another, whichever response is lost', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(pairs, async (drawn) => {
        const bench = await startFaultBench(sandbox)
        const posts: FaultPost[] = []
        for (const pair of drawn) {
          posts.push(...(await insertPair(bench, platform, pair)))
          await bench.fault(platform, ...pair.faults.map((kind) => ({ kind, path: publish })))
        }
        await waitForEnds(bench, posts)
        const all = await livePosts(sandbox)
        const ids: string[] = []
        for (const { id } of posts) {
          const { post, own, containers } = await livesOf(bench, id, all)
          expect({ delivery: post.delivery, times: own.length }).toEqual({ delivery: 'published', times: 1 })
          const [live] = own
          expect([live?.id, ...containers]).toContain(post.remoteId)
          if (post.remoteUrl !== null) expect(post.remoteUrl).toContain(live?.id)
          ids.push(post.remoteId ?? '')
        }
        expect(new Set(ids).size).toBe(posts.length)
        expect(all).toHaveLength(posts.length)
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })

  test('a post that another program published with the same text leaves a lost one unconfirmed', async () => {
    const bench = await startFaultBench(sandbox)
    const user = await bench.user(platform)
    const words = { ...user, caption: 'the same words', options }
    // As if its user posted it by hand: the product doesn't know it.
    const other = await bench.post(platform, words)
    await waitForEnds(bench, [other])
    await bench.app.services.db.asSystem((tx) => tx.delete(scheduledPosts).where(eq(scheduledPosts.id, other.id)))
    await bench.fault(platform, { kind: '500', path: publish })
    const post = await bench.post(platform, words)
    await bench.waitForEnd([post])
    const { post: row } = await postState(bench.app.services, post.id)
    expect({ delivery: row.delivery, remoteUrl: row.remoteUrl }).toEqual({ delivery: 'unconfirmed', remoteUrl: null })
    expectPlain(row.errorMessage)
    expect(await livePosts(sandbox)).toHaveLength(1)
  })

  test('a lost post with the text of an earlier one goes out', async () => {
    const bench = await startFaultBench(sandbox)
    const user = await bench.user(platform)
    const words = { ...user, caption: 'the same words', options }
    const earlier = await bench.post(platform, words)
    await waitForEnds(bench, [earlier])
    await bench.fault(platform, { kind: '500', path: publish })
    const post = await bench.post(platform, words)
    await bench.waitForEnd([post])
    const states = await bench.states([earlier, post])
    expect(states.map(({ post: { delivery } }) => delivery)).toEqual(['published', 'published'])
    expect(new Set(states.map(({ post: { remoteUrl } }) => remoteUrl)).size).toBe(2)
  })
})

test('a data folder in which two posts have one id opens, and the first keeps it', async () => {
  const connection = await earlierDatabase('0057_translations_and_planned_templates')
  const insert = `insert into scheduled_posts (user_id, platform, account_id, scheduled_time, delivery, status, snapshot, remote_id, created_at)
    values ('ann', 'instagram', '1', now(), 'published', 'published', '[]', $1, now() - make_interval(hours => $2)) returning id`
  const ids = await withClient(connection, async (client) => {
    await client.query(`insert into users (id, name, email) values ('ann', 'Ann', 'ann@example.org')`)
    const rows: string[] = []
    for (const [remoteId, hours] of [
      ['7', 1],
      ['7', 2],
      ['8', 3],
      [null, 4],
      [null, 5],
    ] as const)
      rows.push((await client.query<{ id: string }>(insert, [remoteId, hours])).rows[0]?.id ?? '')
    return rows
  })
  await migrateDatabase(connection)
  const { rows } = await withClient(connection, (client) =>
    client.query<{ id: string; remote_id: string | null }>('select id, remote_id from scheduled_posts order by created_at desc'),
  )
  expect(rows.map(({ id, remote_id }) => [id, remote_id])).toEqual([
    [ids[0], null],
    [ids[1], '7'],
    [ids[2], '8'],
    [ids[3], null],
    [ids[4], null],
  ])
})
