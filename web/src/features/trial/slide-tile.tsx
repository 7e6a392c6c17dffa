import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { loadPart } from '../../components/load-part.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './try.module.css'

/** What is written on a slide, from top to bottom. */
const wordsOf = ({ textBoxes }: Slide): string => textBoxes.map(({ text }) => text).join(' ')

/** The painter and its library come with the first slide: the page is read without them. */
async function drawLater(target: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  try {
    const { drawTile } = await loadPart(() => import('./draw-tile.ts'))
    await drawTile(target, slide, signal)
  } catch (cause) {
    // Its words are there for readers, and the slide itself is saved: it is drawn again in the editor.
    if (!signal.aborted) console.info('A slide could not be drawn.', cause)
  }
}

/** A slide as it will be exported, small. */
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

/** The place of one that is still to come. */
export function SlidePlaceholder() {
  return (
    <div className={styles.toCome}>
      <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
    </div>
  )
}
