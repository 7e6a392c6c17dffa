import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import { drawTile } from './draw-tile.ts'
import styles from './try.module.css'

/** What is written on a slide, from top to bottom. */
const wordsOf = ({ textBoxes }: Slide): string => textBoxes.map(({ text }) => text).join(' ')

/** A slide as it will be exported, small. */
export function SlideTile({ slide, number }: { slide: Slide; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const leaving = new AbortController()
    const draw = () => void drawTile(target, slide, leaving.signal)
    const sizes = new ResizeObserver(draw)
    sizes.observe(target)
    return () => {
      leaving.abort()
      sizes.disconnect()
    }
  }, [slide])
  return <canvas ref={canvas} className={styles.slide} role="img" aria-label={`Slide ${number}: ${wordsOf(slide)}`} />
}

/** The place of one that is still to come. */
export function SlideToCome() {
  return (
    <div className={styles.toCome}>
      <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
    </div>
  )
}
