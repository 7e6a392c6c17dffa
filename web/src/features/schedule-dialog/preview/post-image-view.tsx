import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { drawScaled, fitToScreen } from '../../../painter/scaled-canvas.ts'
import type { PostImage } from '../content/post-content.ts'
import styles from './preview.module.css'
import { requestPreview } from './slide-previews.ts'

export interface PostImageViewProps {
  image: PostImage
  /** Empty if decorative. */
  alt: string
}

/** An image of a post: a painted slide, or a rendered file. */
export function PostImageView({ image, alt }: PostImageViewProps) {
  if ('slide' in image) return <SlideView slide={image.slide} alt={alt} />
  if (image.isVideo)
    return <video src={image.url} className={styles.image} controls muted playsInline preload="metadata" aria-label={alt || 'The video'} />
  return <img src={image.url} alt={alt} className={styles.image} loading="lazy" decoding="async" draggable={false} />
}

function SlideView({ slide, alt }: { slide: Slide; alt: string }) {
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
  return <canvas ref={canvas} className={styles.image} {...named} />
}
