import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'

/*
 * A keyset cursor over time and id, with the time in microseconds; the id orders rows of the same moment. Rows that come and go between two
 * pages are neither repeated nor skipped, as OFFSET would.
 */

const FORM = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A timestamp in microseconds, at the database's full precision. */
export function microseconds(at: SQLWrapper): SQL<string> {
  return sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`
}

/** The timestamp of a number of microseconds. */
export function timestampOf(micros: string): SQL {
  return sql`to_timestamp(0) + ${micros}::bigint * interval '1 microsecond'`
}

/** Cursor of a row, which may have no time. */
export function encodeCursor(at: SQLWrapper, id: SQLWrapper): SQL<string> {
  return sql<string>`coalesce(${microseconds(at)}, '0') || '_' || ${id}::text`
}

/** Throws INVALID_INPUT for an invalid cursor. */
export function decodeCursor(cursor: string): { at: SQL; id: SQL; isWithoutTime: boolean } {
  const [, micros, id] = FORM.exec(cursor) ?? []
  if (!micros || !id) throw new AppError('INVALID_INPUT', { fields: 'after' })
  return { at: timestampOf(micros), id: sql`${id}::uuid`, isWithoutTime: micros === '0' }
}
