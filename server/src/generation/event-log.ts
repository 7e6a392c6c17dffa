/** The events of a run: every reader gets all of them from the start. */
export interface EventLog<Event> {
  /** A `done` or `error` event is the last. */
  add(event: Event): void
  /** Ends the log without a further event. */
  end(): void
  readonly isOver: boolean
  read(signal: AbortSignal): AsyncGenerator<Event, void>
}

export function createEventLog<Event extends { type: string }>(): EventLog<Event> {
  const events: Event[] = []
  let isOver = false
  let changed = Promise.withResolvers<void>()
  const announce = (): void => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }
  return {
    add(event) {
      events.push(event)
      isOver = event.type === 'done' || event.type === 'error'
      announce()
    },
    end() {
      isOver = true
      announce()
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
