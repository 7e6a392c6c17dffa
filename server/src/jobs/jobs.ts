import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { PgBoss, QueueOptions } from 'pg-boss'
import type { Logger } from 'pino'
import type { Tx } from '../db/db.ts'
import { JOBS_DUE, type ChangeEvents } from '../db/listen.ts'
import { MIGRATION_LOCK_MS, withMigrationLock } from '../db/migrate.ts'
import { derivedId } from '../derived-id.ts'
import { parseMessage } from '../process-message.ts'
import { runJob } from './do-job.ts'
import type { Job, Work } from './job.ts'
import { isTransient, lockUserOfJob, openJobsDatabase, withinTransaction } from './jobs-database.ts'

/** A separate schema, to which user queries have no access. */
const SCHEMA = 'pgboss'
/** Polling interval for retried jobs, and for delayed ones whose sender is gone, in seconds. */
const POLL_SECONDS = 20
/** Delays up to which the sender announces a job again when it is due; polling is exact enough for longer ones. In milliseconds. */
const ANNOUNCED_MS = 5 * 60_000
/** Margin for a database's clock that is behind, in milliseconds. */
const DUE_MARGIN_MS = 50
/** Retention of finished jobs, and of jobs that no process took, in seconds. */
const DONE_RETENTION = 3 * 24 * 60 * 60
const WAITING_RETENTION = 60 * 24 * 60 * 60
/** A process without a heartbeat for this long has lost the job, in seconds. */
const HEARTBEAT = 60
const STOP_MS = 8_000
/** Maximum number of jobs of one `runDue`. */
const RUNS_MAX = 2000
/** Delay between attempts to start, in milliseconds; doubled with each up to the maximum. */
const RETRY_MS = 2_000
const RETRY_MAX_MS = 60_000

const NOTIFY = "select pg_notify('jobs_due', '')"
const BRING_FORWARD = `update ${SCHEMA}.job set start_after = now()
  where name = $1 and singleton_key = $2 and state = 'created' and start_after > now()`

export interface SendOptions {
  /** The job exists exactly if this transaction commits. */
  tx?: Tx
  /** When it may start: a time, or seconds from now by the database's clock. */
  startAfter?: Date | number
  /** Idempotency key: a repeated job is dropped for some days, whatever became of the first. */
  idempotencyKey?: string
  /** For kinds with `isOneOfKey`. */
  key?: string
  /** Whether a job of the key that waits for its time starts at once instead. */
  bringsForward?: boolean
}

export interface Jobs {
  /** Queues a job; false if it was a duplicate. A job that names a user needs a transaction, and isn't queued once the user is gone. */
  send<Data extends object>(job: Job<Data>, data: Data, options?: SendOptions): Promise<boolean>
  /** Starts processing jobs in the background until shutdown; waits for an unreachable database. */
  work(): void
  /** Runs all due jobs, with `ahead` also scheduled ones, until none is left; returns the completed and failed ones. */
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
  let unsubscribe = (): void => undefined
  const announcements = new Set<NodeJS.Timeout>()

  /** Opens on first use, so that the library isn't loaded earlier. */
  function opened(): Promise<Opened> {
    opening ??= openBoss({ connection, database, log, kinds }).catch((error: unknown) => {
      opening = null
      throw error
    })
    return opening
  }

  /** Notifies the workers of all processes once a delayed job is due. */
  function announceWhenDue(startAfter: Date | number): void {
    const ms = Math.max(0, typeof startAfter === 'number' ? startAfter * 1000 : startAfter.getTime() - Date.now())
    if (ms > ANNOUNCED_MS || stopping.signal.aborted) return
    const timer = setTimeout(() => {
      announcements.delete(timer)
      // Polling finds it if the database is unreachable now.
      database.executeSql(NOTIFY).catch(() => undefined)
    }, ms + DUE_MARGIN_MS)
    timer.unref()
    announcements.add(timer)
  }

