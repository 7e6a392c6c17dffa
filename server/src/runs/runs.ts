import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { notifyRunsDue, RUNS_DUE, type ChangeEvents } from '../db/listen.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'
import { claimRuns, readExpiredClaims, renewClaims, returnClaim, type Claim } from './claims.ts'
import { attemptRun, type AttemptDeps, type RunInProgress } from './run-attempt.ts'
import type { BoundRun, RunKind, RunRow } from './run-kind.ts'
import {
  bringForward,
  clearResult,
  deleteExpiredRuns,
  endRun,
  insertClaimed,
  readExpiredRuns,
  readRun,
  type RunRequest,
} from './run-rows.ts'

/** Interval at which a process renews its leases and looks for due and abandoned runs, in milliseconds. */
const ROUND_MS = 2_000
/** Pause between two writes of progress, in milliseconds. */
const PROGRESS_MS = 250
/** Maximum number of runs of one `runDue`. */
const RUNS_MAX = 2_000
/** Expired runs that are deleted at a time. */
const BATCH = 100

export interface Runs {
  /** Queues a run and begins it at this process, at once. `prepare` writes what it needs in the same transaction. */
  start<Input, Payload>(userId: string, prepare: (tx: Tx) => Promise<RunRequest<Input, Payload>>): Promise<RunRow>
  /** Starts working on runs in the background until shutdown. */
  work(): void
  /** Works on all due runs, with `ahead` also on those that continue later, until none is left. Returns their kinds and states. */
  runDue(options?: { ahead?: boolean }): Promise<string[]>
  /** Ends the user's run; one that has ended stays as it is. Throws NOT_FOUND. */
  cancel(userId: string, id: string): Promise<RunRow>
  /** Cancels the user's run, and deletes the result of one that is done. Throws NOT_FOUND. */
  discard(userId: string, id: string): Promise<RunRow>
  /** The result as programs see it; null without one. */
  publicResult(row: Pick<RunRow, 'id' | 'kind' | 'state' | 'result'>): Record<string, unknown> | null
  /** Deletes runs some time after their end, each with what its result holds. */
  deleteExpired(): Promise<void>
  stop(): Promise<void>
}

export interface RunsDeps {
  db: Db
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  kinds: readonly BoundRun[]
}

/** The reason of a signal that was aborted because the server shuts down. */
class Stopping extends Error {}

/**
 * Works on the runs of all users. A process holds a run by a lease that it renews, and each claim has a number that its writes are checked
 * against: a process that was stopped for longer than its lease changes nothing any more.
 */
