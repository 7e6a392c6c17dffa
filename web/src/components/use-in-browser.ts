import { useEffect, useState } from 'react'

/**
 * A value that only the browser knows, on a server-rendered page: `before` in the first render, which must match the server's HTML, and
 * `read()` from the next frame on.
 */
export function useInBrowser<T>(read: () => T, before: T): T {
  const [value, setValue] = useState(before)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setValue(read))
    return () => cancelAnimationFrame(frame)
  }, [read])
  return value
}
