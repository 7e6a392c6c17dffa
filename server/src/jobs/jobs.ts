import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { PgBoss, QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from '../db/db.ts'
import { JOBS_DUE, type ChangeEvents } from '../db/listen.ts'
import { LOCK_MS, whileNobodyMigrates } from '../db/migrate.ts'
import { runJob } from './do-job.ts'
import type { Job, Work } from './job.ts'
import { isPassing, openJobsDatabase, withinTransaction } from './jobs-database.ts'

/** Its tables stand apart from the product's: people's queries have no right to them. */
const SCHEMA = 'pgboss'
/** How often is looked for what nobody told of: jobs of a later time, and what is tried again. In seconds. */
const LOOK_SECONDS = 20
/** How long jobs that were done are kept, and those that nobody came to do. In seconds. */
const KEPT_DONE = 3 * 24 * 60 * 60
const KEPT_WAITING = 60 * 24 * 60 * 60
/** A process that says nothing of a job for so long has lost it. In seconds. */
const HEARTBEAT = 60
const STOP_MS = 8_000
/** Jobs that one `runDue` does at most. */
const RUNS_MAX = 2000
/** Between tries to begin, in milliseconds; doubled with each up to the most. */
const AGAIN_MS = 2_000
const AGAIN_MOST_MS = 60_000

export interface SendOptions {
  /** The job is kept exactly when this is committed. */
  tx?: Tx
  /** When it may begin: at a time, or so many seconds from now by the database's clock. */
  startAfter?: Date | number
  /** Sent a second time with the same, it is not kept again, whatever became of the first; for some days. */
  once?: string
  /** For kinds of which one of a key waits at a time. */
  key?: string
}

export interface Jobs {
  /** Orders a job; false where the same was there already. */
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<boolean>
  /** Begins to do what is due, in this process, until the end. Nobody waits for it: a database that is away is waited for. */
  work(): void
  /** Does what is due now, or with `ahead` also what is meant for later, until nothing is left; says what was done, and what failed. */
  runDue(options?: { ahead?: boolean }): Promise<string[]>
  stop(): Promise<void>
}

export interface JobsParts {
  connection: pg.PoolConfig
  changes: ChangeEvents
  log: Logger
  kinds: readonly Work[]
}

export function createJobs({ connection, changes, log, kinds }: JobsParts): Jobs {
  const stopping = new AbortController()
  const database = openJobsDatabase(connection, log)
  let opening: Promise<Opened> | null = null
  let working: Promise<void> | null = null
  let stopped: Promise<void> | null = null
  let leave = (): void => undefined

  /** Opened by the first who needs it; the library is loaded no sooner. */
  function opened(): Promise<Opened> {
    opening ??= openBoss({ connection, database, log, kinds }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  async function begin(): Promise<void> {
    for (let waitMs = AGAIN_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, AGAIN_MOST_MS)) {
      try {
        const { boss } = await opened()
        const workers = await Promise.all(
          kinds.map((kind) =>
            boss.work(
              kind.name,
              { pollingIntervalSeconds: LOOK_SECONDS, localConcurrency: kind.atOnce ?? 1, includeMetadata: true },
              async ([job]) => job && runJob(kind, { ...job, attempt: job.retryCount }, log),
            ),
          ),
        )
        leave = changes.subscribe(JOBS_DUE, () => workers.forEach((id) => boss.notifyWorker(id)))
        return
      } catch (error) {
        if (!isPassing(error) && waitMs === AGAIN_MS) log.error({ err: error }, 'background jobs cannot begin')
        await wait(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async function end(): Promise<void> {
    stopping.abort()
    leave()
    await working
    const open = await opening?.catch(() => null)
    await open?.boss.stop({ graceful: true, close: false, timeout: STOP_MS })
    await database.close()
  }

  return {
    async send(job, data, { tx, startAfter, once, key } = {}) {
      const { boss, fromDrizzle } = await opened()
      const id = await boss.send(job.name, job.data.parse(data), {
        ...(startAfter !== undefined && { startAfter }),
        ...(once !== undefined && { id: idOf(job.name, once) }),
        ...(key !== undefined && { singletonKey: key }),
        ...(tx && { db: withinTransaction(tx, fromDrizzle) }),
      })
      if (id === null) return false
      // Whoever does jobs hears of it when this is committed.
      if (tx) await tx.execute(sql`select pg_notify('jobs_due', '')`)
      else await database.executeSql("select pg_notify('jobs_due', '')")
      return true
    },
    work() {
      working ??= begin()
    },
    async runDue({ ahead = false } = {}) {
      const { boss } = await opened()
      const ran: string[] = []
      for (let before = -1; before !== ran.length;) {
        if (ran.length > RUNS_MAX) throw new Error('Jobs order one another without end')
        before = ran.length
        for (const kind of kinds) {
          for (const job of await boss.fetch(kind.name, { batchSize: 50, includeMetadata: true, ignoreStartAfter: ahead })) {
            try {
              await runJob(kind, { ...job, attempt: job.retryCount, signal: stopping.signal }, log)
              await boss.complete(kind.name, job.id)
              ran.push(kind.name)
            } catch (error) {
              await boss.fail(kind.name, job.id, { reason: error instanceof Error ? error.message : 'unknown' })
              ran.push(`${kind.name}: failed`)
            }
          }
        }
      }
      return ran
    },
    stop() {
      stopped ??= end()
      return stopped
    },
  }
}

/** Makes the tables of jobs and the queues, those named beside the product's too, and does no job. */
export async function prepareJobs({ connection, log, kinds }: Omit<JobsParts, 'changes'>, queues: readonly string[]): Promise<void> {
  const database = openJobsDatabase(connection, log)
  try {
    const { boss } = await openBoss({ connection, database, log, kinds })
    try {
      for (const name of queues) await boss.createQueue(name)
    } finally {
      await boss.stop({ graceful: false, close: false })
    }
  } finally {
    await database.close()
  }
}

interface Opened {
  boss: PgBoss
  fromDrizzle: typeof import('pg-boss').fromDrizzle
}

interface BossParts extends Pick<JobsParts, 'connection' | 'log' | 'kinds'> {
  database: ReturnType<typeof openJobsDatabase>
}

/** Brings the tables of jobs up to date, as any start does with the product's, and makes the queue of each kind. */
async function openBoss({ connection, database, log, kinds }: BossParts): Promise<Opened> {
  const { PgBoss, fromDrizzle } = await import('pg-boss')
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    schedule: kinds.some(({ every }) => every !== undefined),
    // Nothing here waits for another job's end.
    flowIntervalSeconds: 60 * 60,
  })
  boss.on('error', (met) => {
    // Its workers hand over the fields of an error, without its kind.
    const err = met instanceof Error ? met : Object.assign(new Error(), met)
    // What it met while the database was away is told by the connections.
    if (!isPassing(err)) log.error({ err }, 'background jobs met an error')
  })
  boss.on('warning', ({ message }) => log.debug({ reason: message }, 'background jobs'))
  try {
    await whileNobodyMigrates(connection, LOCK_MS, async () => {
      await boss.start()
      await makeQueues(boss, kinds)
    })
  } catch (error) {
    await boss.stop({ graceful: false, close: false })
    throw error
  }
  return { boss, fromDrizzle }
}

async function makeQueues(boss: PgBoss, kinds: readonly Work[]): Promise<void> {
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const kind of kinds) {
    const [queue, wanted] = [there.get(kind.name), optionsOf(kind)]
    if (!queue) await boss.createQueue(kind.name, { ...wanted, policy: kind.isOneOfKey ? 'short' : 'standard' })
    else if (Object.entries(wanted).some(([name, value]) => queue[name as keyof QueueOptions] !== value))
      await boss.updateQueue(kind.name, wanted)
    if (kind.every !== undefined) await boss.schedule(kind.name, kind.every)
  }
  const scheduled = await boss.getSchedules()
  for (const { name } of scheduled) if (!kinds.some((kind) => kind.name === name && kind.every)) await boss.unschedule(name)
}

function optionsOf(kind: Work): QueueOptions {
  return {
    expireInSeconds: kind.seconds,
    retryLimit: kind.retries,
    retryDelay: kind.retryAfter ?? 1,
    retryBackoff: true,
    retryDelayMax: kind.retryAfterAtMost ?? 60 * 60,
    heartbeatSeconds: HEARTBEAT,
    deleteAfterSeconds: KEPT_DONE,
    retentionSeconds: KEPT_WAITING,
  }
}

/** The same id for the same order: a second row of it is refused by its key. */
function idOf(name: string, once: string): string {
  const hex = createHash('sha256').update(`${name}\0${once}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
