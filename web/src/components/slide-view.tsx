import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { drawScaled, fitToScreen } from '../painter/scaled-canvas.ts'
import { requestPreview } from './slide-previews.ts'

export interface SlideViewProps {
  slide: Slide
  /** Empty if decorative. */
  alt: string
  className?: string | undefined
}

/** A slide as the painter draws it, as large as its box. */
export function SlideView({ slide, alt, className }: SlideViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let drawing: HTMLCanvasElement | null = null
    let withdraw = (): void => undefined
    const show = (): void => {
      fitToScreen(target, { width: target.clientWidth, height: target.clientHeight })
      if (drawing) drawScaled(target, drawing)
    }
    const resized = new ResizeObserver(show)
    resized.observe(target)
    // Painted only when visible: a post may have 35 images, and users look at few of them.
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      seen.disconnect()
      withdraw = requestPreview(target, slide, (ready) => {
        drawing = ready
        show()
        target.dataset['drawn'] = ''
      })
    })
    seen.observe(target)
    return () => {
      resized.disconnect()
      seen.disconnect()
      withdraw()
    }
  }, [slide])
  const named = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return <canvas ref={canvas} className={className} {...named} />
}
