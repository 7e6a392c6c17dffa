import { and, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { Db, Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { keysOf } from './renditions.ts'
import { requireQuota } from './storage-quota.ts'
import type { FileStore } from './store/file-store.ts'
import { newKey, type FileExtension } from './store/storage-key.ts'

export interface FileStorage {
  db: Db
  store: FileStore
}

/** One array instead of a placeholder per path: a whole library can be deleted at once. */
export function hasPathIn(paths: readonly string[]) {
  return sql`${files.path} = any(${sql.param(paths)}::text[])`
}

export interface NewFile {
  extension: FileExtension
  mimeType: string
  bytes: number
  /** Pixels, for images and videos. */
  size?: { width: number; height: number }
  /** Where a found file is from. */
  credit?: Credit | null
  /** The instance's default quota of a user, in bytes. */
  quota: number
  put(path: string): Promise<void>
}

/**
 * Stores a new file and returns its path. Its row is inserted before the first byte and completed after the last, so that a crash at any
 * point leaves something for the sweep. Throws STORAGE_QUOTA.
 */
export async function storeFile({ db, store }: FileStorage, userId: string, file: NewFile): Promise<string> {
  const { extension, mimeType, bytes, size, credit = null, quota, put } = file
  const path = newKey(userId, extension)
  await db.asUser(userId, async (tx) => {
    await requireQuota(tx, userId, { bytes, quota })
    await tx.insert(files).values({ path, userId, mimeType, bytes, credit, ...size })
  })
  try {
    await put(path)
    const stored = await db.asUser(userId, (tx) =>
      tx
        .update(files)
        .set({ state: 'stored' })
        .where(and(areOf(userId, [path]), eq(files.state, 'pending')))
        .returning({ path: files.path }),
    )
    // The upload took so long that the sweep deleted its row.
    if (stored.length === 0) throw new AppError('UPLOAD_FAILED')
  } catch (error) {
    // The sweep deletes files that cannot be removed now.
    await Promise.allSettled([removeFiles({ db, store }, userId, [path])])
    throw error
  }
  return path
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
  const unique = [...new Set(paths)]
  if (unique.length === 0) return true
  const found = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.state, 'stored'), inArray(files.path, unique)))
  return found.length === unique.length
}
