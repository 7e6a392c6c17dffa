import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Tx } from '../../db/db.ts'
import { files } from '../../db/schema-photos.ts'
import { referencedPaths } from './file-references.ts'
import { hasPathIn, removeFiles, type FileStorage } from '../stored-files.ts'

/**
 * Marks files without references for deletion and returns them; the others stay. Runs in the transaction that drops the references, so that
 * no other can use a file that is about to be deleted.
 */
export async function markForDeletion(tx: Tx, userId: string, paths: readonly string[]): Promise<string[]> {
  // A transaction that is about to refer to a file locks its row: wait for it, so that the check below sees it.
  await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), hasPathIn(paths)))
    .orderBy(files.path)
    .for('update')
  const referenced = await referencedPaths(tx, userId, paths)
  const free = [...new Set(paths)].filter((path) => !referenced.has(path))
  if (free.length === 0) return []
  await tx
    .update(files)
    .set({ state: 'deleting' })
    .where(and(eq(files.userId, userId), hasPathIn(free)))
  return free
}

/** Deletes files marked by `markForDeletion`. To the user they are already gone: the sweep repeats a failure. */
export async function removeMarked(storage: FileStorage & { log: Logger }, userId: string, paths: readonly string[]): Promise<void> {
  await removeFiles(storage, userId, paths).catch((error: unknown) =>
    storage.log.warn({ err: error }, 'Deleted files are left to the sweep'),
  )
}
