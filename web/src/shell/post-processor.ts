import { useEffect } from 'react'
import { ApiError } from '../api/api-error.ts'
import { orpc } from '../api/client.ts'
import { callProcessor } from '../api/post-processor-call.ts'
import { useSessionGate } from '../api/session-gate.ts'
import { queryClient } from '../app/query-client.ts'
import { useSignedIn } from '../app/session.ts'

export const PROCESSOR_INTERVAL_MS = 120_000

export interface Processor {
  stop(): void
}

export interface ProcessorOptions {
  process(): Promise<void>
  everyMs?: number
}

/** Runs at once and then at every interval until it is stopped. A run never overlaps the previous one; a failure is only logged. */
export function startProcessor({ process, everyMs = PROCESSOR_INTERVAL_MS }: ProcessorOptions): Processor {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await process()
    } catch (error) {
      // The page is about to reload for another user.
      if (error instanceof ApiError && error.code === 'WRONG_PERSON') return
      console.info('This page could not ask for due posts; the server publishes them anyway.', error)
    } finally {
      isRunning = false
    }
  }
  void run()
  const timer = setInterval(() => void run(), everyMs)
  return { stop: () => clearInterval(timer) }
}

async function processDuePosts(): Promise<void> {
  // A background request must not open the sign-in dialog.
  if (useSessionGate.getState().ended) return
  const { processed } = await callProcessor({ action: 'process_due_posts' })
  if (processed > 0) await queryClient.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
}

/** While any page of the studio is open, one tab of the user asks the server to publish their due posts. */
export function usePostProcessor(): void {
  const { id } = useSignedIn()
  useEffect(() => runInOneTab(`ninesixteen.post-processor.${id}`, () => startProcessor({ process: processDuePosts })), [id])
}

/**
 * Runs a task in one of the browser's tabs at a time; when that tab closes, the next one starts it. Without Web Locks (they need HTTPS or
 * localhost, and open storage) every tab runs it. Returns a function that stops it in this tab.
 */
function runInOneTab(name: string, start: () => { stop(): void }): () => void {
  if (!('locks' in navigator)) {
    const { stop } = start()
    return stop
  }
  let stopping = new AbortController()
  const wait = () => {
    stopping = new AbortController()
    void holdLock(name, start, stopping.signal)
  }
  const giveUp = () => stopping.abort()
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

async function holdLock(name: string, start: () => { stop(): void }, signal: AbortSignal): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, async () => {
      const { stop } = start()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      stop()
    })
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error
    // A browser with closed storage grants no locks.
    const { stop } = start()
    signal.addEventListener('abort', stop)
  }
}
