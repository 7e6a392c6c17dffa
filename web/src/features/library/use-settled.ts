import { useEffect, useState } from 'react'

/** Without a scroll for this long, the page stands still. */
const STILL_MS = 120
/** So many parts are completed in one frame. */
const AT_ONCE = 12

let scrolledAt = -Infinity
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

addEventListener('scroll', () => (scrolledAt = performance.now()), { passive: true, capture: true })

/** The page scrolls, or has just scrolled. */
export function isMoving(): boolean {
  return performance.now() - scrolledAt < STILL_MS
}

function work(): void {
  timer = undefined
  if (!isMoving()) {
    for (const complete of [...waiting].slice(0, AT_ONCE)) {
      waiting.delete(complete)
      complete()
    }
  }
  if (waiting.size > 0) timer = setTimeout(work, isMoving() ? STILL_MS : 0)
}

/** False for what comes into the page while it scrolls, until it stands still: what nobody can use meanwhile is drawn later. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => !isMoving())
  useEffect(() => {
    if (settled) return
    const complete = () => setSettled(true)
    waiting.add(complete)
    timer ??= setTimeout(work, STILL_MS)
    return () => void waiting.delete(complete)
  }, [settled])
  return settled
}
