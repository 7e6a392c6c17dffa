import { and, count, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { files, mediaItems } from '../../db/schema-photos.ts'
import { instance } from '../../db/schema-store.ts'
import { referencedPaths } from './file-references.ts'
import { isSuspicious } from './orphaned-files.ts'
import { removeFiles, type FileStorage } from '../stored-files.ts'
import { markForDeletion } from './mark-for-deletion.ts'

/**
 * A file outside the library without references may still be used in a browser: an unsaved form, offline edits, an undo. After this long it
 * counts as unused.
 */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000
const BATCH = 500

export interface CollectedFiles {
  collected: number
  /** Files of a user, or in total, that were too many to delete without the operator's consent. */
  held: number
}

/**
 * Deletes files without references: logos and box images that were uploaded and never saved, and photos deleted from the library whose last
 * slideshow is gone. Replacing or deleting something releases its files directly, so that these are few: if a user has more than a small
 * share of unused files, or all users together have too many, they stay until the operator allows it.
 */
export async function collectUnused(storage: FileStorage): Promise<CollectedFiles> {
  const db = storage.db.long
  const users = await db.asSystem((tx) => tx.selectDistinct({ id: files.userId }).from(files).where(and(isOld(), isUnreferencedByRows)))
  const isAllowed = await isLargeAllowed(storage)
  const unused = new Map<string, string[]>()
  let held = 0
  for (const { id: userId } of users) {
    const { paths, all } = await db.asUser(userId, async (tx) => ({
      paths: await unusedPaths(tx, userId),
      all: await tx.$count(files, eq(files.userId, userId)),
    }))
    if (!isAllowed && isSuspicious(paths.length, all)) held += paths.length
    else if (paths.length > 0) unused.set(userId, paths)
  }
  const found = [...unused.values()].reduce((sum, paths) => sum + paths.length, 0)
  const [all] = await db.asSystem((tx) => tx.select({ count: count() }).from(files))
  if (!isAllowed && isSuspicious(found, all?.count ?? 0)) return { collected: 0, held: held + found }
  let collected = 0
  for (const [userId, paths] of unused) {
    // Another request may have used one since.
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
 * In no library, post, company or account; only for these files the slides are searched. For all users with posts, that would read the
 * slides of every post.
 */
const isUnreferencedByRows = and(
  sql`not exists (select from media_items where file_path = ${files.path})`,
  sql`not exists (select from fonts where file_path = ${files.path})`,
  sql`not exists (select from brands where ${files.path} in (data ->> 'headlineFont', data ->> 'textFont'))`,
  sql`not exists (select from post_media where path = ${files.path})`,
  sql`not exists (select from sound_tracks where file_path = ${files.path})`,
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
  const referenced = await referencedPaths(tx, userId, paths)
  return paths.filter((path) => !referenced.has(path))
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
