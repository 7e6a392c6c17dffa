import { atLeast, atMost, type BenchTable, quantile } from '../table.ts'
import { type LoadOutcome, type BenchUser, tenSlides } from './plan.ts'
import { sendLoad } from './send-load.ts'
import type { SharedDatabase } from './web-processes.ts'

const VIDEOS = 50
const LISTS = { perSecond: 50, seconds: 10 }

/** Downloads a video of ten slides; returns the milliseconds, or null when it was refused. */
async function video(origin: string, { id, cookie }: BenchUser): Promise<number | null> {
  const begun = performance.now()
  const answer = await fetch(`${origin}/api/video`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie, 'x-ninesixteen-user': id },
    body: JSON.stringify({ slides: tenSlides(1), frames: Array.from({ length: 10 }, () => 60) }),
  })
  await answer.arrayBuffer()
  return answer.status === 200 ? performance.now() - begun : null
}

async function whileRendering(
  origin: string,
  users: readonly BenchUser[],
  videos: number,
): Promise<{ lists: LoadOutcome; videos: number[] }> {
  const making = Promise.all(users.slice(0, videos).map((user) => video(origin, user)))
  const lists = await sendLoad({ kind: 'lists', origin, users: [...users], ...LISTS })
  return { lists, videos: (await making).filter((ms) => ms !== null) }
}

/** Lists at a web process while many wait for their videos: drawn by a worker, and drawn by itself. */
export async function videosTable(fleet: SharedDatabase, videos = VIDEOS): Promise<BenchTable> {
  const web = await fleet.start('web')
  const alone = await whileRendering(web.origin, fleet.users, videos)
  const worker = await fleet.start('worker')
  const shared = await whileRendering(web.origin, fleet.users.slice(videos), videos)
  await worker.stop()
  await web.stop()
  const row = (name: string, { lists, videos: made }: Awaited<ReturnType<typeof whileRendering>>) => [
    name,
    quantile(lists.ms, 0.5),
    quantile(lists.ms, 0.99),
    made.length,
    made.length === 0 ? '' : quantile(made, 1) / 1000,
  ]
  return {
    title: `${LISTS.perSecond} lists a second while ${videos} users wait for a video of ten slides`,
    columns: ['what', 'p50 ms', 'p99 ms', 'videos made', 'the last after s'],
    rows: [row('a worker draws', shared), row('baseline: the web process draws, with no worker there', alone)],
    gates: [
      atLeast('videos made by the worker', { value: shared.videos.length, limit: videos, unit: 'videos' }),
      atMost('a list meanwhile, p99', { value: quantile(shared.lists.ms, 0.99), limit: 150, unit: 'ms' }),
    ],
  }
}
