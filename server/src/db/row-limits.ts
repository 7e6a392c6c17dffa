import { type AnyColumn, eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx } from './db.ts'
import { projects } from './schema.ts'

export interface RowLimit {
  table: PgTable & { userId: AnyColumn }
  /** Far above any real use, far below what would slow a page. */
  limit: number
  /** In the plural. */
  what: string
}

/** Made by the editor and by the generator. */
export const PROJECTS_MAX: RowLimit = { table: projects, limit: 20_000, what: 'slideshows' }

/** Throws ROWS_MAX when a person has as many rows of a table as an account keeps. Calls at once may pass it by a few. */
export async function requireFewerRows(tx: Tx, userId: string, { table, limit, what }: RowLimit): Promise<void> {
  if ((await tx.$count(table, eq(table.userId, userId))) >= limit) throw new AppError('ROWS_MAX', { limit, what })
}
