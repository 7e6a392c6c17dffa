import { useEffect, useState } from 'react'

/** Milliseconds without scrolling after which the page is idle. */
const IDLE_MS = 120
/** Components completed per frame. */
const PER_FRAME = 12

let scrolledAt = -Infinity
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

addEventListener('scroll', () => (scrolledAt = performance.now()), { passive: true, capture: true })

/** The page is scrolling. */
export function isMoving(): boolean {
  return performance.now() - scrolledAt < IDLE_MS
}

function work(): void {
  timer = undefined
  if (!isMoving()) {
    for (const complete of [...waiting].slice(0, PER_FRAME)) {
      waiting.delete(complete)
      complete()
    }
  }
  if (waiting.size > 0) timer = setTimeout(work, isMoving() ? IDLE_MS : 0)
}

/** False for components mounted while scrolling, until scrolling stops. Defers rendering controls that can't be used meanwhile. */
export function useSettled(): boolean {
  const [settled, setSettled] = useState(() => !isMoving())
  useEffect(() => {
    if (settled) return
    const complete = () => setSettled(true)
    waiting.add(complete)
    timer ??= setTimeout(work, IDLE_MS)
    return () => void waiting.delete(complete)
  }, [settled])
  return settled
}
