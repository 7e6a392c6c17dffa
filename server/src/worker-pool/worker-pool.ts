import type { QueueName } from '../telemetry/telemetry.ts'
import { createFairQueue, type QueuedTask } from '../fair-queue/fair-queue.ts'
import type { PoolWorker } from './pool-worker.ts'

/** A pool of worker threads or processes with a fair queue. */
export interface WorkerPool<Job, Reply> {
  /** Runs a job in its turn. Aborting drops a queued job; a running job keeps its worker until it ends, though its caller stops waiting. */
  run(job: Job, queued: QueuedTask): Promise<Reply>
  /** Throws what `run` would throw now if the queue is full. */
  requireCapacity(userId: string): void
  /** Terminates all workers; running and queued jobs fail. */
  close(): Promise<void>
}

export interface PoolOptions<Job, Reply> {
  /** Queue name in metrics. */
  name?: QueueName
  start: () => PoolWorker<Job, Reply>
  size: number
  /** Idle workers are terminated after this long, so that a pool at rest has none. */
  idleMs: number
  /** A job that takes longer, once its worker is ready, is terminated with the worker. */
  limitMs: (job: Job) => number
  /** Maximum queue length per user. */
  maxQueuedPerUser: number
  /** Maximum queue length in total. */
  maxQueued: number
  /** Buffers of a job that are transferred to the worker; everything else is copied. */
  transfer?: (job: Job) => ArrayBuffer[]
  /** Whether the worker that sent this reply has grown too large and should be replaced. */
  isWorn?: (reply: Reply) => boolean
}

/** A worker that isn't ready by then never will be. */
const START_MS = 60_000

/** The worker was lost during a job: `late` after the time limit, `ended` when it died, `closed` on shutdown. */
export class WorkerLost extends Error {
  readonly how: 'late' | 'ended' | 'closed'

  constructor(how: WorkerLost['how'], cause?: unknown) {
    super({ late: 'Job timed out', ended: 'Worker exited', closed: 'Server is shutting down' }[how], { cause })
    this.name = 'StationLost'
    this.how = how
  }
}

interface Task<Reply> {
  resolve(reply: Reply): void
  reject(reason: unknown): void
  /** Frees the place. */
  finish(): void
  limitMs: number
}

interface Seat<Job, Reply> {
  station: PoolWorker<Job, Reply>
  task: Task<Reply> | null
  isReady: boolean
  timer?: NodeJS.Timeout
}

/**
 * At most `size` workers, started on demand and terminated after `idleMs` without a job. A worker that dies fails only its own job; the
 * next job gets a new worker. A job for several places has all their memory: it gets a new worker, and idle ones are terminated.
 */
export function createWorkerPool<Job, Reply>(options: PoolOptions<Job, Reply>): WorkerPool<Job, Reply> {
  const { name, start, size, idleMs, limitMs, transfer, isWorn, ...bounds } = options
  const seats = new Set<Seat<Job, Reply>>()
  const queue = createFairQueue({ places: size, ...bounds }, name)

  function open(): Seat<Job, Reply> {
    const seat: Seat<Job, Reply> = { station: start(), task: null, isReady: false }
    seats.add(seat)
    seat.station.listen({
      ready() {
        seat.isReady = true
        if (seat.task) timeWork(seat, seat.task)
      },
      reply(reply) {
        const task = settle(seat)
        if (isWorn?.(reply)) retire(seat)
        task?.resolve(reply)
        task?.finish()
      },
      ended: (reason) => lose(seat, new WorkerLost('ended', reason)),
    })
    return seat
  }

  /** The limit excludes the worker's start, which may be slow on a busy machine. */
  function timeWork(seat: Seat<Job, Reply>, task: Task<Reply>): void {
    clearTimeout(seat.timer)
    seat.timer = setTimeout(() => lose(seat, new WorkerLost('late')), seat.isReady ? task.limitMs : START_MS)
  }

  /** Takes the job off a seat, which then waits for the next. */
  function settle(seat: Seat<Job, Reply>): Task<Reply> | null {
    const { task } = seat
    clearTimeout(seat.timer)
    seat.task = null
    seat.station.setBusy(false)
    seat.timer = setTimeout(() => retire(seat), idleMs).unref()
    return task
  }

  /** Leaves its seat at once, so that no new job goes to a worker that is ending. */
  function retire(seat: Seat<Job, Reply>): void {
    clearTimeout(seat.timer)
    seats.delete(seat)
    void seat.station.end()
  }

  function lose(seat: Seat<Job, Reply>, error: WorkerLost): void {
    if (!seats.has(seat)) return
    const { task } = seat
    seat.task = null
    retire(seat)
    task?.reject(error)
    task?.finish()
  }

  function idleSeat(places: number): Seat<Job, Reply> {
    const free = [...seats].filter(({ task }) => task === null)
    if (places === 1) return free[0] ?? open()
    for (const seat of free) retire(seat)
    return open()
  }

  function begin(job: Job, places: number, task: Pick<Task<Reply>, 'resolve' | 'reject'>): Promise<void> {
    return new Promise((finish) => {
      const seat = idleSeat(places)
      const running = { ...task, finish, limitMs: limitMs(job) }
      seat.task = running
      timeWork(seat, running)
      seat.station.setBusy(true)
      seat.station.post(job, transfer?.(job) ?? [])
    })
  }

  return {
    async run(job, queued) {
      const { signal } = queued
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const cancel = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', cancel, { once: true })
      queue.run(queued, () => begin(job, queued.places ?? 1, { resolve, reject })).catch(reject)
      try {
        return await promise
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    requireCapacity: (userId) => queue.requireCapacity(userId),
    async close() {
      queue.close(new WorkerLost('closed'))
      const all = [...seats]
      for (const seat of all) lose(seat, new WorkerLost('closed'))
      await Promise.all(all.map(({ station }) => station.end()))
    },
  }
}
