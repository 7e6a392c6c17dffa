import { useEffect, useState } from 'react'
import { getPainter } from '../../../painter/page-painter.ts'
import type { Painter } from '../../../painter/painter.ts'

/** The page's painter once its fonts have loaded; `failed` until a retry succeeds. */
export function usePainter(): { painter: Painter | null; failed: boolean; retry(): void } {
  const [painter, setPainter] = useState<Painter | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let left = false
    getPainter().then(
      (loaded) => {
        if (left) return
        setPainter(loaded)
        setFailed(false)
      },
      () => {
        if (!left) setFailed(true)
      },
    )
    return () => {
      left = true
    }
  }, [attempt])
  return { painter, failed, retry: () => setAttempt((count) => count + 1) }
}
