import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PostImage } from '../content/post-content.ts'
import { PostImageView } from './post-image-view.tsx'
import styles from './preview.module.css'

/** A carousel of the images. */
export function SlidesPreview({ images, start }: { images: readonly PostImage[]; start: number }) {
  const [at, setAt] = useState(start)
  const strip = useRef<HTMLDivElement>(null)
  const shown = Math.min(at, images.length - 1)
  const go = (to: number, behavior: ScrollBehavior = 'auto'): void => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: width * Math.min(Math.max(to, 0), images.length - 1), behavior })
  }
  // Shows a newly chosen cover.
  useEffect(() => {
    const width = strip.current?.clientWidth ?? 0
    strip.current?.scrollTo({ left: width * start })
  }, [start])
  return (
    <div className={styles.deck}>
      <div
        ref={strip}
        className={styles.strip}
        role="group"
        aria-label="Slides of the post"
        tabIndex={0}
        onScroll={({ currentTarget }) => setAt(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
          event.preventDefault()
          go(shown + (event.key === 'ArrowRight' ? 1 : -1))
        }}
      >
        {images.map((image, index) => (
          <div key={image.id} className={styles.card}>
            <PostImageView image={image} alt={`Slide ${index + 1} of ${images.length}`} />
          </div>
        ))}
      </div>
      {images.length > 1 && (
        <>
          <button
            type="button"
            className={styles.back}
            aria-label="Previous slide"
            disabled={shown <= 0}
            onClick={() => go(shown - 1, 'smooth')}
          >
            <ChevronLeft aria-hidden="true" />
          </button>
          <button
            type="button"
            className={styles.on}
            aria-label="Next slide"
            disabled={shown >= images.length - 1}
            onClick={() => go(shown + 1, 'smooth')}
          >
            <ChevronRight aria-hidden="true" />
          </button>
          <p className={styles.place}>
            <span className="visually-hidden">Slide </span>
            {shown + 1}/{images.length}
          </p>
        </>
      )}
    </div>
  )
}
