import { type AnyColumn, eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from './db.ts'
import { projects } from './schema-projects.ts'

export interface RowLimit {
  table: PgTable & { userId: AnyColumn }
  /** Far above any real use, far below what would slow a page. */
  limit: number
  /** Plural noun for the error message. */
  plural: string
}

/** Created in the editor and by generation. */
export const PROJECTS_MAX: RowLimit = { table: projects, limit: 20_000, plural: 'slideshows' }

/** Throws ROWS_MAX when the user is at the limit of a table. Concurrent calls may exceed it by a few. */
export async function requireFewerRows(tx: Tx, userId: string, { table, limit, plural }: RowLimit): Promise<void> {
  if ((await tx.$count(table, eq(table.userId, userId))) >= limit) throw new AppError('ROWS_MAX', { limit, what: plural })
}
