import { and, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { files } from '../db/schema.ts'
import { collectUnused } from './collect-unused.ts'
import type { PictureStorage } from './pictures.ts'
import { keysOf, originalOf } from './renditions.ts'

/** An upload or a deletion that is older than this has been given up by whoever began it. */
const ABANDONED_MS = 60 * 60 * 1000
const BATCH = 500

export interface Swept {
  rows: number
  objects: number
}

/**
 * Makes rows and objects agree again after crashes: rows of uploads and deletions that never ended go with their
 * objects, and objects of which no row knows go too. Safe to run in several processes at once.
 */
export async function sweepFiles(storage: PictureStorage, now: Date = new Date()): Promise<Swept> {
  const rows = await sweepRows(storage)
  const objects = await sweepObjects(storage, new Date(now.getTime() - ABANDONED_MS))
  return { rows, objects }
}

async function sweepRows({ db, store }: PictureStorage): Promise<number> {
  const isAbandoned = and(
    or(eq(files.state, 'pending'), eq(files.state, 'deleting')),
    lt(files.createdAt, sql`now() - ${`${ABANDONED_MS} milliseconds`}::interval`),
  )
  let swept = 0
  for (;;) {
    const found = await db.long.asSystem((tx) => tx.select({ path: files.path }).from(files).where(isAbandoned).limit(BATCH))
    if (found.length === 0) return swept
    const paths = found.map((row) => row.path)
    await store.remove(paths.flatMap(keysOf))
    await db.long.asSystem((tx) => tx.delete(files).where(and(inArray(files.path, paths), isAbandoned)))
    swept += paths.length
  }
}

async function sweepObjects({ db, store }: PictureStorage, before: Date): Promise<number> {
  let swept = 0
  let batch: string[] = []
  const flush = async () => {
    const originals = [...new Set(batch.map(originalOf))]
    const known = await db.long.asSystem((tx) => tx.select({ path: files.path }).from(files).where(inArray(files.path, originals)))
    const kept = new Set(known.map((row) => row.path))
    const orphans = batch.filter((key) => !kept.has(originalOf(key)))
    if (orphans.length > 0) await store.remove(orphans)
    swept += orphans.length
    batch = []
  }
  for await (const object of store.list()) {
    if (object.modifiedAt < before) batch.push(object.key)
    if (batch.length >= BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  return swept
}

/** Every so many sweeps, files that nothing names are looked for too: that reads every slide of whoever has such files. */
const SWEEPS_PER_COLLECTION = 24

/** Sweeps now and every hour until stopped. A failure is logged; the next hour tries again. */
export function startSweeping(storage: PictureStorage, log: Logger): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let sweeps = 0
  const round = async (): Promise<void> => {
    try {
      const swept = await sweepFiles(storage)
      // Not with the first one, which belongs to the start.
      sweeps += 1
      const unused = sweeps % SWEEPS_PER_COLLECTION === 2 ? await collectUnused(storage) : 0
      if (swept.rows + swept.objects + unused > 0) log.info({ ...swept, unused }, 'Swept files that nothing needs any more')
    } catch (error) {
      log.warn({ err: error }, 'The sweep of files did not finish')
    }
  }
  const sweep = () => {
    running = round()
  }
  sweep()
  const timer = setInterval(sweep, ABANDONED_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
