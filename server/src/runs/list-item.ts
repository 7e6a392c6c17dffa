import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { RUNS_LISTED, RUNS_RECENT_MINUTES, type RunListItem } from '@ninesixteen/shared/api/runs'
import { UNFINISHED_STATES } from '@ninesixteen/shared/public-api/run-states'
import type { Tx } from '../db/db.ts'
import { runs } from '../db/schema-runs.ts'
import { toAppError, type RunRow } from './run-kind.ts'

/** The user's unfinished runs, then those that ended a short time ago; each the newest first. */
export function listRuns(tx: Tx, userId: string): Promise<RunRow[]> {
  const isUnfinished = inArray(runs.state, [...UNFINISHED_STATES])
  const isRecent = gt(runs.endedAt, sql`now() - make_interval(mins => ${RUNS_RECENT_MINUTES}::integer)`)
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.userId, userId), or(isUnfinished, isRecent)))
    .orderBy(desc(isUnfinished), desc(runs.createdAt), runs.id)
    .limit(RUNS_LISTED)
}

/** A run as the page shows it. */
export function toListItem(row: RunRow): RunListItem {
  const { id, kind, title, state, done, total, note, projectId, companyId, createdAt, startedAt, endedAt } = row
  const error = row.error && toAppError(row.error)
  const shown = { id, kind, title, state, done, total, note, projectId, companyId }
  return {
    ...shown,
    error: error && { code: error.code, message: error.message },
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}
