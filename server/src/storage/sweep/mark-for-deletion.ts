import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Tx } from '../../db/db.ts'
import { files } from '../../db/schema.ts'
import { referencedPaths } from './file-references.ts'
import { isOneOf, removeFiles, type FileStorage } from '../stored-files.ts'

/**
 * Marks those files for removal that nothing shows any more, and returns them; the others stay whole. Within the transaction that
 * let go of them, so that nobody can take up one that is about to be removed.
 */
export async function markForDeletion(tx: Tx, userId: string, paths: readonly string[]): Promise<string[]> {
  // Whoever is about to name one of them holds it: they are waited for, and seen below.
  await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), isOneOf(paths)))
    .orderBy(files.path)
    .for('update')
  const kept = await referencedPaths(tx, userId, paths)
  const free = [...new Set(paths)].filter((path) => !kept.has(path))
  if (free.length === 0) return []
  await tx
    .update(files)
    .set({ state: 'deleting' })
    .where(and(eq(files.userId, userId), isOneOf(free)))
  return free
}

/** Removes what `letGo` marked. For the person it is gone already: what fails here is finished by the sweep. */
export async function removeMarked(storage: FileStorage & { log: Logger }, userId: string, paths: readonly string[]): Promise<void> {
  await removeFiles(storage, userId, paths).catch((error: unknown) =>
    storage.log.warn({ err: error }, 'Deleted files are left to the sweep'),
  )
}
