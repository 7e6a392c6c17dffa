import { atLeast, atMost, type BenchTable, quantile } from '../table.ts'
import { type LoadOutcome, type BenchUser, tenSlides } from './plan.ts'
import { sendLoad } from './send-load.ts'
import type { SharedDatabase } from './web-processes.ts'

const VIDEOS = 50
const LISTS = { perSecond: 50, seconds: 10 }

/** Requests a video of ten slides. Returns the milliseconds, or null if the server rejects it. */
async function requestVideo(origin: string, { id, cookie }: BenchUser): Promise<number | null> {
  const startedAt = performance.now()
  const response = await fetch(`${origin}/api/video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie, 'x-ninesixteen-user': id },
    body: JSON.stringify({ slides: tenSlides(1), frames: Array.from({ length: 10 }, () => 60) }),
  })
  await response.arrayBuffer()
  return response.status === 200 ? performance.now() - startedAt : null
}

async function measureLists(
  origin: string,
  users: readonly BenchUser[],
  videos: number,
): Promise<{ lists: LoadOutcome; videos: number[] }> {
  const rendering = Promise.all(users.slice(0, videos).map((user) => requestVideo(origin, user)))
  const lists = await sendLoad({ kind: 'lists', origin, users: [...users], ...LISTS })
  return { lists, videos: (await rendering).filter((ms) => ms !== null) }
}

/** Response times of lists while many users wait for videos: rendered by a worker, and by the web process itself. */
export async function videosTable(fleet: SharedDatabase, videos = VIDEOS): Promise<BenchTable> {
  const web = await fleet.start('web')
  const withoutWorker = await measureLists(web.origin, fleet.users, videos)
  const worker = await fleet.start('worker')
  const withWorker = await measureLists(web.origin, fleet.users.slice(videos), videos)
  await worker.stop()
  await web.stop()
  const row = (name: string, { lists, videos: durations }: Awaited<ReturnType<typeof measureLists>>) => [
    name,
    quantile(lists.ms, 0.5),
    quantile(lists.ms, 0.99),
    durations.length,
    durations.length === 0 ? '' : quantile(durations, 1) / 1000,
  ]
  return {
    title: `${LISTS.perSecond} lists a second while ${videos} users wait for a video of ten slides`,
    columns: ['what', 'p50 ms', 'p99 ms', 'videos made', 'the last after s'],
    rows: [row('a worker draws', withWorker), row('baseline: the web process draws, with no worker there', withoutWorker)],
    gates: [
      atLeast('videos made by the worker', { value: withWorker.videos.length, limit: videos, unit: 'videos' }),
      atMost('a list meanwhile, p99', { value: quantile(withWorker.lists.ms, 0.99), limit: 150, unit: 'ms' }),
    ],
  }
}
