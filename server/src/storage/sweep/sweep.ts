import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { files } from '../../db/schema.ts'
import { collectUnused } from './collect-unused.ts'
import { releaseEndedPosts } from './ended-posts.ts'
import { sweepOrphans, type OrphanedFiles } from './orphaned-files.ts'
import type { FileStorage } from '../stored-files.ts'
import { keysOf } from '../renditions.ts'
import { NO_LEASE, acquireSweepLease, type SweepLeaseHeld } from './sweep-lease.ts'
import { clearUnfinishedUploads } from './unfinished-uploads.ts'

/** An upload or a deletion that is older than this has been given up by whoever began it. */
const ABANDONED_MS = 60 * 60 * 1000
const BATCH = 500

export type Swept = { skipped: SweepLeaseHeld } | ({ skipped: null; rows: number } & OrphanedFiles)

/**
 * Makes rows and objects agree again after crashes: rows of uploads and deletions that never ended go with their objects, and objects of
 * ours of which no row knows are set aside, then removed. Safe to run in several processes at once. Nothing happens in a store that is not,
 * or not only, this database's.
 */
export async function sweepFiles(storage: FileStorage, at?: Date): Promise<Swept> {
  const skipped = await acquireSweepLease(storage)
  if (skipped) return { skipped }
  const rows = await sweepRows(storage)
  return { skipped: null, rows, ...(await sweepOrphans(storage, at ?? (await databaseTime(storage)))) }
}

/** Files are set aside for days: a machine's wrong clock must not make them hours. */
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
    // Marked first: an upload that completes at this moment keeps its bytes, and one that is later finds that it was given up.
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

/** Every so many sweeps, files that nothing names are looked for too: that reads every slide of whoever has such files. */
const SWEEPS_PER_COLLECTION = 24

export interface Sweeper extends FileStorage {
  config: Pick<Config, 'dataDir'>
  log: Logger
}

/** Sweeps now and every hour until stopped. A failure is logged; the next hour tries again. */
export function startSweeper(storage: Sweeper): { stop(): Promise<void> } {
  const { config, log } = storage
  let running: Promise<void> | null = null
  let sweeps = 0
  const round = async (): Promise<void> => {
    try {
      await clearUnfinishedUploads(config.dataDir, new Date(Date.now() - ABANDONED_MS))
      const swept = await sweepFiles(storage)
      tell(swept, log)
      // Not with the first one, which belongs to the start.
      sweeps += 1
      if (swept.skipped === null && sweeps % SWEEPS_PER_COLLECTION === 2) {
        log.debug({ files: await releaseEndedPosts(storage) }, 'Gave up the files of posts that ended long ago')
        tellUnused(await collectUnused(storage), log)
      }
    } catch (error) {
      log.warn({ err: error }, 'The sweep of files did not finish')
    }
  }
  const sweep = () => {
    // One that takes longer than an hour is not overtaken by the next.
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
function tell(swept: Swept, log: Logger): void {
  if (swept.skipped !== null) return log.warn(`No file was swept. ${NO_LEASE[swept.skipped]}`)
  const { rows, listed, aside, removed, held } = swept
  if (held)
    log.warn({ listed, aside }, 'No leftover file was removed: there are too many that this database does not know. See "npm run files"')
  log[rows + removed > 0 ? 'info' : 'debug']({ rows, removed, listed, aside }, 'Swept the file store')
}

function tellUnused({ collected, held }: Awaited<ReturnType<typeof collectUnused>>, log: Logger): void {
  if (held > 0) log.warn({ unused: held }, 'No unused file was removed: there are too many that nothing names. See "npm run files"')
  if (collected > 0) log.info({ unused: collected }, 'Removed files that nothing names any more')
}
