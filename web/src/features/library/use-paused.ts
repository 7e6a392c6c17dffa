import { useEffect, useState } from 'react'

/** Debounce of the search. */
const PAUSE_MS = 200

/** The typed text after a pause; at once when it is empty. */
export function useDebounced(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typed === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
