import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as accounts from '../../db/schema-accounts.ts'
import * as apiKeys from '../../db/schema-api-keys.ts'
import * as approvals from '../../db/schema-approvals.ts'
import * as billing from '../../db/schema-billing.ts'
import * as companies from '../../db/schema-companies.ts'
import * as contentPlan from '../../db/schema-content-plan.ts'
import * as connections from '../../db/schema-connections.ts'
import * as demos from '../../db/schema-demos.ts'
import * as manualPosting from '../../db/schema-manual-posting.ts'
import * as photos from '../../db/schema-photos.ts'
import * as planning from '../../db/schema-planning.ts'
import * as projects from '../../db/schema-projects.ts'
import * as publishing from '../../db/schema-publishing.ts'
import * as renders from '../../db/schema-renders.ts'
import * as runs from '../../db/schema-runs.ts'
import * as secondFactor from '../../db/schema-second-factor.ts'
import * as sound from '../../db/schema-sound.ts'
import * as usage from '../../db/schema-usage.ts'
import type { TestApp } from '../app.ts'

const SCHEMAS = [
  accounts,
  apiKeys,
  approvals,
  billing,
  companies,
  connections,
  contentPlan,
  demos,
  manualPosting,
  photos,
  planning,
  projects,
  publishing,
  renders,
  runs,
  secondFactor,
  sound,
  usage,
]

/** All rows of a user as stored, without columns that reads update too. */
export async function rowsOf({ services }: TestApp, userId: string): Promise<string> {
  const tables = SCHEMAS.flatMap((schema) => Object.values<unknown>(schema)).filter(
    (table): table is PgTable => is(table, PgTable) && 'userId' in table && !['sessions', 'usage_counters'].includes(getTableName(table)),
  )
  const dumps = await Promise.all(
    tables.map((table) =>
      services.db.pool.query(`select to_jsonb(t) as row from ${getTableName(table)} t where user_id = $1 order by to_jsonb(t)::text`, [
        userId,
      ]),
    ),
  )
  return JSON.stringify(dumps.map((dump) => dump.rows))
}
