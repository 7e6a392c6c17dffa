import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { loadPart } from '../../components/load-part.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './try.module.css'

/** A slide's text, from top to bottom. */
const wordsOf = ({ textBoxes }: Slide): string => textBoxes.map(({ text }) => text).join(' ')

/** The painter loads with the first slide, not with the page. */
async function drawLater(target: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  try {
    const { drawTile } = await loadPart(() => import('./draw-tile.ts'))
    await drawTile(target, slide, signal)
  } catch (cause) {
    // Screen readers still have the text, and the editor draws the saved slide again.
    if (!signal.aborted) console.info('A slide could not be drawn.', cause)
  }
}

/** A small preview of the exported slide. */
export function SlideTile({ slide, number }: { slide: Slide; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const leaving = new AbortController()
    const draw = () => void drawLater(target, slide, leaving.signal)
    const sizes = new ResizeObserver(draw)
    sizes.observe(target)
    return () => {
      leaving.abort()
      sizes.disconnect()
    }
  }, [slide])
  return <canvas ref={canvas} className={styles.slide} role="img" aria-label={`Slide ${number}: ${wordsOf(slide)}`} />
}

/** Placeholder of a slide not written yet. */
export function SlidePlaceholder() {
  return (
    <div className={styles.toCome}>
      <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
    </div>
  )
}
