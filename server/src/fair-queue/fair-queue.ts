import { AppError } from '@ninesixteen/shared/errors'
import { hasSubscribers, emit, type QueueName } from '../telemetry/telemetry.ts'

/** A task's owner and cost. */
export interface QueuedTask {
  /** Id of the user the task runs for. */
  person: string
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
  run<T>(turn: QueuedTask, work: () => Promise<T>): Promise<T>
  /** Throws what `run` would throw now: call before reading a large body. */
  requireRoom(person: string): void
  /** Rejects queued and future tasks with this error. */
  close(reason: Error): void
}

export interface FairQueueSize {
  places: number
  /** Maximum queue length per user. */
  waitingOfOne: number
  /** Maximum queue length in total. */
  waitingOfAll: number
}

/** Retry-After for rejected callers, in seconds. */
const AGAIN_SECONDS = 5

interface Waiting {
  places: number
  begin(): void
  refuse(reason: unknown): void
}

/** A user's queued tasks, in order. */
type Lane = Waiting[]

/**
 * Users take turns, not their requests: a free place goes to the user who holds the fewest, and among those to the one who has waited
 * longest for a turn. No user gets a second place while another without one waits, and each user waits for at most one task of every other.
 * A task for more places than are free blocks later turns; otherwise it would never start. Queues with a name report metrics.
 */
export function createFairQueue({ places, waitingOfOne, waitingOfAll }: FairQueueSize, name?: QueueName): FairQueue {
  /** Ordered by turn: a user moves to the end when given a place, and again when the task ends. */
  const lanes = new Map<string, Lane>()
  const held = new Map<string, number>()
  let free = places
  let waiting = 0
  let closed: Error | null = null

  function requireRoom(person: string): void {
    if (closed) throw closed
    if ((lanes.get(person)?.length ?? 0) >= waitingOfOne) refuse('RATE_LIMITED')
    if (waiting >= waitingOfAll) refuse('BUSY')
  }

  function refuse(code: 'RATE_LIMITED' | 'BUSY'): never {
    if (name) emit('queue-refusal', { queue: name, code })
    throw new AppError(code, { seconds: AGAIN_SECONDS })
  }

  function nextPerson(): string | null {
    let next: string | null = null
    for (const person of lanes.keys()) {
      if (next === null || heldBy(person) < heldBy(next)) next = person
    }
    return next
  }

  const heldBy = (person: string): number => held.get(person) ?? 0

  function hold(person: string, change: number): void {
    free -= change
    const now = heldBy(person) + change
    if (now === 0) held.delete(person)
    else held.set(person, now)
  }

  function remove(person: string, task: Waiting): boolean {
    const lane = lanes.get(person)
    const at = lane?.indexOf(task) ?? -1
    if (!lane || at < 0) return false
    lane.splice(at, 1)
    waiting -= 1
    if (lane.length === 0) lanes.delete(person)
    return true
  }

  function toTheEnd(person: string): void {
    const lane = lanes.get(person)
    if (lane && lanes.delete(person)) lanes.set(person, lane)
  }

  function assign(): void {
    fillPlaces()
    if (name && hasSubscribers('queue')) emit('queue', { queue: name, waiting, people: lanes.size, held: places - free })
  }

  function fillPlaces(): void {
    for (let person = nextPerson(); person !== null; person = nextPerson()) {
      const lane = lanes.get(person) ?? []
      const [task] = lane
      if (!task || task.places > free) return
      remove(person, task)
      toTheEnd(person)
      hold(person, task.places)
      task.begin()
    }
  }

  function wait({ person, signal, resumed }: QueuedTask, wanted: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      if (remove(person, task)) reject(signal?.reason)
      assign()
    }
    const stay = (): void => signal?.removeEventListener('abort', leave)
    const task: Waiting = {
      places: wanted,
      begin: () => (stay(), resolve()),
      refuse: (reason) => (stay(), reject(reason)),
    }
    const lane = lanes.get(person) ?? []
    if (resumed) lane.unshift(task)
    else lane.push(task)
    lanes.set(person, lane)
    waiting += 1
    signal?.addEventListener('abort', leave, { once: true })
    assign()
    return promise
  }

  return {
    async run(turn, work) {
      turn.signal?.throwIfAborted()
      if (closed) throw closed
      if (!turn.resumed) requireRoom(turn.person)
      const wanted = Math.min(turn.places ?? 1, places)
      await wait(turn, wanted)
      try {
        // Closed between its turn and now.
        if (closed) throw closed
        return await work()
      } finally {
        hold(turn.person, -wanted)
        toTheEnd(turn.person)
        assign()
      }
    },
    requireRoom,
    close(reason) {
      closed = reason
      waiting = 0
      const all = [...lanes.values()].flat()
      lanes.clear()
      for (const task of all) task.refuse(reason)
    },
  }
}
