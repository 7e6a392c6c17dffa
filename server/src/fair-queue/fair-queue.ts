import { AppError } from '@ninesixteen/shared/errors'
import { hasSubscribers, emit, type QueueName } from '../telemetry/telemetry.ts'

/** A task's owner and cost. */
export interface QueuedTask {
  /** Id of the user the task runs for. */
  userId: string
  /** Aborting removes a queued task; a running task handles it itself. */
  signal?: AbortSignal | undefined
  /** Places it takes; 1 by default. */
  places?: number
  /** A task that started before and returned to the queue for more places: runs before the user's other tasks. */
  resumed?: boolean
}

/** A limited number of places, shared fairly between users. */
export interface FairQueue {
  /** Waits for a place, then runs the work. Throws RATE_LIMITED when the user's queue is full, BUSY when the whole queue is. */
  run<T>(task: QueuedTask, work: () => Promise<T>): Promise<T>
  /** Throws what `run` would throw now: call before reading a large body. */
  requireCapacity(userId: string): void
  /** Rejects queued and future tasks with this error. */
  close(reason: Error): void
}

export interface FairQueueSize {
  places: number
  /** Maximum queue length per user. */
  maxQueuedPerUser: number
  /** Maximum queue length in total. */
  maxQueued: number
}

/** Retry-After for rejected callers, in seconds. */
const RETRY_AFTER_SECONDS = 5

interface Waiting {
  places: number
  begin(): void
  refuse(reason: unknown): void
}

/** A user's queued tasks, in order. */
type UserQueue = Waiting[]

/**
 * Users take turns, not their requests: a free place goes to the user who holds the fewest, and among those to the one who has waited
 * longest for a turn. No user gets a second place while another without one waits, and each user waits for at most one task of every other.
 * A task for more places than are free blocks later turns; otherwise it would never start. Queues with a name report metrics.
 */
export function createFairQueue({ places, maxQueuedPerUser, maxQueued }: FairQueueSize, name?: QueueName): FairQueue {
  /** Ordered by turn: a user moves to the end when given a place, and again when the task ends. */
  const queues = new Map<string, UserQueue>()
  const held = new Map<string, number>()
  let free = places
  let waiting = 0
  let closed: Error | null = null

  function requireCapacity(userId: string): void {
    if (closed) throw closed
    if ((queues.get(userId)?.length ?? 0) >= maxQueuedPerUser) refuse('RATE_LIMITED')
    if (waiting >= maxQueued) refuse('BUSY')
  }

  function refuse(code: 'RATE_LIMITED' | 'BUSY'): never {
    if (name) emit('queue-refusal', { queue: name, code })
    throw new AppError(code, { seconds: RETRY_AFTER_SECONDS })
  }

  function nextUser(): string | null {
    let next: string | null = null
    for (const userId of queues.keys()) {
      if (next === null || heldBy(userId) < heldBy(next)) next = userId
    }
    return next
  }

  const heldBy = (userId: string): number => held.get(userId) ?? 0

  function hold(userId: string, change: number): void {
    free -= change
    const now = heldBy(userId) + change
    if (now === 0) held.delete(userId)
    else held.set(userId, now)
  }

  function remove(userId: string, task: Waiting): boolean {
    const tasks = queues.get(userId)
    const at = tasks?.indexOf(task) ?? -1
    if (!tasks || at < 0) return false
    tasks.splice(at, 1)
    waiting -= 1
    if (tasks.length === 0) queues.delete(userId)
    return true
  }

  function moveToEnd(userId: string): void {
    const tasks = queues.get(userId)
    if (tasks && queues.delete(userId)) queues.set(userId, tasks)
  }

  function assign(): void {
    startTasks()
    if (name && hasSubscribers('queue')) emit('queue', { queue: name, waiting, users: queues.size, held: places - free })
  }

  function startTasks(): void {
    for (let userId = nextUser(); userId !== null; userId = nextUser()) {
      const tasks = queues.get(userId) ?? []
      const [task] = tasks
      if (!task || task.places > free) return
      remove(userId, task)
      moveToEnd(userId)
      hold(userId, task.places)
      task.begin()
    }
  }

  function wait({ userId, signal, resumed }: QueuedTask, slots: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const abort = (): void => {
      if (remove(userId, task)) reject(signal?.reason)
      assign()
    }
    const stopListening = (): void => signal?.removeEventListener('abort', abort)
    const task: Waiting = {
      places: slots,
      begin: () => (stopListening(), resolve()),
      refuse: (reason) => (stopListening(), reject(reason)),
    }
    const tasks = queues.get(userId) ?? []
    if (resumed) tasks.unshift(task)
    else tasks.push(task)
    queues.set(userId, tasks)
    waiting += 1
    signal?.addEventListener('abort', abort, { once: true })
    assign()
    return promise
  }

  return {
    async run(task, work) {
      task.signal?.throwIfAborted()
      if (closed) throw closed
      if (!task.resumed) requireCapacity(task.userId)
      const slots = Math.min(task.places ?? 1, places)
      await wait(task, slots)
      try {
        // Closed between its turn and now.
        if (closed) throw closed
        return await work()
      } finally {
        hold(task.userId, -slots)
        moveToEnd(task.userId)
        assign()
      }
    },
    requireCapacity,
    close(reason) {
      closed = reason
      waiting = 0
      const all = [...queues.values()].flat()
      queues.clear()
      for (const task of all) task.refuse(reason)
    },
  }
}
