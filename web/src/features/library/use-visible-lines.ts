import { useCallback, useSyncExternalStore } from 'react'
import { linesBetween, type GridLine } from './grid-layout.ts'

/** Drawn above and below the window, in pixels: pictures are asked for before they are seen. */
const AHEAD = 600

/** Where the window stands, as the last event told: asking in the middle of drawing would lay the page out once more. */
let view = { top: 0, height: 0 }

function look(): void {
  view = { top: scrollY, height: innerHeight }
}

function subscribe(changed: () => void): () => void {
  const onChange = () => {
    look()
    changed()
  }
  onChange()
  addEventListener('scroll', onChange, { passive: true })
  addEventListener('resize', onChange)
  return () => {
    removeEventListener('scroll', onChange)
    removeEventListener('resize', onChange)
  }
}

/** The lines in the window and a little around it. `top` is where the first line stands on the page. Changes only when a line comes or goes. */
export function useVisibleLines(lines: readonly GridLine[], top: number): readonly GridLine[] {
  // Of a pair of numbers only a text can be compared: a new object each time would never be the same.
  const snapshot = useCallback(() => {
    const { first, last } = linesBetween(lines, view.top - top - AHEAD, view.top - top + view.height + AHEAD)
    return `${first} ${last}`
  }, [lines, top])
  const [first = 0, last = -1] = useSyncExternalStore(subscribe, snapshot).split(' ').map(Number)
  return lines.slice(first, last + 1)
}
