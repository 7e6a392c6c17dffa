import { useEffect, useRef, useState, type RefObject } from 'react'
import { classNames } from '../../components/class-names.ts'
import { drawRank, framedSlides } from './marquee-slides.ts'
import styles from './home.module.css'

/** After the first picture stands, as the specification of the page has it. */
const FADE_IN_MS = 100

export interface DriftProps {
  /** Holds the pictures, which stand still until the canvas shows them. */
  rank: RefObject<HTMLElement | null>
  onShown(): void
}

/** Slides that the product's own painter drew, drifting by. Until they are there, or when they cannot be, the pictures stand still. */
export function Marquee({ rank, onShown }: DriftProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [slides, setSlides] = useState<readonly HTMLCanvasElement[] | null>(null)
  const [isDrawn, setDrawn] = useState(false)

  useEffect(() => {
    framedSlides([...(rank.current?.querySelectorAll('img') ?? [])]).then(setSlides, (cause: unknown) =>
      console.info('The slides of this page do not drift.', cause),
    )
  }, [rank])

  useEffect(() => {
    const canvas = canvasRef.current
    const stage = canvas?.parentElement
    if (!canvas || !stage || !slides) return undefined
    let drawing = new AbortController()
    let fading: ReturnType<typeof setTimeout> | undefined
    async function draw(target: HTMLCanvasElement, framed: readonly HTMLCanvasElement[]): Promise<void> {
      drawing.abort()
      const { signal } = (drawing = new AbortController())
      await drawRank(target, framed, signal)
      if (signal.aborted) return
      setDrawn(true)
      fading ??= setTimeout(onShown, FADE_IN_MS)
    }
    // Told of the size at once, and of every change.
    const sizes = new ResizeObserver(() => void draw(canvas, slides))
    sizes.observe(stage)
    return () => {
      drawing.abort()
      clearTimeout(fading)
      sizes.disconnect()
    }
  }, [slides, onShown])

  return <canvas ref={canvasRef} className={classNames(styles.canvas, isDrawn && styles.shown)} />
}
