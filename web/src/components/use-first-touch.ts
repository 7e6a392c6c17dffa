import { useEffect } from 'react'

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/** Calls `load` on the first input, so that likely next chunks load then instead of with the page. */
export function useFirstTouch(load: () => void): void {
  useEffect(() => {
    const first = () => {
      stop()
      load()
    }
    const stop = () => {
      for (const touch of TOUCHES) removeEventListener(touch, first)
    }
    for (const touch of TOUCHES) addEventListener(touch, first)
    return stop
  }, [load])
}
