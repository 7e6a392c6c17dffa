import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { ShownCredit } from '@ninesixteen/shared/api/media'
import { uniqueCredits } from '@ninesixteen/shared/stock/credit'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { files } from '../db/schema-photos.ts'
import { slides } from '../db/schema-projects.ts'
import { filesOf } from './slide-photos.ts'

/** Where the photos of slides are from. */
export interface SlideOrigins {
  /** Each once, in the order of the slides. */
  credits: Credit[]
  hasAiPhotos: boolean
}

export async function readOrigins(tx: Tx, userId: string, shownSlides: readonly Slide[]): Promise<SlideOrigins> {
  const shown = await readCredits(tx, userId, filesOf(shownSlides))
  const credits = uniqueCredits(shown.flatMap(({ credit }) => credit ?? []))
  return { credits, hasAiPhotos: shown.some(({ madeByAi }) => madeByAi) }
}

/** The credits of the photos of a slideshow. */
export async function readProjectCredits(tx: Tx, userId: string, projectId: string): Promise<Credit[]> {
  const rows = await tx
    .select({ slide: slides.data })
    .from(slides)
    .where(and(eq(slides.userId, userId), eq(slides.projectId, projectId)))
    .orderBy(asc(slides.number))
  const stored = rows.map(({ slide }) => slide)
  return (await readOrigins(tx, userId, stored)).credits
}

/** The user's own files among these that have a credit or that an AI made, in the given order. */
export async function readCredits(tx: Tx, userId: string, paths: readonly string[]): Promise<ShownCredit[]> {
  if (paths.length === 0) return []
  const { path: filePath, credit, madeByAi } = files
  const rows = await tx
    .select({ path: filePath, credit, madeByAi })
    .from(files)
    .where(
      and(eq(files.userId, userId), or(isNotNull(credit), madeByAi), sql`${filePath} = any(${sql.param([...new Set(paths)])}::text[])`),
    )
  const found = new Map(rows.map((row) => [row.path, row]))
  return [...new Set(paths)].flatMap((path) => found.get(path) ?? [])
}
