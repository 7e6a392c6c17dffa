import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { ShownCredit } from '@ninesixteen/shared/api/media'
import { uniqueCredits } from '@ninesixteen/shared/photos/credit'
import type { PhotoCredit } from '@ninesixteen/shared/photos/credit-schema'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { slides } from '../db/schema-projects.ts'
import { filesOf } from './slide-photos.ts'

/** The credits of the photos of a slideshow, in the order of its slides. */
export async function readProjectCredits(tx: Tx, userId: string, projectId: string): Promise<PhotoCredit[]> {
  const rows = await tx
    .select({ slide: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  const shown = await readCredits(tx, userId, filesOf(rows.map(({ slide }) => slide)))
  return uniqueCredits(shown.map(({ credit }) => credit))
}

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
