import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import { files, mediaItems } from '../db/schema.ts'
import { removeFiles, type PictureStorage } from './pictures.ts'
import { letGo } from './release-files.ts'

/**
 * A file outside the library that nothing names may still be named by work in somebody's browser: a form not yet saved,
 * a slideshow edited without a connection, an undo. After this time it is taken for forgotten.
 */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000
const BATCH = 500

/**
 * Removes files that nothing names any more: logos and pictures in boxes that were uploaded and never kept, and photos deleted from
 * the library whose last slideshow has gone. Returns how many.
 */
export async function collectUnused(storage: PictureStorage): Promise<number> {
  const isOld = and(eq(files.state, 'stored'), lt(files.createdAt, sql`now() - ${`${UNUSED_MS} milliseconds`}::interval`))
  const users = await storage.db.long.asSystem((tx) => tx.selectDistinct({ id: files.userId }).from(files).where(isOld))
  let collected = 0
  for (const { id: userId } of users) {
    const free = await storage.db.long.asUser(userId, async (tx) => {
      const inLibrary = tx.select({ path: mediaItems.filePath }).from(mediaItems).where(eq(mediaItems.userId, userId))
      const outside = await tx
        .select({ path: files.path })
        .from(files)
        .where(and(eq(files.userId, userId), isOld, notInArray(files.path, inLibrary)))
      return letGo(
        tx,
        userId,
        outside.map((row) => row.path),
      )
    })
    for (let at = 0; at < free.length; at += BATCH) await removeFiles(storage, userId, free.slice(at, at + BATCH))
    collected += free.length
  }
  return collected
}
