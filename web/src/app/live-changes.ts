import { CHANGE_KINDS, EVENTS_PATH, type ChangeKind } from '@ninesixteen/shared/api/events'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSessionGate } from '../api/session-gate.ts'
import { coalesce } from './coalesce.ts'

/** Pause after a refusal, doubled each time up to the maximum. The browser itself reconnects a broken stream. */
const RETRY_MS = 5_000
const RETRY_MAX_MS = 80_000

/** Pause between two loads of data that changes often, in milliseconds. */
const PAUSE_MS = 500

const listeners = new Map<() => void, ChangeKind>()
let source: EventSource | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let waitMs = RETRY_MS

function close(): void {
  clearTimeout(retry)
  source?.close()
  source = undefined
}

/** One stream per page, and none while the page is hidden: browsers allow six connections per host. */
function open(): void {
  close()
  if (listeners.size === 0 || document.hidden) return
  source = new EventSource(`${EVENTS_PATH}?person=${useSessionGate.getState().userId}`)
  for (const type of [...CHANGE_KINDS, 'all'] as const)
    source.addEventListener(type, () => {
      waitMs = RETRY_MS
      for (const [changed, kind] of listeners) if (type === kind || type === 'all') changed()
    })
  source.onerror = () => {
    if (source?.readyState !== EventSource.CLOSED) return
    retry = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, RETRY_MAX_MS)
  }
}

let isWatching = false

/** Called with the first listener: the server, which renders pages with this module, has no document. */
function watchPage(): void {
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', open)
  // Closes the stream before the browser breaks it, which some log as an error, and allows the back/forward cache.
  addEventListener('pagehide', close)
  addEventListener('pageshow', (event) => event.persisted && open())
}

/**
 * Calls `changed` when data of this kind changed on the server, through any tab or process, and whenever changes may have been missed: at the
 * start, after a break, and when the page becomes visible again. The caller then refetches.
 */
export function useLiveChanges(kind: ChangeKind, changed: () => void): void {
  const latest = useEffectEvent(changed)
  useEffect(() => {
    watchPage()
    const listener = () => latest()
    listeners.set(listener, kind)
    if (listeners.size === 1) open()
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) close()
    }
  }, [kind])
}

/** Calls `load` for changes of data that may change several times a second, such as progress. Loads never overlap. */
export function useLoadOnChange(kind: ChangeKind, load: () => Promise<unknown>): void {
  const latest = useEffectEvent(load)
  const [changed] = useState(() => coalesce(() => latest(), PAUSE_MS))
  useLiveChanges(kind, changed)
}
