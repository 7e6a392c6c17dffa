import { CHANGE_KINDS, EVENTS_PATH, type ChangeKind } from '@ninesixteen/shared/api/events'
import { useEffect, useEffectEvent } from 'react'
import { useSessionGate } from '../api/session-gate.ts'

/** After a refusal, in milliseconds; doubled with each up to the most. What only broke off the browser takes up again by itself. */
const AGAIN_MS = 5_000
const AGAIN_MOST_MS = 80_000

const listeners = new Map<() => void, ChangeKind>()
let source: EventSource | undefined
let again: ReturnType<typeof setTimeout> | undefined
let waitMs = AGAIN_MS

function close(): void {
  clearTimeout(again)
  source?.close()
  source = undefined
}

/** One stream for all of this page, and none while nobody looks at it: a browser opens six connections to a host. */
function look(): void {
  close()
  if (listeners.size === 0 || document.hidden) return
  source = new EventSource(`${EVENTS_PATH}?person=${useSessionGate.getState().userId}`)
  for (const type of [...CHANGE_KINDS, 'all'] as const)
    source.addEventListener(type, () => {
      waitMs = AGAIN_MS
      for (const [changed, what] of listeners) if (type === what || type === 'all') changed()
    })
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    again = setTimeout(look, waitMs)
    waitMs = Math.min(waitMs * 2, AGAIN_MOST_MS)
  }
}

let isWatching = false

/** From the first who listens on: where pages are written there is no document to watch. */
function watchPage(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', look)
  // Before the browser breaks it off, which some print as an error, and so that the page can be kept for the way back.
  addEventListener('pagehide', close)
  addEventListener('pageshow', (event) => event.persisted && look())
}

/**
 * Calls back when something of this kind has changed on the server, in whichever tab or process, and whenever changes may have been missed: at
 * the beginning, after a break, and when the page is looked at again. What is shown is then asked for anew.
 */
export function useLiveChanges(what: ChangeKind, changed: () => void): void {
  const latest = useEffectEvent(changed)
  useEffect(() => {
    watchPage()
    const listener = () => latest()
    listeners.set(listener, what)
    if (listeners.size === 1) look()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) close()
    }
  }, [what])
}
