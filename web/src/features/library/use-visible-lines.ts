import { useCallback, useSyncExternalStore } from 'react'
import { linesBetween, type GridLine } from './grid-layout.ts'

/** Drawn above and below the window, in pixels: pictures are asked for before they are seen. */
const AHEAD = 600

function subscribe(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  addEventListener('resize', changed)
  return () => {
    removeEventListener('scroll', changed)
    removeEventListener('resize', changed)
  }
}

/** The lines in the window and a little around it. `top` is where the first line stands on the page. Changes only when a line comes or goes. */
export function useVisibleLines(lines: readonly GridLine[], top: number): readonly GridLine[] {
  // Of a pair of numbers only a text can be compared: a new object each time would never be the same.
  const snapshot = useCallback(() => {
    const { first, last } = linesBetween(lines, scrollY - top - AHEAD, scrollY - top + innerHeight + AHEAD)
    return `${first} ${last}`
  }, [lines, top])
  const [first = 0, last = -1] = useSyncExternalStore(subscribe, snapshot).split(' ').map(Number)
  return lines.slice(first, last + 1)
}
