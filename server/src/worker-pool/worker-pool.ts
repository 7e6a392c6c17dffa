import type { QueueName } from '../telemetry/telemetry.ts'
import { createFairQueue, type QueuedTask } from '../fair-queue/fair-queue.ts'
import type { PoolWorker } from './pool-worker.ts'

/** Threads or processes that work for people in turn. */
export interface WorkerPool<Job, Reply> {
  /** Waits for its turn. Cancelled work that has not begun never does; work that has begun is not waited for, and keeps its place until it ends. */
  run(job: Job, turn: QueuedTask): Promise<Reply>
  /** Throws what `run` would throw now, when too much is waiting. */
  requireRoom(person: string): void
  /** Ends all stations; work in progress and waiting fails. */
  close(): Promise<void>
}

export interface PoolOptions<Job, Reply> {
  /** Under which it is told how many wait. */
  name?: QueueName
  start: () => PoolWorker<Job, Reply>
  size: number
  /** A station without work ends after this long: at rest there is none. */
  idleMs: number
  /** Work that takes longer, once its station is ready, is ended with it. */
  limitMs: (job: Job) => number
  /** Most that waits of one person. */
  waitingOfOne: number
  /** Most that waits of all people together. */
  waitingOfAll: number
  /** Memory of a job that its station takes over; all else is copied. */
  handOver?: (job: Job) => ArrayBuffer[]
  /** Whether a station that answered this has grown too large to be kept. */
  isWorn?: (reply: Reply) => boolean
}

/** A station that is not ready by then never will be. */
const START_MS = 60_000

/** The station was lost with the work in it: `late` when it took too long, `ended` when it died, `closed` when everything ends. */
export class WorkerLost extends Error {
  readonly how: 'late' | 'ended' | 'closed'

  constructor(how: WorkerLost['how'], cause?: unknown) {
    super({ late: 'The work took too long', ended: 'What did the work ended', closed: 'The server is stopping' }[how], { cause })
    this.name = 'StationLost'
    this.how = how
  }
}

interface Task<Reply> {
  resolve(reply: Reply): void
  reject(reason: unknown): void
  /** The place is free again. */
  over(): void
  limitMs: number
}

interface Seat<Job, Reply> {
  station: PoolWorker<Job, Reply>
  task: Task<Reply> | null
  isReady: boolean
  timer?: NodeJS.Timeout
}

/**
 * At most `size` stations, started when there is work for them and ended when they had none for `idleMs`. One that dies fails its own work
 * only; the next work gets a new one. Work that takes several places has the memory of all to itself: it gets a new station, and those without work are ended.
 */
export function createWorkerPool<Job, Reply>(options: PoolOptions<Job, Reply>): WorkerPool<Job, Reply> {
  const { name, start, size, idleMs, limitMs, handOver, isWorn, ...bounds } = options
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
        task?.over()
      },
      ended: (reason) => lose(seat, new WorkerLost('ended', reason)),
    })
    return seat
  }

  /** A busy machine may take long to start a station, which is not the fault of the work that waits for it. */
  function timeWork(seat: Seat<Job, Reply>, task: Task<Reply>): void {
    clearTimeout(seat.timer)
    seat.timer = setTimeout(() => lose(seat, new WorkerLost('late')), seat.isReady ? task.limitMs : START_MS)
  }

  /** Takes the work from a seat, which then waits for more. */
  function settle(seat: Seat<Job, Reply>): Task<Reply> | null {
    const { task } = seat
    clearTimeout(seat.timer)
    seat.task = null
    seat.station.keepUp(false)
    seat.timer = setTimeout(() => retire(seat), idleMs).unref()
    return task
  }

  /** Leaves its place at once: work that comes while the station ends would be lost with it. */
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
    task?.over()
  }

  function freeSeat(places: number): Seat<Job, Reply> {
    const free = [...seats].filter(({ task }) => task === null)
    if (places === 1) return free[0] ?? open()
    for (const seat of free) retire(seat)
    return open()
  }

  function begin(job: Job, places: number, task: Pick<Task<Reply>, 'resolve' | 'reject'>): Promise<void> {
    return new Promise((over) => {
      const seat = freeSeat(places)
      const given = { ...task, over, limitMs: limitMs(job) }
      seat.task = given
      timeWork(seat, given)
      seat.station.keepUp(true)
      seat.station.post(job, handOver?.(job) ?? [])
    })
  }

  return {
    async run(job, turn) {
      const { signal } = turn
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const cancel = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', cancel, { once: true })
      queue.run(turn, () => begin(job, turn.places ?? 1, { resolve, reject })).catch(reject)
      try {
        return await promise
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    requireRoom: (person) => queue.requireRoom(person),
    async close() {
      queue.close(new WorkerLost('closed'))
      const all = [...seats]
      for (const seat of all) lose(seat, new WorkerLost('closed'))
      await Promise.all(all.map(({ station }) => station.end()))
    },
  }
}
