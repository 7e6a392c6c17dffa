/**
 * Runs a task in one of the browser's tabs at a time; when that tab closes, the next one starts it. Without Web Locks (they need HTTPS or
 * localhost, and open storage) every tab runs it. Returns a function that stops it in this tab.
 */
export function runInOneTab(name: string, start: () => { stop(): void }): () => void {
  if (!('locks' in navigator)) {
    const { stop } = start()
    return stop
  }
  let ended = new AbortController()
  const wait = () => {
    ended = new AbortController()
    void hold(name, start, ended.signal)
  }
  const giveUp = () => ended.abort()
  const comeBack = (event: PageTransitionEvent) => event.persisted && wait()
  wait()
  // A page that holds a lock cannot enter the back/forward cache.
  addEventListener('pagehide', giveUp)
  addEventListener('pageshow', comeBack)
  return () => {
    removeEventListener('pagehide', giveUp)
    removeEventListener('pageshow', comeBack)
    giveUp()
  }
}

async function hold(name: string, start: () => { stop(): void }, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      const { stop } = start()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      stop()
    })
  } catch (cause) {
    if (signal.aborted) return
    if (!(cause instanceof DOMException) || cause.name !== 'SecurityError') throw cause
    // A browser with closed storage grants no locks.
    const { stop } = start()
    signal.addEventListener('abort', stop)
  }
}