  async function begin(): Promise<void> {
    for (let waitMs = RETRY_MS; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)) {
      try {
        const { boss } = await opened()
        const workers = await Promise.all(
          kinds.map((kind) =>
            boss.work(
              kind.name,
              { pollingIntervalSeconds: POLL_SECONDS, localConcurrency: kind.atOnce ?? 1, includeMetadata: true },
              async ([job]) => job && runJob(kind, { ...job, attempt: job.retryCount }, log),
            ),
          ),
        )
        unsubscribe = changes.subscribe(JOBS_DUE, () => workers.forEach((id) => boss.notifyWorker(id)))
        return
      } catch (error) {
        if (!isTransient(error) && waitMs === RETRY_MS) log.error({ err: error }, 'Background jobs could not start')
        await wait(waitMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      }
    }
  }

  async function end(): Promise<void> {
    stopping.abort()
    unsubscribe()
    for (const timer of announcements) clearTimeout(timer)
    await working
    const open = await opening?.catch(() => null)
    await open?.boss.stop({ graceful: true, close: false, timeout: STOP_MS })
    await database.close()
  }

  return {
    async send(job, data, { tx, startAfter, idempotencyKey, key, bringsForward = false } = {}) {
      const { boss, fromDrizzle } = await opened()
      const db = tx ? withinTransaction(tx, fromDrizzle) : database
      if ('userId' in data) {
        if (!tx) throw new Error(`The job ${job.name} names a user and needs a transaction`)
        if (!(await lockUserOfJob(db, String(data.userId)))) return false
      }
      if (bringsForward) await db.executeSql(BRING_FORWARD, [job.name, key])
      const id = await boss.send(job.name, parseMessage(job.data, data), {
        ...(startAfter !== undefined && { startAfter }),
        ...(idempotencyKey !== undefined && { id: derivedId(`${job.name}\0${idempotencyKey}`, '8') }),
        ...(key !== undefined && { singletonKey: key }),
        db,
      })
      if (id === null && !bringsForward) return false
      if (startAfter !== undefined) announceWhenDue(startAfter)
      // Notifies workers when the transaction commits.
      if (tx) await tx.execute(sql.raw(NOTIFY))
      else await database.executeSql(NOTIFY)
      return id !== null
    },
    work() {
      working ??= begin()
    },
    async runDue({ ahead = false } = {}) {
      const { boss } = await opened()
      const ran: string[] = []
      for (let previousCount = -1; previousCount !== ran.length;) {
        if (ran.length > RUNS_MAX) throw new Error('Jobs queue each other endlessly')
        previousCount = ran.length
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

/** Creates the job tables and queues, including extra ones, without running jobs. */
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

/** Migrates the job tables and creates the queue of each kind. */
async function openBoss({ connection, database, log, kinds }: BossParts): Promise<Opened> {
  const { PgBoss, fromDrizzle } = await import('pg-boss')
  const boss = new PgBoss({
    db: database,
    schema: SCHEMA,
    schedule: kinds.some(({ every }) => every !== undefined),
    // No job depends on another's end.
    flowIntervalSeconds: 60 * 60,
  })
  boss.on('error', (met) => {
    // The library passes the fields of an error without its prototype.
    const err = met instanceof Error ? met : Object.assign(new Error(), met)
    // The connections log an unreachable database.
    if (!isTransient(err)) log.error({ err }, 'Background job queue error')
  })
  boss.on('warning', ({ message }) => log.debug({ reason: message }, 'Background job queue warning'))
  try {
    await withMigrationLock(connection, MIGRATION_LOCK_MS, async () => {
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
    const [queue, options] = [there.get(kind.name), optionsOf(kind)]
    if (!queue) await boss.createQueue(kind.name, { ...options, policy: kind.isOneOfKey ? 'short' : 'standard' })
    else if (Object.entries(options).some(([name, value]) => queue[name as keyof QueueOptions] !== value))
      await boss.updateQueue(kind.name, options)
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
    deleteAfterSeconds: DONE_RETENTION,
    retentionSeconds: WAITING_RETENTION,
  }
}
