import type { PublicRun } from '@ninesixteen/shared/public-api/runs'
import type { Tx } from '../db/db.ts'
import type { RunFailure } from '../db/schema-runs.ts'
import { addWebhookEvents } from '../webhooks/outbox.ts'
import { toAppError, type Ending, type RunRow } from './run-kind.ts'

/** The run as programs see it. `result` is what its kind makes public. */
export function toPublicRun(row: Omit<RunRow, 'payload'>, result: PublicRun['result']): PublicRun {
  const { id, kind, title, state, done, total, note, error, attempt, createdAt, startedAt, endedAt, expiresAt } = row
  return {
    id,
    kind,
    title,
    state,
    done,
    total,
    note,
    error: error && toPublicError(error),
    slideshow_id: row.projectId,
    company_id: row.companyId,
    attempt,
    result,
    created_at: createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    ended_at: endedAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
  }
}

export function toPublicError(failure: RunFailure): { code: string; message: string } {
  const { code, message } = toAppError(failure)
  return { code, message }
}

/** Records the end of a run for the user's webhooks. A run that was cancelled is no event: its user ended it. */
export async function addRunWebhook(tx: Tx, row: RunRow, { state }: Ending<unknown>): Promise<void> {
  if (state === 'cancelled') return
  const { id: runId, userId, kind, title, projectId: slideshowId, companyId, error } = row
  const data = { runId, kind, title, slideshowId, companyId, error: error && toPublicError(error) }
  await addWebhookEvents(tx, { userId, type: state === 'done' ? 'run.finished' : 'run.failed' }, () => [data])
}
