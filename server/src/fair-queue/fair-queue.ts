import { AppError } from '@ninesixteen/shared/errors'
import { hasSubscribers, emit, type QueueName } from '../telemetry/telemetry.ts'

/** Whose turn it is, and what it takes. */
export interface QueuedTask {
  /** The id of the person for whom the work is done. */
  person: string
  /** Whoever leaves while waiting leaves the queue. Work in progress is the work's own business. */
  signal?: AbortSignal | undefined
  /** Places it takes at once; 1 unless it is heavy. */
  places?: number
  /** Work that was begun and came back, because it takes more places than it said: goes on before the person's other work. */
  resumed?: boolean
}

/** Scarce places, shared fairly between people. */
export interface FairQueue {
  /** Waits for a turn, then does the work. Throws RATE_LIMITED when the person has too much waiting, BUSY when all together have. */
  run<T>(turn: QueuedTask, work: () => Promise<T>): Promise<T>
  /** Throws what `run` would throw now: to be asked before a large body is read. */
  requireRoom(person: string): void
  /** What waits is refused with this, and what comes from now on. */
  close(reason: Error): void
}

export interface FairQueueSize {
  places: number
  /** Most pieces of work of one person that wait. */
  waitingOfOne: number
  /** Most of all together. */
  waitingOfAll: number
}

/** After so many seconds somebody who was sent away may find room. */
const AGAIN_SECONDS = 5

interface Waiting {
  places: number
  begin(): void
  refuse(reason: unknown): void
}

/** The waiting work of a person, in order. */
type Lane = Waiting[]

/**
 * People take turns, not their requests: the next place goes to whoever holds the fewest, and among those to whoever waited longest for a
 * turn. So nobody is given a second place while somebody waits who has none, and everybody waits for at most one piece of work of each of the
 * others. Work for more places than are free is waited for and not overtaken by later turns, or it would never begin. Of one with a name
 * is told how it stands.
 */
export function createFairQueue({ places, waitingOfOne, waitingOfAll }: FairQueueSize, name?: QueueName): FairQueue {
  /** In the order of turns: whoever was given one goes to the end, and again when it is over, behind all who came meanwhile. */
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
