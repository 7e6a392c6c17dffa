import { useEffect, useState } from 'react'

/** Typing is searched for after this pause. */
const PAUSE_MS = 200

/** What is typed once the typing pauses; nothing counts at once. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
