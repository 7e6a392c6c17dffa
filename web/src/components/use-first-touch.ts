import { useEffect } from 'react'

const TOUCHES = ['pointermove', 'pointerdown', 'keydown'] as const

/** Begins something as soon as anybody does anything on the page: what they are likely to want next is loaded then, and not with the page. */
export function useFirstTouch(begin: () => void): void {
  useEffect(() => {
    const first = () => {
      stop()
      begin()
    }
    const stop = () => {
      for (const touch of TOUCHES) removeEventListener(touch, first)
    }
    for (const touch of TOUCHES) addEventListener(touch, first)
    return stop
  }, [begin])
}
