import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../db/db.ts'
import { isDatabaseDown } from '../../db/database-error.ts'
import { POSTS_DUE, type ChangeEvents } from '../../db/listen.ts'
import { publishWorkers } from '../../db/schema-publishing.ts'
import type { Publisher } from './publisher.ts'

/** Times in milliseconds; a test makes them smaller. */
export interface WorkerPace {
  /** Longest without looking for what is due. */
  lookMs: number
  /** Between two signs of life. */
  beatMs: number
  /** How long the end waits for what is in hand; as long as the publisher does when not said. */
  drainMs?: number
}

const PACE: WorkerPace = { lookMs: 5_000, beatMs: 10_000 }
/** Workers that have said nothing for so long are forgotten. */
const FORGOTTEN_AFTER = sql`interval '1 day'`

export interface Worker {
  /** Takes nothing new, and waits for what is in hand. */
  stop(): Promise<void>
}

export interface WorkerDeps {
  publisher: Publisher
  db: Pick<Db, 'publishing'>
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  pace?: Partial<WorkerPace>
}

/** Publishes what is due, from now on: at the moment it is due, and whenever the database says that something was scheduled. */
export function startWorker({ publisher, db, changes, log, pace = {} }: WorkerDeps): Worker {
  const { lookMs, beatMs, drainMs } = { ...PACE, ...pace }
  const stopping = new AbortController()
  let wake: () => void = () => undefined
  let isAway = false

  publisher.onFree(() => wake())
  const unsubscribe = changes.subscribe(POSTS_DUE, () => wake())

  /** What goes wrong with the database is said once, and over when it works again. */
  async function quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
      isAway = false
    } catch (error) {
      if (!isDatabaseDown(error)) log.error({ err: error }, 'The publisher met a fault')
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
      let waitMs = lookMs
      let woken = false
      // What is said while it looks must not be missed.
      wake = () => {
        woken = true
      }
      await quietly(async () => {
        const taken = await publisher.takeDue(Number.MAX_SAFE_INTEGER)
        // There may be more than one look takes.
        if (taken > 0) return void (waitMs = 0)
        const seconds = await publisher.secondsUntilDue()
        if (seconds !== null) waitMs = Math.min(lookMs, Math.max(0, seconds * 1000) + 1)
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
