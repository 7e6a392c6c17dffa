import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'

/*
 * Where a page of a list by time ended, as a text for whoever asks for the next one: microseconds and id, for what happened in one moment has no order
 * of its own. Nothing is shown twice or left out when rows come and go between two pages, as they would be with an OFFSET.
 */

const FORM = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** A moment in microseconds, as exact as the database has it. */
export function microseconds(at: SQLWrapper): SQL<string> {
  return sql<string>`(extract(epoch from ${at}) * 1000000)::bigint::text`
}

/** The moment that so many microseconds are. */
export function timestampOf(micros: string): SQL {
  return sql`to_timestamp(0) + ${micros}::bigint * interval '1 microsecond'`
}

/** The place of a row, also of one without a time. */
export function encodeCursor(at: SQLWrapper, id: SQLWrapper): SQL<string> {
  return sql<string>`coalesce(${microseconds(at)}, '0') || '_' || ${id}::text`
}

/** Throws INVALID_INPUT for what is no place. */
export function decodeCursor(place: string): { at: SQL; id: SQL; isWithoutTime: boolean } {
  const [, micros, id] = FORM.exec(place) ?? []
  if (!micros || !id) throw new AppError('INVALID_INPUT', { fields: 'after' })
  return { at: timestampOf(micros), id: sql`${id}::uuid`, isWithoutTime: micros === '0' }
}
