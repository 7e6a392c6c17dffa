import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { AppError, ERRORS, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { DRAWINGS_DONE, type ChangeEvents } from '../db/listen.ts'
import type { RenderTurn } from '../rendering/render-job.ts'
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
import { resultKey, queueOf, type RenderTask } from './render-task.ts'
import { Superseded } from '../idempotency/superseded.ts'

/** Most that waits for the workers. One film a person, which holds until it has been sent. */
const WAITING = { pictures: { ofOne: 100, ofAll: 1000 }, films: { ofOne: 1, ofAll: 500 } }
/** How often is looked without being told, and said that what is waited for is still wanted. */
const LOOK_MS = 5_000
/** After so many seconds somebody who was sent away may find room. */
const AGAIN_SECONDS = 5

/** What was drawn elsewhere, in the store until it is put away. */
export interface FinishedRender {
  path: string
  bytes: number
  putAway(): Promise<void>
}

export interface RenderRequests {
  /**
   * Has something drawn by a worker and waits for it. Null when nobody draws for others: then it is drawn here. Who leaves takes it out of the
   * line, or ends the work, unless it was taken up by another call under the same key: then this one throws TakenUp. Throws RATE_LIMITED and
   * BUSY as a fair queue does.
   */
  ask(work: RenderTask, turn: RenderTurn): Promise<FinishedRender | null>
  close(): Promise<void>
}

export interface AskingParts {
  db: Pick<Db, 'asSystem'>
  store: Pick<FileStore, 'remove'>
  changes: Pick<ChangeEvents, 'subscribe'>
  log: Logger
  lookMs?: number
}

type Ended = Pick<QueuedRender, 'bytes' | 'failure'> | null

interface Waiting {
  asked: RenderStatus
  resolve(ended: Ended): void
  reject(reason: unknown): void
}

export function createRenderRequests({ db, store, changes, log, lookMs = LOOK_MS }: AskingParts): RenderRequests {
  /** Calls that wait, and what is being read. */
  const waiting = new Set<Waiting>()
  const reading = new Set<RenderStatus>()
  const tidying = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let again = false
  /** Nothing more is heard of: connections are about to be cut, and pages ask again elsewhere. */
  let isEnding = false

  const unsubscribe = changes.subscribe(
    DRAWINGS_DONE,
    () => look(),
    () => {
      isEnding = true
    },
  )
  const timer = setInterval(() => look(), lookMs)
  timer.unref()

  function look(): void {
    if (waiting.size + reading.size === 0) return
    if (looking) again = true
    else looking = lookOnce()
  }

  async function lookOnce(): Promise<void> {
    do {
      again = false
      const calls = [...waiting]
      try {
        const found = new Map((await readRenders(db, [...calls.map(({ asked }) => asked), ...reading])).map((row) => [row.id, row]))
        // One that is gone was cleared away while the database could not be reached.
        for (const call of calls) await settle(call, found.get(call.asked.id) ?? null)
      } catch (error) {
        log.debug({ err: error }, 'It could not be seen how drawings stand')
      }
    } while (again)
    looking = null
  }

  async function settle({ asked, resolve, reject }: Waiting, row: QueuedRender | null): Promise<void> {
    if (row !== null && row.asker !== asked.asker) return reject(new Superseded())
    const isOver = row === null || row.state === 'drawn' || row.state === 'failed'
    if (isOver) resolve(row)
    else if (row.isStuck && (await cancelRender(db, asked))) resolve(null)
  }

  /** Nobody waits for it. What cannot be done now the workers do when nobody has wanted it for a while. */
  function tidy(work: () => Promise<void>): Promise<void> {
    const done = work()
      .catch((error: unknown) => log.debug({ err: error }, 'A drawing is left to the workers'))
      .finally(() => tidying.delete(done))
    tidying.add(done)
    return done
  }

  async function leave(asked: RenderStatus, path: string): Promise<void> {
    if (!(await detachRender(db, asked))) return
    await store.remove([path])
    await deleteRenders(db, [asked.id])
  }

  async function drawn(asked: RenderStatus, path: string, ended: Ended): Promise<FinishedRender | null> {
    if (!ended) return null
    if (ended.failure) {
      await tidy(() => deleteRenders(db, [asked.id]))
      // What has no room in the store may have some here.
      if (ended.failure.code === 'STORAGE_FULL') return null
      throw failureOf(ended.failure)
    }
    reading.add(asked)
    const putAway = () => {
      if (!reading.delete(asked)) return Promise.resolve()
      return tidy(() => leave(asked, path))
    }
    return { path, bytes: ended.bytes ?? 0, putAway }
  }

  return {
    async ask(work, { person, signal, wish }) {
      signal?.throwIfAborted()
      const line = queueOf(work.kind)
      const order = { id: randomUUID(), asker: randomUUID(), userId: person, kind: work.kind, wish, path: resultKey(person, work.kind) }
      const { promise, resolve, reject } = Promise.withResolvers<Ended>()
      const call: Waiting = { asked: order, resolve, reject }
      let { path } = order
      // Whoever leaves may do so before it is waited for.
      promise.catch(() => undefined)
      const cancel = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        const placed = await enqueueRender(db, { ...order, work: JSON.stringify(work), ...WAITING[line] })
        if (placed === 'nobody') return null
        if (typeof placed === 'string')
          throw new AppError(placed === 'too many' || line === 'films' ? 'BUSY' : 'RATE_LIMITED', { seconds: AGAIN_SECONDS })
        call.asked = { id: placed.id, asker: order.asker }
        path = placed.path
        waiting.add(call)
        // It may have been drawn before anybody listened for it.
        look()
        return await drawn(call.asked, path, await promise)
      } catch (error) {
        const isLeft = signal?.aborted === true && !(signal.reason instanceof Superseded)
        const mayComeBack = isEnding && wish !== undefined
        if (isLeft && !mayComeBack) void tidy(() => leave(call.asked, path))
        throw error
      } finally {
        waiting.delete(call)
        signal?.removeEventListener('abort', cancel)
      }
    },
    async close() {
      unsubscribe()
      clearInterval(timer)
      await looking
      await Promise.all(tidying)
    },
  }
}

function failureOf({ code, details }: NonNullable<QueuedRender['failure']>): Error {
  return code !== null && code in ERRORS ? new AppError(code as ErrorCode, details) : new Error('A worker could not draw it')
}
