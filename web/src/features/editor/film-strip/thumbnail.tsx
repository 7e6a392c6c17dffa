import { aspectRatio, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../components/class-names.ts'
import { drawScaled, fitToScreen } from '../../../painter/scaled-canvas.ts'
import styles from './thumbnail.module.css'
import { requestThumbnail } from './thumbnails.ts'

/** A small rendering of a slide. Decorative: the element around it carries the label. */
export function Thumbnail({ slide, className }: { slide: Slide; className?: string | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    let drawing: HTMLCanvasElement | null = null
    const fit = (): boolean => fitToScreen(target, { width: target.clientWidth, height: target.clientHeight })
    const observer = new ResizeObserver(() => {
      if (fit() && drawing) drawScaled(target, drawing)
    })
    observer.observe(target)
    const show = (ready: HTMLCanvasElement): void => {
      drawing = ready
      fit()
      drawScaled(target, ready)
      target.dataset['drawn'] = ''
      target.dataset['format'] = slide.format ?? MAIN_FORMAT
    }
    // Until then the canvas shows the slide distorted.
    const isUrgent = target.dataset['format'] !== undefined && target.dataset['format'] !== (slide.format ?? MAIN_FORMAT)
    const cancel = requestThumbnail(target, { slide, isUrgent, show })
    return () => {
      observer.disconnect()
      cancel()
    }
  }, [slide])
  return (
    <canvas
      ref={canvas}
      className={classNames(styles.thumbnail, className)}
      style={{ aspectRatio: aspectRatio(slide) }}
      aria-hidden="true"
    />
  )
}

/** Placeholder for a slide that is not written yet. */
export function GhostThumbnail({ active = false }: { active?: boolean }) {
  return <span className={styles.ghost} data-active={active || undefined} aria-hidden="true" />
}
