import type { GenerateEvent } from '@ninesixteen/shared/api/generate'

/** The events of a generation: every reader gets all of them from the start. */
export interface EventLog {
  add(event: GenerateEvent): void
  readonly isOver: boolean
  read(signal: AbortSignal): AsyncGenerator<GenerateEvent, void>
}

export function createEventLog(): EventLog {
  const events: GenerateEvent[] = []
  let isOver = false
  let changed = Promise.withResolvers<void>()
  return {
    add(event) {
      events.push(event)
      isOver = event.type === 'done' || event.type === 'error'
      changed.resolve()
      changed = Promise.withResolvers<void>()
    },
    get isOver() {
      return isOver
    },
    async *read(signal) {
      const left = Promise.withResolvers<void>()
      signal.addEventListener('abort', () => left.resolve(), { once: true })
      for (let next = 0; !signal.aborted;) {
        const event = events[next]
        if (event) {
          next += 1
          yield event
        } else if (isOver) {
          return
        } else {
          await Promise.race([changed.promise, left.promise])
        }
      }
    },
  }
}
