import type { Slide } from '@ninesixteen/shared/slide/model'
import { MOTION_ZOOM, motionSlides } from '@ninesixteen/shared/video/motion'
import { useMemo, type CSSProperties } from 'react'
import { SlideView } from '../components/slide-view.tsx'
import styles from './video-frames.module.css'

export interface MovingSlideProps {
  slide: Slide
  alt: string
  /** Length of the motion. */
  ms: number
}

/** A slide whose background zooms behind its boxes. White and black together say how much of it each pixel lets through, as in the video. */
export function MovingSlide({ slide, alt, ms }: MovingSlideProps) {
  const { background, onBlack, onWhite } = useMemo(() => motionSlides(slide), [slide])
  return (
    <>
      <SlideView slide={slide} alt={alt} className={styles.image} />
      <div className={styles.moving} style={{ '--zoom': MOTION_ZOOM, '--motion': `${ms}ms` } as CSSProperties}>
        <SlideView slide={background} alt="" className={styles.zooming} />
        <div className={styles.opacity}>
          <SlideView slide={onWhite} alt="" className={styles.layer} />
          <SlideView slide={onBlack} alt="" className={styles.layer} />
        </div>
        <SlideView slide={onBlack} alt="" className={styles.layer} />
      </div>
    </>
  )
}
