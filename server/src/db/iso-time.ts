import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** A moment as the page is told it, 2026-11-22T12:08:49.000Z: what raw SQL answers has not been through the column's own reading. */
export function isoTime(moment: SQLWrapper): SQL<string | null> {
  return sql<string | null>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
