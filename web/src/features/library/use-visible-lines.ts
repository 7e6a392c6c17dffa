import { useCallback, useSyncExternalStore } from 'react'
import { linesInView, type GridLine } from './grid-layout.ts'

/** The viewport at the last event. Reading it during rendering would force a layout. */
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

/** The lines in and near the viewport. `top` is the position of the grid on the page. Re-renders only when a line enters or leaves. */
export function useVisibleLines(lines: readonly GridLine[], top: number): readonly GridLine[] {
  // A snapshot must be comparable by identity, so the pair is a string.
  const snapshot = useCallback(() => {
    const { first, last } = linesInView(lines, view, top)
    return `${first} ${last}`
  }, [lines, top])
  const [first = 0, last = -1] = useSyncExternalStore(subscribe, snapshot).split(' ').map(Number)
  return lines.slice(first, last + 1)
}
