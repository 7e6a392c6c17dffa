import { and, count, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { files, instance, mediaItems } from '../../db/schema.ts'
import { referencedPaths } from './file-references.ts'
import { isLarge } from './orphaned-files.ts'
import { removeFiles, type FileStorage } from '../stored-files.ts'
import { markForDeletion } from './mark-for-deletion.ts'

/**
 * A file outside the library that nothing names may still be named by work in somebody's browser: a form not yet saved,
 * a slideshow edited without a connection, an undo. After this time it is taken for forgotten.
 */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000
const BATCH = 500

export interface CollectedFiles {
  collected: number
  /** Files that were left alone because they are too many to be forgotten ones, of one user or of all. */
  held: number
}

/**
 * Removes files that nothing names any more: logos and pictures in boxes that were uploaded and never kept, and photos deleted from
 * the library whose last slideshow has gone. Whoever replaces or deletes something releases its files themselves, so that these are few: a user
 * with more than a small share of unused files keeps them all until the operator says so, and so does everybody when there are too many in all.
 */
export async function collectUnused(storage: FileStorage): Promise<CollectedFiles> {
  const db = storage.db.long
  const users = await db.asSystem((tx) => tx.selectDistinct({ id: files.userId }).from(files).where(and(isOld(), isNamedByNoRow)))
  const isAllowed = await isLargeAllowed(storage)
  const unused = new Map<string, string[]>()
  let held = 0
  for (const { id: userId } of users) {
    const { paths, all } = await db.asUser(userId, async (tx) => ({
      paths: await unusedPaths(tx, userId),
      all: await tx.$count(files, eq(files.userId, userId)),
    }))
    if (!isAllowed && isLarge(paths.length, all)) held += paths.length
    else if (paths.length > 0) unused.set(userId, paths)
  }
  const found = [...unused.values()].reduce((sum, paths) => sum + paths.length, 0)
  const [all] = await db.asSystem((tx) => tx.select({ count: count() }).from(files))
  if (!isAllowed && isLarge(found, all?.count ?? 0)) return { collected: 0, held: held + found }
  let collected = 0
  for (const [userId, paths] of unused) {
    // Somebody may have taken one up since.
    const free = await db.asUser(userId, (tx) => markForDeletion(tx, userId, paths))
    for (let at = 0; at < free.length; at += BATCH) await removeFiles(storage, userId, free.slice(at, at + BATCH))
    collected += free.length
  }
  return { collected, held }
}

function isOld() {
  return and(eq(files.state, 'stored'), lt(files.createdAt, sql`now() - ${`${UNUSED_MS} milliseconds`}::interval`))
}

/**
 * Neither in the library nor of a post, a company or an account: whether a slide names it is asked for those alone. Asked for everybody who has
 * posts, that reads the slides of every post there is.
 */
const isNamedByNoRow = and(
  sql`not exists (select from media_items where file_path = ${files.path})`,
  sql`not exists (select from post_media where path = ${files.path})`,
  sql`not exists (select from companies where logo_path = ${files.path})`,
  sql`not exists (select from companies where product_photo_path = ${files.path})`,
  sql`not exists (select from social_accounts where avatar_url = ${files.path})`,
)

async function unusedPaths(tx: Tx, userId: string): Promise<string[]> {
  const inLibrary = tx.select({ path: mediaItems.filePath }).from(mediaItems).where(eq(mediaItems.userId, userId))
  const outside = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), isOld(), notInArray(files.path, inLibrary)))
  const paths = outside.map((row) => row.path)
  const named = await referencedPaths(tx, userId, paths)
  return paths.filter((path) => !named.has(path))
}

async function isLargeAllowed({ db }: FileStorage): Promise<boolean> {
  const found = await db.asSystem((tx) =>
    tx
      .select({ id: instance.id })
      .from(instance)
      .where(gt(instance.largeUntil, sql`now()`)),
  )
  return found.length > 0
}
