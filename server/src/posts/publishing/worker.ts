import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/db.ts'
import { isDatabaseDown } from '../../db/database-error.ts'
import { POSTS_DUE, type ChangeEvents } from '../../db/listen.ts'
import { publishWorkers } from '../../db/schema-publishing.ts'
import type { Publisher } from './publisher.ts'

/** Times in milliseconds; a test makes them smaller. */
export interface WorkerPace {
  /** Longest time between two polls for due posts. */
  pollMs: number
  /** Time between two heartbeats. */
  beatMs: number
  /** How long a shutdown waits for posts in progress; the publisher's own limit by default. */
  drainMs?: number
}

const PACE: WorkerPace = { pollMs: 5_000, beatMs: 10_000 }
/** Workers without a heartbeat for this long are deleted. */
const FORGOTTEN_AFTER = sql`interval '1 day'`

export interface Worker {
  /** Claims no more, and waits for the posts in progress. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  publisher: Publisher
  db: Pick<Db, 'publishing'>
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  pace?: Partial<WorkerPace>
}

/** Publishes due posts from now on: at their time, and whenever the database announces that a post is due. */
export function startWorker({ publisher, db, changes, log, pace = {} }: WorkerDeps): Worker {
  const { pollMs, beatMs, drainMs } = { ...PACE, ...pace }
  const stopping = new AbortController()
  let wake: () => void = () => undefined
  let isAway = false

  publisher.onFree(() => wake())
  const unsubscribe = changes.subscribe(POSTS_DUE, () => wake())

  /** Logs that the database is away once, until it works again. */
  async function quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      isAway = false
    } catch (error) {
      if (!isDatabaseDown(error)) log.error({ err: error }, 'Publisher loop failed')
      else if (!isAway) log.warn('The publisher waits for the database')
      isAway = true
    }
  }

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms)
      function done(): void {
        clearTimeout(timer)
        resolve()
      }
      wake = done
    })

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      let waitMs = pollMs
      let woken = false
      // A notification during the claim must not be lost.
      wake = () => {
        woken = true
      }
      await quietly(async () => {
        const claimed = await publisher.takeDue(Number.MAX_SAFE_INTEGER)
        // More may be due than one claim takes.
        if (claimed > 0) return void (waitMs = 0)
        const seconds = await publisher.secondsUntilDue()
        if (seconds !== null) waitMs = Math.min(pollMs, Math.max(0, seconds * 1000) + 1)
      })
      if (!woken && waitMs > 0 && !stopping.signal.aborted) await sleep(waitMs)
    }
  }

  const beat = () =>
    quietly(async () => {
      await db.publishing.asSystem(async (tx) => {
        await tx
          .insert(publishWorkers)
          .values({ id: publisher.worker })
          .onConflictDoUpdate({ target: publishWorkers.id, set: { beatAt: sql`now()` } })
        await tx.delete(publishWorkers).where(sql`beat_at < now() - ${FORGOTTEN_AFTER}`)
      })
    })

  const running = loop()
  void beat()
  const beats = setInterval(() => void beat(), beatMs)

  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      wake()
      await running
      await publisher.drain(drainMs)
      clearInterval(beats)
      await quietly(() => db.publishing.asSystem(async (tx) => void (await tx.delete(publishWorkers).where(sql`id = ${publisher.worker}`))))
    },
  }
}
