/** Answers that are held in the middle until somebody lets them go on: what has to happen meanwhile then surely does. */
export interface Holds {
  /** Settles when it is let go; throws what the signal was aborted with. */
  wait(signal: AbortSignal): Promise<void>
  /** How many were held. */
  release(): number
}

export function createHolds(): Holds {
  const held = new Set<() => void>()
  return {
    async wait(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const end = () => reject(signal.reason)
      held.add(resolve)
      signal.addEventListener('abort', end, { once: true })
      try {
        signal.throwIfAborted()
        await promise
      } finally {
        held.delete(resolve)
        signal.removeEventListener('abort', end)
      }
    },
    release() {
      const { size } = held
      for (const goOn of held) goOn()
      return size
    },
  }
}
