import { useEffect, useRef, useState, type RefObject } from 'react'
import { classNames } from '../../components/class-names.ts'
import { drawRow, renderFramedSlides } from './marquee-slides.ts'
import styles from './home.module.css'

/** Delay after the first image is shown, from the page's specification. */
const FADE_IN_MS = 100

export interface MarqueeProps {
  /** Contains the still images, which the canvas replaces. */
  rank: RefObject<HTMLElement | null>
  onShown(): void
}

/** A moving row of rendered slides. Until the canvas is ready, or if it fails, still images are shown. */
export function Marquee({ rank, onShown }: MarqueeProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [slides, setSlides] = useState<readonly HTMLCanvasElement[] | null>(null)
  const [isDrawn, setDrawn] = useState(false)

  useEffect(() => {
    renderFramedSlides([...(rank.current?.querySelectorAll('img') ?? [])]).then(setSlides, (error: unknown) =>
      console.info('The slides of this page cannot be animated.', error),
    )
  }, [rank])

  useEffect(() => {
    const canvas = canvasRef.current
    const stage = canvas?.parentElement
    if (!canvas || !stage || !slides) return undefined
    let drawing = new AbortController()
    let fading: ReturnType<typeof setTimeout> | undefined
    async function draw(target: HTMLCanvasElement, framedSlides: readonly HTMLCanvasElement[]): Promise<void> {
      drawing.abort()
      const { signal } = (drawing = new AbortController())
      await drawRow(target, framedSlides, signal)
      if (signal.aborted) return
      setDrawn(true)
      fading ??= setTimeout(onShown, FADE_IN_MS)
    }
    // Called once at the start and on every resize.
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
