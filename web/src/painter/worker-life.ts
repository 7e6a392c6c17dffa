/** Held by a worker as long as it lives; the page learns the name from the worker's first message. */
export async function holdLock(purpose: string, tell: (lock: string) => void): Promise<void> {
  // Only where the page is served over HTTPS or from this machine.
  if (!('locks' in navigator)) return
  const lock = `${purpose} ${Math.random()}`
  await navigator.locks.request(lock, () => {
    tell(lock)
    return new Promise<never>(() => undefined)
  })
}

/** Calls when the worker that holds a lock is gone, however it ended: only then does it come free, and nothing else tells of that. */
export function watchLock(lock: string, signal: AbortSignal, died: () => void): void {
  navigator.locks.request(lock, { signal }, died).catch((cause: unknown) => {
    // Withdrawn, because the worker was ended from here.
    if (!signal.aborted) throw cause
  })
}