export function createRuns({ db, changes, log, kinds }: RunsDeps): Runs {
  const inProgress = new Map<string, RunInProgress>()
  /** Expired claims that the previous round saw: their processes had a round's time to renew them, also after an outage of the database. */
  let suspects = new Set<string>()
  const closing = new AbortController()
  let isWorking = false
  let isQueued = false
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let flushing: NodeJS.Timeout | undefined
  let unsubscribe = (): void => undefined

  const attempts: AttemptDeps = {
    db,
    log,
    closing: closing.signal,
    onProgress() {
      flushing ??= setTimeout(() => {
        flushing = undefined
        void round(renew)
      }, PROGRESS_MS)
    },
  }

  const boundOf = (row: Pick<RunRow, 'kind'>): BoundRun | undefined => kinds.find(({ kind }) => kind.name === row.kind)

  /** Serialized, so that a claimed run is registered before the next round looks for it. */
  function round(work: () => Promise<void>): Promise<void> {
    running = running.then(work).catch((error: unknown) => {
      // The next round repeats it; the pool logs an unreachable database.
      log.debug({ err: error }, 'A round of runs failed')
    })
    return running
  }

  /** Looks for runs that are due or were cancelled. */
  function look(): void {
    if (isQueued || closing.signal.aborted) return
    isQueued = true
    void round(async () => {
      isQueued = false
      await renew()
      await claim()
    })
  }

  function tick(): void {
    if (!isWorking) return void round(renew)
    look()
    void round(reclaim)
  }

  async function renew(): Promise<void> {
    if (inProgress.size === 0) return
    const claims = [...inProgress.values()].map(({ row, progress }) => ({ ...row, ...progress }))
    const held = await db.asSystem((tx) => renewClaims(tx, claims))
    for (const { id, attempt } of claims) {
      const run = inProgress.get(id)
      if (run?.row.attempt === attempt && !held.has(id)) run.stop.abort(new Superseded())
    }
  }

  async function claim(): Promise<RunInProgress[]> {
    const free = kinds.map(({ kind }) => ({ kind, places: kind.limits.perProcess - countOf(kind) })).filter(({ places }) => places > 0)
    if (free.length === 0 || closing.signal.aborted) return []
    const rows = await db.asSystem((tx) => claimRuns(tx, free))
    return rows.map(begin)
  }

  const countOf = (kind: RunKind): number => [...inProgress.values()].filter(({ row }) => row.kind === kind.name).length

  function begin(row: RunRow): RunInProgress {
    const bound = boundOf(row)
    if (!bound) throw new Error(`No run is called ${row.kind}`)
    const { done, total, note } = row
    const run: RunInProgress = {
      row,
      bound,
      progress: { done, total, note },
      stop: new AbortController(),
      finished: Promise.resolve('left'),
    }
    inProgress.set(row.id, run)
    run.finished = attemptRun(attempts, run).finally(() => {
      inProgress.delete(row.id)
      if (isWorking) look()
    })
    timer ??= setInterval(tick, ROUND_MS).unref()
    return run
  }

  /** Leaves abandoned runs to another attempt, and ends those whose processes died too often. */
  async function reclaim(): Promise<void> {
    const expired = await db.asSystem(readExpiredClaims)
    const keyOf = ({ id, attempt: number }: Claim) => `${id} ${number}`
    for (const row of expired) {
      const bound = boundOf(row)
      if (!bound || inProgress.has(row.id) || !suspects.has(keyOf(row))) continue
      if (row.failures < bound.kind.limits.retries)
        await db.asUser(row.userId, (tx) => returnClaim(tx, row, { seconds: 0, cause: 'failure' }))
      else
        await db.asUser(row.userId, (tx) =>
          endRun(tx, { row, ...bound }, { state: 'failed', error: { code: bound.kind.abandoned, details: {} } }),
        )
      log.warn({ run: row.id, kind: row.kind, attempt: row.attempt }, 'The process of a run died')
    }
    suspects = new Set(expired.map(keyOf))
  }

  const service: Runs = {
    async start(userId, prepare) {
      if (closing.signal.aborted) throw new AppError('UNAVAILABLE')
      const row = await db.asUser(userId, async (tx) => insertClaimed(tx, userId, await prepare(tx)))
      begin(row)
      return row
    },
    work() {
      if (isWorking || closing.signal.aborted) return
      isWorking = true
      unsubscribe = changes.subscribe(RUNS_DUE, look)
      timer ??= setInterval(tick, ROUND_MS).unref()
      look()
    },
    async runDue({ ahead = false } = {}) {
      const outcomes: string[] = []
      // The first look suspects expired claims, the second one takes them.
      await reclaim()
      await reclaim()
      for (;;) {
        if (outcomes.length > RUNS_MAX) throw new Error('Runs continue endlessly')
        if (ahead) await db.asSystem((tx) => bringForward(tx, { withFailed: outcomes.length === 0 }))
        const begun = await claim()
        if (begun.length === 0 && inProgress.size === 0) return outcomes
        outcomes.push(...(await Promise.all([...inProgress.values()].map(async ({ row, finished }) => `${row.kind}: ${await finished}`))))
      }
    },
    async cancel(userId, id) {
      const row = await db.asUser(userId, async (tx) => {
        const before = await readRun(tx, userId, { id, isLocked: true })
        const bound = boundOf(before)
        if (!bound || !(await endRun(tx, { row: before, ...bound }, { state: 'cancelled' }))) return before
        await notifyRunsDue(tx)
        return readRun(tx, userId, { id })
      })
      if (row.state === 'cancelled') inProgress.get(id)?.stop.abort(new Superseded())
      return row
    },
    async discard(userId, id) {
      const row = await service.cancel(userId, id)
      if (row.state !== 'done') return row
      const cleared = await db.asUser(userId, (tx) => clearResult(tx, id))
      await boundOf(row)?.work.release?.(userId, row.result)
      return cleared
    },
    publicResult: (row) => (row.state === 'done' ? (boundOf(row)?.work.publicResult?.(row.id, row.result) ?? null) : null),
    async deleteExpired() {
      for (;;) {
        const expired = await db.asSystem((tx) => readExpiredRuns(tx, BATCH))
        if (expired.length === 0) return
        // The result's files go first: a run without them is found again, the reverse isn't.
        for (const row of expired) if (row.state === 'done') await boundOf(row)?.work.release?.(row.userId, row.result)
        const ids = expired.map(({ id }) => id)
        await db.asSystem((tx) => deleteExpiredRuns(tx, ids))
      }
    },
    async stop() {
      closing.abort()
      unsubscribe()
      clearInterval(timer)
      await running
      const rest = [...inProgress.values()]
      for (const { stop } of rest) stop.abort(new Stopping('The server shuts down'))
      await Promise.all(rest.map(({ finished }) => finished))
      clearTimeout(flushing)
    },
  }
  return service
}
