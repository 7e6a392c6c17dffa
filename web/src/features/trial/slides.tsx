import styles from './trial.module.css'
import type { TrialState } from './use-trial.ts'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useEffect, useRef } from 'react'
import { loadPart } from '../../components/load-part.tsx'
import { Skeleton } from '../../components/skeleton.tsx'

/** The slides in order, with placeholders for those not written yet. */
export function Slides({ state: { status, title, slideCount, slides } }: { state: TrialState }) {
  const isWriting = status === 'writing'
  const tiles = Array.from({ length: isWriting ? Math.max(slideCount, slides.length) : slides.length }, (_, index) => slides[index] ?? null)
  return (
    <section aria-labelledby="try-slides" aria-busy={isWriting || undefined}>
      <div className={styles.head}>
        <h2 id="try-slides" className={styles.topic}>
          {title || 'Your slideshow'}
        </h2>
        <p role="status" className={styles.progress}>
          {isWriting ? `${slides.length} of ${slideCount} slides written` : `${slides.length} slides`}
        </p>
      </div>
      <ol className={styles.slides}>
        {tiles.map((slide, index) => (
          // Slides never move, so the index is a stable key.
          <li key={index} className={slide ? styles.written : undefined}>
            {slide ? <SlideTile slide={slide} number={index + 1} /> : <SlidePlaceholder />}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** A slide's text, from top to bottom. */
const wordsOf = ({ textBoxes }: Slide): string => textBoxes.map(({ text }) => text).join(' ')

/** The painter loads with the first slide, not with the page. */
async function drawWhenLoaded(target: HTMLCanvasElement, slide: Slide, signal: AbortSignal): Promise<void> {
  try {
    const { drawTile } = await loadPart(() => import('./draw-tile.ts'))
    await drawTile(target, slide, signal)
  } catch (error) {
    // Screen readers still have the text, and the editor draws the saved slide again.
    if (!signal.aborted) console.info('A slide could not be drawn.', error)
  }
}

/** A small preview of the exported slide. */
function SlideTile({ slide, number }: { slide: Slide; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const unmounting = new AbortController()
    const draw = () => void drawWhenLoaded(target, slide, unmounting.signal)
    const sizes = new ResizeObserver(draw)
    sizes.observe(target)
    return () => {
      unmounting.abort()
      sizes.disconnect()
    }
  }, [slide])
  return <canvas ref={canvas} className={styles.slide} role="img" aria-label={`Slide ${number}: ${wordsOf(slide)}`} />
}

/** Placeholder of a slide not written yet. */
function SlidePlaceholder() {
  return (
    <div className={styles.toCome}>
      <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
    </div>
  )
}
