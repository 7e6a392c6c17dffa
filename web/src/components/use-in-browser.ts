import { useEffect, useState } from 'react'

/**
 * What only the browser knows, on a page that was written without one: `before` in the first drawing, which has to be the one that was
 * written, and from the next frame on what `read` says.
 */
export function useInBrowser<T>(read: () => T, before: T): T {
  const [value, setValue] = useState(before)
  useEffect(() => {
    const frame = requestAnimationFrame(() => setValue(read))
    return () => cancelAnimationFrame(frame)
  }, [read])
  return value
}
