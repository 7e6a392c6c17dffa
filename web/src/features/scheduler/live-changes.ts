import { EVENTS_PATH, type ChangeKind } from '@ninesixteen/shared/api/events'
import { useEffect, useRef } from 'react'

/** Calls back when something of this kind has changed, and when changes may have been missed. */
export function useLiveChanges(kind: ChangeKind, changed: () => void): void {
  const latest = useRef(changed)
  useEffect(() => {
    latest.current = changed
  }, [changed])
  useEffect(() => {
    const events = new EventSource(EVENTS_PATH)
    events.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const { type } = JSON.parse(data)
      if (type === kind || type === 'all') latest.current()
    })
    return () => events.close()
  }, [kind])
}
