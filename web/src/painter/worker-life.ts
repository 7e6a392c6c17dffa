/** Holds a lock for the life of the worker. The page learns its name from the worker's first message. */
export async function holdLock(purpose: string, onLocked: (lock: string) => void): Promise<void> {
  // Web Locks exist only over HTTPS and on localhost.
  if (!('locks' in navigator)) return
  const lock = `${purpose} ${Math.random()}`
  await navigator.locks.request(lock, () => {
    onLocked(lock)
    return new Promise<never>(() => undefined)
  })
}

/** Calls back when the worker that holds a lock has died. The lock's release is the only signal for that. */
export function watchLock(lock: string, signal: AbortSignal, died: () => void): void {
  navigator.locks.request(lock, { signal }, died).catch((error: unknown) => {
    // Aborted, because the page itself stopped the worker.
    if (!signal.aborted) throw error
  })
}
