import { SlideTile, SlidePlaceholder } from './slide-tile.tsx'
import styles from './try.module.css'
import type { TrialState } from './use-trial.ts'

/** The slides in order, with placeholders for those not written yet. */
export function Slides({ state: { status, title, wanted, slides } }: { state: TrialState }) {
  const isWriting = status === 'writing'
  const places = Array.from({ length: isWriting ? Math.max(wanted, slides.length) : slides.length }, (_, index) => slides[index] ?? null)
  return (
    <section aria-labelledby="try-slides" aria-busy={isWriting || undefined}>
      <div className={styles.head}>
        <h2 id="try-slides" className={styles.topic}>
          {title || 'Your slideshow'}
        </h2>
        <p role="status" className={styles.progress}>
          {isWriting ? `${slides.length} of ${wanted} slides written` : `${slides.length} slides`}
        </p>
      </div>
      <ol className={styles.slides}>
        {places.map((slide, index) => (
          // Slides never move, so the index is a stable key.
          <li key={index} className={slide ? styles.written : undefined}>
            {slide ? <SlideTile slide={slide} number={index + 1} /> : <SlidePlaceholder />}
          </li>
        ))}
      </ol>
    </section>
  )
}
