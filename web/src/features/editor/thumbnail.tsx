import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { classNames } from '../../components/class-names.ts'
import styles from './thumbnail.module.css'
import { requestThumbnail, THUMBNAIL } from './thumbnails.ts'

/** A slide drawn small by the painter. Decoration: what it stands for is named around it. */
export function Thumbnail({ slide, className }: { slide: Slide; className?: string | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    return requestThumbnail(target, slide, (drawing) => {
      target.getContext('2d')?.drawImage(drawing, 0, 0)
      target.dataset['drawn'] = ''
    })
  }, [slide])
  return (
    <canvas
      ref={canvas}
      width={THUMBNAIL.width}
      height={THUMBNAIL.height}
      className={classNames(styles.thumbnail, className)}
      aria-hidden="true"
    />
  )
}

/** The place of a slide that is still to come. */
export function GhostThumbnail({ active = false }: { active?: boolean }) {
  return <span className={styles.ghost} data-active={active || undefined} aria-hidden="true" />
}
