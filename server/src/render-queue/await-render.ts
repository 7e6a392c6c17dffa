import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { RENDERS_DONE, type ChangeEvents } from '../db/listen.ts'
import type { RenderCaller } from '../rendering/render-job.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import {
  deleteRenders,
  detachRender,
  readRenders,
  enqueueRender,
  cancelRender,
  type QueuedRender,
  type RenderStatus,
} from './enqueue-render.ts'
import { resultKey, queueOf, taskMessage, TaskUnknown, type RenderTask } from './render-task.ts'
import { Superseded } from '../idempotency/idempotency-keys.ts'

/** Queue limits. One video per user, which counts until it is sent. */
const WAITING = { pictures: { perUser: 100, total: 1000 }, films: { perUser: 1, total: 500 } }
/** Interval of polling without a notification, and of extending the deadline of waiting renders. */
const POLL_MS = 5_000
/** Retry-After for rejected callers, in seconds. */
const RETRY_AFTER_SECONDS = 5

/** A render by another process, in the store until it is put away. */
export interface FinishedRender {
  path: string
  bytes: number
  /** Null for a worker of an earlier version. */
  sha256: string | null
  release(): Promise<void>
}

export interface RenderRequests {
  /**
   * Queues a render for a worker and waits for it. Null when no worker renders for others: then render locally. Aborting removes it from
   * the queue, or cancels it, unless a retry with the same key took it over: then this call throws Superseded. Throws RATE_LIMITED and BUSY
   * as a fair queue does.
   */
  request(work: RenderTask, turn: RenderCaller): Promise<FinishedRender | null>
  close(): Promise<void>
}

export interface RenderRequestsDeps {
  db: Pick<Db, 'asSystem'>
  store: Pick<FileStore, 'remove'>
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  pollMs?: number
}

type Ended = Pick<QueuedRender, 'bytes' | 'failure' | 'sha256'> | null

interface Waiting {
  order: RenderStatus
  resolve(ended: Ended): void
  reject(reason: unknown): void
}

export function createRenderRequests({ db, store, changes, log, pollMs = POLL_MS }: RenderRequestsDeps): RenderRequests {
  /** Waiting calls, and results being read. */
  const waiting = new Set<Waiting>()
  const reading = new Set<RenderStatus>()
  const tidying = new Set<Promise<void>>()
  let polling: Promise<void> | null = null
  let again = false
  /** Set on shutdown: connections are about to be cut, and pages retry elsewhere. */
  let isEnding = false

  const unsubscribe = changes.subscribe(
    RENDERS_DONE,
    () => poll(),
    () => {
      isEnding = true
    },
  )
  const timer = setInterval(() => poll(), pollMs)
  timer.unref()

  function poll(): void {
    if (waiting.size + reading.size === 0) return
    if (polling) again = true
    else polling = pollOnce()
  }

  async function pollOnce(): Promise<void> {
    do {
      again = false
      const calls = [...waiting]
      try {
        const found = new Map((await readRenders(db, [...calls.map(({ order }) => order), ...reading])).map((row) => [row.id, row]))
        // A missing row was deleted while the database was unreachable.
        for (const call of calls) await settle(call, found.get(call.order.id) ?? null)
      } catch (error) {
        log.debug({ err: error }, 'Render status query failed')
      }
    } while (again)
    polling = null
  }

  async function settle({ order, resolve, reject }: Waiting, row: QueuedRender | null): Promise<void> {
    if (row !== null && row.callId !== order.callId) return reject(new Superseded())
    const isOver = row === null || row.state === 'drawn' || row.state === 'failed'
    if (isOver) resolve(row)
    else if (row.isStuck && (await cancelRender(db, order))) resolve(null)
  }

  /** Runs clean-up in the background. If it fails, workers clean up once the deadline has passed. */
  function tidy(work: () => Promise<void>): Promise<void> {
    const done = work()
      .catch((error: unknown) => log.debug({ err: error }, 'Render clean-up left to the workers'))
      .finally(() => tidying.delete(done))
    tidying.add(done)
    return done
  }

  async function leave(order: RenderStatus, path: string): Promise<void> {
    if (!(await detachRender(db, order))) return
    await store.remove([path])
    await deleteRenders(db, [order.id])
  }

  async function drawn(order: RenderStatus, path: string, ended: Ended): Promise<FinishedRender | null> {
    if (!ended) return null
    if (ended.failure) {
      await tidy(() => deleteRenders(db, [order.id]))
      if (isLocalTask(ended.failure.code)) return null
      throw failureOf(ended.failure)
    }
    reading.add(order)
    const release = () => {
      if (!reading.delete(order)) return Promise.resolve()
      return tidy(() => leave(order, path))
    }
    return { path, bytes: ended.bytes ?? 0, sha256: ended.sha256, release }
  }

  return {
    async request(work, { userId, signal, idempotencyKey }) {
      signal?.throwIfAborted()
      const line = queueOf(work.kind)
      const order = { id: randomUUID(), callId: randomUUID(), userId, kind: work.kind, idempotencyKey, path: resultKey(userId, work.kind) }
      const { promise, resolve, reject } = Promise.withResolvers<Ended>()
      const call: Waiting = { order, resolve, reject }
      let { path } = order
      // The caller may leave before it awaits the promise.
      promise.catch(() => undefined)
      const cancel = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const placed = await enqueueRender(db, { ...order, work: taskMessage(work), ...WAITING[line] })
        if (placed === 'nobody') return null
        if (typeof placed === 'string')
          throw new AppError(placed === 'too many' || line === 'films' ? 'BUSY' : 'RATE_LIMITED', { seconds: RETRY_AFTER_SECONDS })
        call.order = { id: placed.id, callId: order.callId }
        path = placed.path
        waiting.add(call)
        // It may have finished before this process listened.
        poll()
        return await drawn(call.order, path, await promise)
      } catch (error) {
        const isLeft = signal?.aborted === true && !(signal.reason instanceof Superseded)
        const mayComeBack = isEnding && idempotencyKey !== undefined
        if (isLeft && !mayComeBack) void tidy(() => leave(call.order, path))
        throw error
      } finally {
        waiting.delete(call)
        signal?.removeEventListener('abort', cancel)
      }
    },
    async close() {
      unsubscribe()
      clearInterval(timer)
      await polling
      await Promise.all(tidying)
    },
  }
}

/** Whether the caller renders locally: without space in the store, or when the worker's version doesn't understand the task. */
function isLocalTask(code: string | null): boolean {
  return code === 'STORAGE_FULL' || code === TaskUnknown.code
}

function failureOf({ code, details }: NonNullable<QueuedRender['failure']>): Error {
  return code !== null && code in ERRORS ? new AppError(code as ErrorCode, details) : new Error('Render failed in a worker')
}
