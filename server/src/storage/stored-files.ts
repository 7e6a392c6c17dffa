import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { keysOf } from './renditions.ts'
import type { FileStore } from './store/file-store.ts'

export interface FileStorage {
  db: Db
  store: FileStore
}

/** One array instead of a placeholder per path: a whole library can be deleted at once. */
export function hasPathIn(paths: readonly string[]) {
  return sql`${files.path} = any(${sql.param(paths)}::text[])`
}

/** Deletes files: marks their rows, removes them and their renditions from the store, then deletes the rows. */
export async function removeFiles({ db, store }: FileStorage, userId: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  await markRemoved({ db }, userId, paths)
  await store.remove(paths.flatMap(keysOf))
  await db.asUser(userId, (tx) => tx.delete(files).where(areOf(userId, paths)))
}

/** Marked files don't count towards the quota, and the sweep removes them from the store. */
export function markRemoved({ db }: Pick<FileStorage, 'db'>, userId: string, paths: readonly string[]): Promise<unknown> {
  return db.asUser(userId, (tx) => tx.update(files).set({ state: 'deleting' }).where(areOf(userId, paths)))
}

function areOf(userId: string, paths: readonly string[]) {
  return and(eq(files.userId, userId), hasPathIn(paths))
}

/** True when every path is a complete file of this user. Starter photos belong to no user. */
export async function ownsFiles(tx: Tx, userId: string, paths: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(paths)]
  if (wanted.length === 0) return true
  const found = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.state, 'stored'), inArray(files.path, wanted)))
  return found.length === wanted.length
}
