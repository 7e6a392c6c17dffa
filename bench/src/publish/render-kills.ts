import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/seed-many-users'
import {
  compareWithExport,
  createPostingUsers,
  type PostingUser,
  type RenderedVerdict,
  schedulePosts,
} from '@ninesixteen/server/testing/rendered-posts'
import { type ProductProcess, startProductProcess } from '@ninesixteen/server/testing/start-product-process'
import { freePort } from '../product.ts'
import { atMost, type BenchTable, quantile } from '../table.ts'
import { makeDue, type Stage, startStage, untilEnded } from './stage.ts'

const USERS = 12
const WORKERS = 2
/** On a machine where a worker takes longer to start, the next kill waits for it. */
const KILL_EVERY_MS = 9_000
/** Posts are due evenly over this many seconds. */
const DUE_SECONDS = 480
/** One platform has a long outage, the others a short one. */
const LONG_OUTAGE = { platform: PLATFORM_IDS.at(-1) ?? '', ms: 120_000 }
const SHORT_OUTAGE_MS = 10_000
const BETWEEN_OUTAGES_MS = 30_000
/** Retries wait for up to 22 minutes after a long outage, and an unknown outcome for ten. */
const STUCK_MS = 1_500_000
const [MEDIAN_LIMIT_SECONDS, P99_LIMIT_SECONDS] = [60, 300]

/**
 * A web process and two workers that render and publish while one worker after another is killed and platforms have outages: compares what the
 * platforms received with the export, by number, size and digest.
 */
