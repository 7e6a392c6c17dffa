import { PLATFORM_IDS, seedCrowd } from '@ninesixteen/server/testing/seed-many-users'
import { captionOf, livePosts } from '@ninesixteen/server/testing/scheduled'
import { atMost, type BenchTable } from '../table.ts'
import { makeDue, untilEnded, type Stage } from './stage.ts'

const POSTS = 1000
/** Per account: they go out one after another. */
const OF_ACCOUNT = 3
const LATENCY_MS = 1000
const LIMIT_SECONDS = 60
const AHEAD = 3
/** As many calls as the publisher has under way at once, of all platforms. */
const AT_ONCE = 128
/** The control makes a part of the calls. */
const SHARE = 0.1

/** A thousand posts that are due at one moment, at platforms that take a second for every call. */
export async function busyMinute(stage: Stage): Promise<BenchTable> {
  const seeded = await seedCrowd(stage, { posts: POSTS, postsPerAccount: OF_ACCOUNT, inSeconds: 3600, from: 1001 })
  const posts = [...seeded.keys()]
  await stage.slowPlatforms(LATENCY_MS)
  const before = await callsSoFar(stage)
  const due = await makeDue(stage, posts, { inSeconds: AHEAD })
  const { published, last } = await untilEnded(stage, posts)
  const calls = (await callsSoFar(stage)) - before
  const captions = new Set(seeded.values())
  const live = (await livePosts(stage.sandbox)).map(captionOf).filter((caption) => captions.has(caption))
  const control = (await callsAlone(stage, Math.round(calls * SHARE))) / SHARE
  await stage.slowPlatforms(0)
  const ours = last - due
  return {
    title: `${POSTS} posts due at once, of ${Math.ceil(POSTS / OF_ACCOUNT)} accounts, at platforms that take ${LATENCY_MS / 1000} s per request`,
    columns: ['what', 'value', 'unit'],
    rows: [
      ['from due to the last one published', ours, 's'],
      ['requests to the platforms', calls, 'requests'],
      [`baseline: as many bare calls, ${AT_ONCE} at once`, control, 's'],
      ['ratio to the baseline', ours / control, 'times'],
      ['public posts', live.length, 'posts'],
    ],
    gates: [
      atMost('the last one published', { value: ours, limit: LIMIT_SECONDS, unit: 's' }),
      atMost('posts not published', { value: POSTS - published, limit: 0, unit: 'posts' }),
      atMost('posts not public exactly once', {
        value: Math.abs(POSTS - new Set(live).size) + live.length - new Set(live).size,
        limit: 0,
        unit: 'posts',
      }),
    ],
  }
}

/** How many calls the sandbox has had. */
async function callsSoFar({ sandbox, product }: Stage): Promise<number> {
  // The newest entry is this one, which numbers those before it.
  await fetch(`${product.sandboxOrigin}/${PLATFORM_IDS[0]}/v2/counted`)
  const { requests } = await sandbox.control<{ requests: { id: number }[] }>('/requests', 'GET')
  return Math.max(0, ...requests.map(({ id }) => id)) - 1
}

/** Seconds for calls that do nothing, at the same platforms. */
async function callsAlone({ product }: Stage, count: number): Promise<number> {
  const begun = performance.now()
  let next = 0
  const lane = async () => {
    while (next++ < count) {
      const answer = await fetch(`${product.sandboxOrigin}/${PLATFORM_IDS[next % PLATFORM_IDS.length]}/v2/nothing`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return (performance.now() - begun) / 1000
}
