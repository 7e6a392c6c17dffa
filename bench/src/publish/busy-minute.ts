import { PLATFORM_IDS, seedManyUsers } from '@ninesixteen/server/testing/seed-many-users'
import { captionOf, livePosts } from '@ninesixteen/server/testing/scheduled'
import { atMost, type BenchTable } from '../table.ts'
import { makeDue, untilEnded, type Stage } from './stage.ts'

const POSTS = 1000
/** Posts of an account go out one after another. */
const POSTS_PER_ACCOUNT = 3
const LATENCY_MS = 1000
const LIMIT_SECONDS = 60
const AHEAD = 3
/** The publisher's maximum of concurrent requests, over all platforms. */
const CONCURRENT_REQUESTS = 128
/** The baseline sends only this share of the requests. */
const BASELINE_SHARE = 0.1

/** A thousand posts that are due at the same time, at platforms that take a second per request. */
export async function busyMinute(stage: Stage): Promise<BenchTable> {
  const seeded = await seedManyUsers(stage, { posts: POSTS, postsPerAccount: POSTS_PER_ACCOUNT, inSeconds: 3600, from: 1001 })
  const posts = [...seeded.keys()]
  await stage.slowPlatforms(LATENCY_MS)
  const requestsBefore = await countRequests(stage)
  const due = await makeDue(stage, posts, { inSeconds: AHEAD })
  const { published, last } = await untilEnded(stage, posts)
  const requests = (await countRequests(stage)) - requestsBefore
  const captions = new Set(seeded.values())
  const publicCaptions = (await livePosts(stage.sandbox)).map(captionOf).filter((caption) => captions.has(caption))
  const baseline = (await timeBareRequests(stage, Math.round(requests * BASELINE_SHARE))) / BASELINE_SHARE
  await stage.slowPlatforms(0)
  const elapsed = last - due
  return {
    title: `${POSTS} posts due at once, of ${Math.ceil(POSTS / POSTS_PER_ACCOUNT)} accounts, at platforms that take ${LATENCY_MS / 1000} s per request`,
    columns: ['what', 'value', 'unit'],
    rows: [
      ['from due to the last one published', elapsed, 's'],
      ['requests to the platforms', requests, 'requests'],
      [`baseline: as many bare calls, ${CONCURRENT_REQUESTS} at once`, baseline, 's'],
      ['ratio to the baseline', elapsed / baseline, 'times'],
      ['public posts', publicCaptions.length, 'posts'],
    ],
    gates: [
      atMost('the last one published', { value: elapsed, limit: LIMIT_SECONDS, unit: 's' }),
      atMost('posts not published', { value: POSTS - published, limit: 0, unit: 'posts' }),
      atMost('posts not public exactly once', {
        value: Math.abs(POSTS - new Set(publicCaptions).size) + publicCaptions.length - new Set(publicCaptions).size,
        limit: 0,
        unit: 'posts',
      }),
    ],
  }
}

/** Number of requests that the sandbox has received. */
async function countRequests({ sandbox, product }: Stage): Promise<number> {
  // This request becomes the newest entry, whose id counts all requests.
  await fetch(`${product.sandboxOrigin}/${PLATFORM_IDS[0]}/v2/counted`)
  const { requests } = await sandbox.control<{ requests: { id: number }[] }>('/requests', 'GET')
  return Math.max(0, ...requests.map(({ id }) => id)) - 1
}

/** Seconds for requests without work, to the same platforms. */
async function timeBareRequests({ product }: Stage, count: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const sendNext = async () => {
    while (next++ < count) {
      const response = await fetch(`${product.sandboxOrigin}/${PLATFORM_IDS[next % PLATFORM_IDS.length]}/v2/nothing`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, sendNext))
  return (performance.now() - startedAt) / 1000
}
