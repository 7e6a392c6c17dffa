import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { classNames } from '../../../components/class-names.ts'
import { drawScaled, fitToScreen } from '../../../painter/scaled-canvas.ts'
import styles from './thumbnail.module.css'
import { requestThumbnail } from './thumbnails.ts'

/** A slide drawn small by the painter. Decoration: what it stands for is named around it. */
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
    const withdraw = requestThumbnail(target, slide, (ready) => {
      drawing = ready
      fit()
      drawScaled(target, ready)
      target.dataset['drawn'] = ''
    })
    return () => {
      observer.disconnect()
      withdraw()
    }
  }, [slide])
  return <canvas ref={canvas} className={classNames(styles.thumbnail, className)} aria-hidden="true" />
}

/** The place of a slide that is still to come. */
export function GhostThumbnail({ active = false }: { active?: boolean }) {
  return <span className={styles.ghost} data-active={active || undefined} aria-hidden="true" />
}
