import type { Worker } from 'node:worker_threads'

/** Threads that answer each message with one message. */
export interface WorkerPool<Job, Reply> {
  /** Waits for a free thread. A cancelled job that has not begun never does; one that has begun is not waited for. */
  run(job: Job, signal?: AbortSignal): Promise<Reply>
  /** Ends all threads; jobs in progress and waiting fail. */
  close(): Promise<void>
}

interface PoolOptions<Job> {
  start: () => Worker
  size: number
  idleMs: number
  /** Memory of a job that its thread takes over; all else is copied. */
  handOver?: (job: Job) => ArrayBuffer[]
}

interface Task<Job, Reply> {
  job: Job
  resolve(reply: Reply): void
  reject(reason: unknown): void
}

interface Seat<Job, Reply> {
  worker: Worker
  task: Task<Job, Reply> | null
  idle?: NodeJS.Timeout
}

/**
 * At most `size` threads, started when there is work for them and ended when they had none for `idleMs`: at rest they cost no memory. A thread
 * that dies fails its own job only; the next one gets a new thread.
 */
export function createWorkerPool<Job, Reply>({ start, size, idleMs, handOver }: PoolOptions<Job>): WorkerPool<Job, Reply> {
  const seats = new Set<Seat<Job, Reply>>()
  const waiting: Task<Job, Reply>[] = []

  function open(): Seat<Job, Reply> {
    const seat: Seat<Job, Reply> = { worker: start(), task: null }
    seats.add(seat)
    seat.worker.on('message', (reply: Reply) => {
      seat.task?.resolve(reply)
      free(seat)
    })
    seat.worker.on('error', (error) => lose(seat, error))
    seat.worker.on('exit', () => lose(seat, new Error('The drawing thread ended')))
    return seat
  }

  /** Comes twice when a thread dies of an error: the second time there is nothing left to do. */
  function lose(seat: Seat<Job, Reply>, error: unknown): void {
    clearTimeout(seat.idle)
    if (!seats.delete(seat)) return
    seat.task?.reject(error)
    seat.task = null
    assign()
  }

  function free(seat: Seat<Job, Reply>): void {
    seat.task = null
    seat.worker.unref()
    seat.idle = setTimeout(() => retire(seat), idleMs).unref()
    assign()
  }

  /** Leaves its place at once: a job that comes while the thread ends would be lost with it. */
  function retire(seat: Seat<Job, Reply>): void {
    seats.delete(seat)
    void seat.worker.terminate()
  }

  function assign(): void {
    if (waiting.length === 0) return
    const seat = [...seats].find(({ task }) => task === null) ?? (seats.size < size ? open() : null)
    const task = seat && waiting.shift()
    if (!task) return
    clearTimeout(seat.idle)
    seat.task = task
    // The process stays up for work, and not for a thread that has none.
    seat.worker.ref()
    seat.worker.postMessage(task.job, handOver?.(task.job))
    assign()
  }

  return {
    async run(job, signal) {
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Reply>()
      const task = { job, resolve, reject }
      const cancel = (): void => {
        const at = waiting.indexOf(task)
        if (at >= 0) waiting.splice(at, 1)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', cancel, { once: true })
      waiting.push(task)
      assign()
      try {
        return await promise
      } finally {
        signal?.removeEventListener('abort', cancel)
      }
    },
    async close() {
      const closed = new Error('The server is stopping')
      for (const task of waiting.splice(0)) task.reject(closed)
      await Promise.all([...seats].map(({ worker }) => worker.terminate()))
    },
  }
}
