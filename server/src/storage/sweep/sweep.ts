import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { files } from '../../db/schema-photos.ts'
import { collectUnused } from './collect-unused.ts'
import { releaseEndedPosts } from './ended-posts.ts'
import { sweepOrphans, type OrphanedFiles } from './orphaned-files.ts'
import type { FileStorage } from '../stored-files.ts'
import { keysOf } from '../renditions.ts'
import { NO_LEASE, acquireSweepLease, type SweepLeaseHeld } from './sweep-lease.ts'
import { clearUnfinishedUploads } from './unfinished-uploads.ts'

/** An older upload or deletion was abandoned. */
const ABANDONED_MS = 60 * 60 * 1000
const BATCH = 500

export type Swept = { skipped: SweepLeaseHeld } | ({ skipped: null; rows: number } & OrphanedFiles)

/**
 * Reconciles rows and objects after crashes: deletes rows of abandoned uploads and deletions with their objects, and records, then deletes,
 * our objects without a row. Safe to run concurrently. Does nothing in a store that this database doesn't own alone.
 */
export async function sweepFiles(storage: FileStorage, at?: Date): Promise<Swept> {
  const skipped = await acquireSweepLease(storage)
  if (skipped) return { skipped }
  const rows = await sweepRows(storage)
  return { skipped: null, rows, ...(await sweepOrphans(storage, at ?? (await databaseTime(storage)))) }
}

/** The database's clock: with a machine's wrong clock, days could become hours. */
async function databaseTime({ db }: FileStorage): Promise<Date> {
  const { rows } = await db.asSystem((tx) => tx.execute<{ now: string }>(sql`select now()::text as now`))
  return new Date(rows[0]?.now ?? Date.now())
}

async function sweepRows({ db, store }: FileStorage): Promise<number> {
  const isAbandoned = and(
    or(eq(files.state, 'pending'), eq(files.state, 'deleting')),
    lt(files.createdAt, sql`now() - ${`${ABANDONED_MS} milliseconds`}::interval`),
  )
  let swept = 0
  for (;;) {
    // Mark first: an upload that completes now keeps its bytes, and a later one finds that it was abandoned.
    const marked = await db.long.asSystem((tx) => {
      const some = tx.select({ path: files.path }).from(files).where(isAbandoned).limit(BATCH).for('update', { skipLocked: true })
      return tx
        .update(files)
        .set({ state: 'deleting' })
        .where(and(inArray(files.path, some), isAbandoned))
        .returning({ path: files.path })
    })
    if (marked.length === 0) return swept
    const paths = marked.map((row) => row.path)
    await store.remove(paths.flatMap(keysOf))
    await db.long.asSystem((tx) => tx.delete(files).where(and(inArray(files.path, paths), eq(files.state, 'deleting'))))
    swept += paths.length
  }
}

/** Every this many sweeps, unused files are collected too, which reads all slides of their users. */
const SWEEPS_PER_COLLECTION = 24

export interface Sweeper extends FileStorage {
  config: Pick<Config, 'dataDir'>
  log: Logger
}

/** Sweeps now and hourly until stopped. Failures are logged; the next hour tries again. */
export function startSweeper(storage: Sweeper): { stop(): Promise<void> } {
  const { config, log } = storage
  let running: Promise<void> | null = null
  let sweeps = 0
  const round = async (): Promise<void> => {
    try {
      await clearUnfinishedUploads(config.dataDir, new Date(Date.now() - ABANDONED_MS))
      const swept = await sweepFiles(storage)
      logSweep(swept, log)
      // Not at startup.
      sweeps += 1
      if (swept.skipped === null && sweeps % SWEEPS_PER_COLLECTION === 2) {
        log.debug({ files: await releaseEndedPosts(storage) }, 'Media of old posts released')
        logUnused(await collectUnused(storage), log)
      }
    } catch (error) {
      log.warn({ err: error }, 'File sweep failed')
    }
  }
  const sweep = () => {
    // Skips a run while the last one is still in progress.
    running ??= round().finally(() => {
      running = null
    })
  }
  sweep()
  const timer = setInterval(sweep, ABANDONED_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** docs/deploy.md tells operators what to do about both warnings. */
function logSweep(swept: Swept, log: Logger): void {
  if (swept.skipped !== null) return log.warn(`File sweep skipped. ${NO_LEASE[swept.skipped]}`)
  const { rows, listed, orphaned, removed, held } = swept
  if (held) log.warn({ listed, aside: orphaned }, 'No orphaned file deleted: there are suspiciously many. See "npm run files"')
  log[rows + removed > 0 ? 'info' : 'debug']({ rows, removed, listed, aside: orphaned }, 'File store swept')
}

function logUnused({ collected, held }: Awaited<ReturnType<typeof collectUnused>>, log: Logger): void {
  if (held > 0) log.warn({ unused: held }, 'No unused file deleted: there are suspiciously many. See "npm run files"')
  if (collected > 0) log.info({ unused: collected }, 'Unused files deleted')
}