export async function run(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-kills-'))
  const stage = await startStage('web', {
    SECRET_KEY: randomBytes(32).toString('hex'),
    STORAGE_URL: pathToFileURL(join(folder, 'files')).href,
    TRUST_PROXY: 'true',
  })
  const startedAt = performance.now()
  try {
    const deps = { ...stage, url: stage.product.origin }
    const users = await createPostingUsers(deps, USERS)
    const killing = await startKilling(stage, folder)
    try {
      const killingAt = performance.now()
      const lateness = await publish(stage, users)
      await killing.pause()
      const killingSeconds = (performance.now() - killingAt) / 1000
      const verdict = await compareWithExport(deps, users)
      await killing.stop()
      const { kills, logs } = killing
      return toTable({ verdict, ...lateness, kills: kills(), killingSeconds, logs, seconds: (performance.now() - startedAt) / 1000 })
    } finally {
      await killing.stop()
    }
  } finally {
    await stage.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Result extends Lateness {
  verdict: RenderedVerdict
  kills: number
  killingSeconds: number
  /** Output of each worker that wrote any. */
  logs: string[]
  seconds: number
}

function toTable({ verdict, lateness, latenessAfterOutage, kills, killingSeconds, logs, seconds }: Result): BenchTable {
  const { doubled, missing, foreign, failed, unlikeExport, published, unconfirmed } = verdict
  for (const line of [...doubled, ...missing, ...foreign, ...failed, ...unlikeExport, ...logs]) process.stderr.write(`${line}\n`)
  const [median, p99] = [quantile(lateness, 0.5), quantile(lateness, 0.99)]
  return {
    title: `${kills} times kill -9 of one of ${WORKERS} workers that render and publish, through outages of platforms`,
    columns: ['what', 'value', 'unit'],
    rows: [
      ['between two kills, mean', killingSeconds / kills, 's'],
      ['published', published, 'posts'],
      ['unconfirmed', unconfirmed, 'posts'],
      ['from due to public, p50', median, 's'],
      ['from due to public, p99', p99, 's'],
      [`the same at ${LONG_OUTAGE.platform}, out for ${LONG_OUTAGE.ms / 1000} s, p50`, quantile(latenessAfterOutage, 0.5), 's'],
      [`the same at ${LONG_OUTAGE.platform}, p99`, quantile(latenessAfterOutage, 0.99), 's'],
      ['total', seconds, 's'],
    ],
    gates: [
      atMost('from due to public, p50', { value: median, limit: MEDIAN_LIMIT_SECONDS, unit: 's' }),
      atMost('from due to public, p99', { value: p99, limit: P99_LIMIT_SECONDS, unit: 's' }),
      atMost('posts received twice', { value: doubled.length, limit: 0, unit: 'posts' }),
      atMost('published posts that were not received', { value: missing.length, limit: 0, unit: 'posts' }),
      atMost('received posts with other files or texts', { value: foreign.length, limit: 0, unit: 'posts' }),
      atMost('posts with files unlike the export', { value: unlikeExport.length, limit: 0, unit: 'posts' }),
      atMost('failed', { value: failed.length, limit: 0, unit: 'posts' }),
      atMost('workers with warnings', { value: logs.length, limit: 0, unit: 'workers' }),
    ],
  }
}

/** Restarts the killed worker in its folder, like a supervisor, and kills the next one when that is ready. */
async function startKilling({ env, product }: Stage, folder: string) {
  const ports = await Promise.all(Array.from({ length: WORKERS }, freePort))
  const logs: string[] = []
  const start = (at: number): ProductProcess => {
    const own = {
      ROLE: 'worker',
      PORT: String(ports[at]),
      DATA_DIR: join(folder, `worker-${at}`),
      PUBLIC_URL: product.origin,
      LOG_LEVEL: 'warn',
    }
    return startProductProcess({ env: { ...env, ...own }, sandboxUrl: product.sandboxOrigin }, `http://localhost:${ports[at]}`)
  }
  const workers = ports.map((_, at) => start(at))
  const pausing = new AbortController()
  let kills = 0
  const end = async (worker: ProductProcess | undefined): Promise<void> => {
    worker?.child.kill('SIGKILL')
    await worker?.ended
    const output = worker?.output().replace('ready\n', '') ?? ''
    if (output !== '') logs.push(output)
  }
  const killAll = async (): Promise<void> => {
    for (;;) {
      await Promise.all([wait(KILL_EVERY_MS, undefined, { signal: pausing.signal }), ...workers.map(({ ready }) => ready)])
      const at = kills % WORKERS
      kills += 1
      await end(workers[at])
      workers[at] = start(at)
    }
  }
  const killed = killAll().catch((error: unknown) => {
    if (!pausing.signal.aborted) throw error
  })
  // It is awaited when the killing pauses.
  killed.catch(() => undefined)
  const pause = async (): Promise<void> => {
    pausing.abort()
    await killed
  }
  return {
    kills: () => kills,
    /** Leaves the workers running. */
    pause,
    async stop() {
      pausing.abort()
      await killed.catch(() => undefined)
      await Promise.all(workers.splice(0).map(end))
    },
    logs,
  }
}

/** Seconds from each post's time to its publication. */
interface Lateness {
  /** At the platforms without the long outage. */
  lateness: number[]
  latenessAfterOutage: number[]
}

/** Schedules and publishes all posts. */
async function publish(stage: Stage, users: readonly PostingUser[]): Promise<Lateness> {
  await Promise.all(users.map((user, at) => schedulePosts(user, { hasVideos: at === 0 })))
  const rows = await stage.query<{ id: string; isMissed: boolean }>('select id, repeat_id is not null as "isMissed" from scheduled_posts')
  const missed = rows.filter(({ isMissed }) => isMissed).map(({ id }) => id)
  await makeDue(stage, missed, { inSeconds: 0 })
  const others = rows.filter(({ isMissed }) => !isMissed).map(({ id }) => id)
  await makeDue(stage, others, { inSeconds: 0, overSeconds: DUE_SECONDS })
  await Promise.all([untilEnded(stage, [...missed, ...others], STUCK_MS), breakPlatforms(stage)])
  const latenessOf = async (condition: string): Promise<number[]> => {
    const late = await stage.query<{ seconds: number }>(
      `select extract(epoch from published_at - scheduled_time)::float8 as seconds from scheduled_posts
       where status = 'published' and platform ${condition} $1`,
      [LONG_OUTAGE.platform],
    )
    return late.map(({ seconds }) => seconds)
  }
  return { lateness: await latenessOf('<>'), latenessAfterOutage: await latenessOf('=') }
}

/** One platform after another refuses and drops requests. */
async function breakPlatforms({ sandbox }: Stage): Promise<void> {
  const outage = async (provider: string, ms: number): Promise<void> => {
    const faults = ['503', 'dropped'].map((kind) => ({ rate: 0.5, fault: { kind } }))
    await sandbox.control('/chances', 'PUT', { provider, faults })
    await wait(ms)
    await sandbox.control('/chances', 'PUT', { provider, faults: [] })
    await wait(BETWEEN_OUTAGES_MS)
  }
  for (const platform of PLATFORM_IDS) await outage(platform, platform === LONG_OUTAGE.platform ? LONG_OUTAGE.ms : SHORT_OUTAGE_MS)
}
