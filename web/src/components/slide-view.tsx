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
    let rendered: HTMLCanvasElement | null = null
    let withdraw = (): void => undefined
    const show = (): void => {
      fitToScreen(target, { width: target.clientWidth, height: target.clientHeight })
      if (rendered) drawScaled(target, rendered)
    }
    const resized = new ResizeObserver(show)
    resized.observe(target)
    // Painted only when visible: a post may have 35 images, and users look at few of them.
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      withdraw = requestPreview(target, slide, (ready) => {
        rendered = ready
        show()
        target.dataset['drawn'] = ''
      })
    })
    observer.observe(target)
    return () => {
      resized.disconnect()
      observer.disconnect()
      withdraw()
    }
  }, [slide])
  const named = alt === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return <canvas ref={canvas} className={className} {...named} />
}
