import { useEffect, useRef, useState, type RefObject } from 'react'
import { classNames } from '../../components/class-names.ts'
import { drawDrift, framedSlides, type Rank } from './drifting-slides.ts'
import styles from './home.module.css'

/** After the first picture stands, as the specification of the page has it. */
const FADE_IN_MS = 100
const WIDE: Rank = { slide: 210, gap: 28, rise: 26 }
const NARROW: Rank = { slide: 140, gap: 16, rise: 18 }

const rankOf = (canvas: HTMLCanvasElement): Rank => (canvas.clientWidth < 768 ? NARROW : WIDE)

/** Keeps as many pixels as the screen shows. */
function fitToScreen(canvas: HTMLCanvasElement): void {
  const ratio = Math.min(2, devicePixelRatio)
  const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)]
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
}

/** Draws until told to stop; while paused only when the size changes. Gives back how many seconds have passed. */
function animate(canvas: HTMLCanvasElement, options: { draw(seconds: number): void; paused: boolean; from: number }): () => number {
  let seconds = options.from
  let before: number | null = null
  let frame = 0
  let visible = true
  const show = (now: number) => {
    seconds += before === null ? 0 : Math.min(0.1, (now - before) / 1000)
    before = now
    fitToScreen(canvas)
    options.draw(seconds)
    if (!options.paused && visible) frame = requestAnimationFrame(show)
  }
  const restart = () => {
    cancelAnimationFrame(frame)
    before = null
    frame = requestAnimationFrame(show)
  }
  const sizes = new ResizeObserver(restart)
  const sight = new IntersectionObserver(([entry]) => {
    visible = entry?.isIntersecting ?? true
    if (visible) restart()
  })
  sizes.observe(canvas)
  sight.observe(canvas)
  return () => {
    cancelAnimationFrame(frame)
    sizes.disconnect()
    sight.disconnect()
    return seconds
  }
}

export interface DriftProps {
  /** Holds the pictures, which stand still until the canvas shows them. */
  rank: RefObject<HTMLElement | null>
  paused: boolean
  onShown(): void
}

/** Slides that the product's own painter drew, drifting by. Until they are there, or when they cannot be, the pictures stand still. */
export function Drift({ rank, paused, onShown }: DriftProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const seconds = useRef(0)
  const [draw, setDraw] = useState<((seconds: number) => void) | null>(null)

  useEffect(() => {
    const prepare = async () => {
      const slides = await framedSlides([...(rank.current?.querySelectorAll('img') ?? [])])
      const canvas = canvasRef.current
      if (canvas) setDraw(() => (now: number) => drawDrift(canvas, slides, { seconds: now, rank: rankOf(canvas) }))
    }
    prepare().catch((cause: unknown) => console.info('The slides of this page do not drift.', cause))
  }, [rank])

  useEffect(() => {
    const canvas = canvasRef.current
    if (!canvas || !draw) return undefined
    const fading = setTimeout(onShown, FADE_IN_MS)
    const stop = animate(canvas, { draw, paused, from: seconds.current })
    return () => {
      clearTimeout(fading)
      seconds.current = stop()
    }
  }, [draw, paused, onShown])

  return <canvas ref={canvasRef} className={classNames(styles.canvas, draw && styles.shown)} />
}
