import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { ShownCredit } from '@ninesixteen/shared/api/media'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'

/** The credits of the user's own files among these, in the given order. */
export async function readCredits(tx: Tx, userId: string, paths: readonly string[]): Promise<ShownCredit[]> {
  if (paths.length === 0) return []
  const rows = await tx
    .select({ path: files.path, credit: files.credit })
    .from(files)
    .where(and(eq(files.userId, userId), isNotNull(files.credit), sql`${files.path} = any(${sql.param([...new Set(paths)])}::text[])`))
  const found = new Map(rows.map(({ path, credit }) => [path, credit]))
  return [...new Set(paths)].flatMap((path) => {
    const credit = found.get(path)
    return credit ? [{ path, credit }] : []
  })
}
