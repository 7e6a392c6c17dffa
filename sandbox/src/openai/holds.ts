/** Responses that pause in the middle until a test releases them, so that the test's steps happen meanwhile. */
export interface Holds {
  /** Resolves on release; rejects with the signal's reason. */
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
