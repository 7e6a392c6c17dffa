import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as billing from '../../db/schema-billing.ts'
import * as manualPosting from '../../db/schema-manual-posting.ts'
import * as planning from '../../db/schema-planning.ts'
import * as publishing from '../../db/schema-publishing.ts'
import * as schema from '../../db/schema.ts'
import type { TestApp } from '../app.ts'

/** All rows of a user as stored, without columns that reads update too. */
export async function rowsOf({ services }: TestApp, userId: string): Promise<string> {
  const tables = Object.values({ ...schema, ...publishing, ...planning, ...manualPosting, ...billing }).filter(
    (table) => is(table, PgTable) && 'userId' in table && !['sessions', 'usage_counters'].includes(getTableName(table)),
  )
  const dumps = await Promise.all(
    tables.map((table) =>
      services.db.pool.query(
        `select to_jsonb(t) as row from ${getTableName(table as PgTable)} t where user_id = $1 order by to_jsonb(t)::text`,
        [userId],
      ),
    ),
  )
  return JSON.stringify(dumps.map((dump) => dump.rows))
}
