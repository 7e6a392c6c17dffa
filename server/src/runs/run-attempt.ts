import type { Logger } from 'pino'
import { AppError, ERRORS } from '@ninesixteen/shared/errors'
import { isConnectionLost } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { retryUntilAvailable } from '../db/retry-until-available.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import { emit, secondsSince } from '../telemetry/telemetry.ts'
import { holdClaim, returnClaim } from './claims.ts'
import {
  Continue,
  Failed,
  type AttemptOutcome,
  type BoundRun,
  type Ending,
  type Progress,
  type RunContext,
  type RunRow,
} from './run-kind.ts'
import { endRun } from './run-rows.ts'

/** Delay of the next attempt after a lost connection, in seconds. */
const RECONNECT_SECONDS = 1

/** A run that this process works on. */
export interface RunInProgress {
  row: RunRow
  bound: BoundRun
  progress: Required<Progress>
  stop: AbortController
  finished: Promise<AttemptOutcome>
}

export interface AttemptDeps {
  db: Db
  log: Logger
  /** Aborted when the process shuts down: it waits for the database no longer. */
  closing: AbortSignal
  /** Called when the progress of a run has changed. */
  onProgress(): void
}

/** Runs one attempt, to its end in the database. */
export async function attemptRun(deps: AttemptDeps, run: RunInProgress): Promise<AttemptOutcome> {
  const { log } = deps
  const { row, bound } = run
  const startedAt = performance.now()
  const outcome = await settle(deps, run).catch((error: unknown): AttemptOutcome => {
    log.warn({ err: error, run: row.id, kind: row.kind }, 'A run could not be ended, and is attempted again')
    return 'left'
  })
  emit('run', { kind: row.kind, outcome, seconds: secondsSince(startedAt) })
  await bound.work
    .onSettled?.(row, outcome)
    .catch((error: unknown) => log.warn({ err: error, run: row.id, kind: row.kind }, 'An attempt at a run could not be settled'))
  return outcome
}

async function settle(deps: AttemptDeps, run: RunInProgress): Promise<AttemptOutcome> {
  const { row, bound, stop } = run
  try {
    const result = await bound.work.step(contextOf(deps, run))
    if (result instanceof Continue) {
      const later = { ...run.progress, ...result, cause: 'continues' } as const
      return (await whenAvailable(deps, row, (tx) => returnClaim(tx, row, later))) ? 'continues' : 'superseded'
    }
    if (result instanceof Failed) return await failForGood(deps, run, result.error)
    if (await end(deps, run, { state: 'done', result })) return 'done'
    await bound.work.release?.(row.userId, result)
    return 'superseded'
  } catch (error) {
    if (error instanceof Superseded || stop.signal.reason instanceof Superseded) return 'superseded'
    if (!stop.signal.aborted && !isConnectionLost(error)) return fail(deps, run, error)
    const seconds = stop.signal.aborted ? 0 : RECONNECT_SECONDS
    await whenAvailable(deps, row, (tx) => returnClaim(tx, row, { seconds, cause: 'interrupted' }))
    return 'returned'
  }
}

function contextOf({ db, onProgress }: AttemptDeps, { row, progress, stop }: RunInProgress): RunContext<unknown, unknown> {
  const { id, userId, companyId, projectId, title, input, payload, createdAt, attempt } = row
  return {
    id,
    userId,
    companyId,
    projectId,
    title,
    input,
    payload,
    createdAt,
    attempt,
    signal: stop.signal,
    progress(next) {
      Object.assign(progress, next)
      onProgress()
    },
    write: (work) =>
      db.asUser(userId, async (tx) => {
        if (!(await holdClaim(tx, row))) throw new Superseded()
        return work(tx)
      }),
  }
}

async function fail(deps: AttemptDeps, run: RunInProgress, error: unknown): Promise<AttemptOutcome> {
  const { row, bound } = run
  const failure = error instanceof AppError ? error : new AppError('INTERNAL')
  const mayPass = ERRORS[failure.code][0] >= 500 && failure.code !== 'STORAGE_QUOTA'
  if (mayPass) deps.log.warn({ err: error, run: row.id, kind: row.kind }, 'A run failed')
  const { retries, retryAfter, retryAfterMax } = bound.kind.limits
  if (mayPass && row.failures < retries) {
    // Jitter, so that what failed together isn't repeated together.
    const seconds = Math.min(retryAfter * 2 ** row.failures, retryAfterMax) * (0.5 + Math.random() / 2)
    return (await whenAvailable(deps, row, (tx) => returnClaim(tx, row, { seconds, cause: 'failure' }))) ? 'failed' : 'superseded'
  }
  return failForGood(deps, run, failure)
}

async function failForGood(deps: AttemptDeps, run: RunInProgress, { code, details }: AppError): Promise<AttemptOutcome> {
  return (await end(deps, run, { state: 'failed', error: { code, details } })) ? 'failed for good' : 'superseded'
}

function end(deps: AttemptDeps, { row, bound, progress }: RunInProgress, ending: Ending<unknown>): Promise<boolean> {
  return whenAvailable(deps, row, (tx) => endRun(tx, { row, ...bound, progress }, ending))
}

/** The outcome of an attempt waits for an unreachable database: its lease ends only some time after the database is back. */
function whenAvailable<T>({ db, closing }: AttemptDeps, { userId }: RunRow, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryUntilAvailable(() => db.asUser(userId, work), { waitMs: Infinity, signal: closing })
}
