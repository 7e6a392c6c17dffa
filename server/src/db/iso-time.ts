import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'

/** A timestamp as in API responses, 2026-11-22T12:08:49.000Z: results of raw SQL bypass the column's own mapping. */
export function isoTime(moment: SQLWrapper): SQL<string | null> {
  return sql<string | null>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
