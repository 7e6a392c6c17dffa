import { nameSlide } from '@ninesixteen/shared/slide/box'
import { aspectRatio } from '@ninesixteen/shared/slide/formats'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { TriangleAlert } from 'lucide-react'
import { memo, useEffect, useId, useRef } from 'react'
import { ActionButton } from '../actions/action-button.tsx'
import styles from './film-strip.module.css'
import { useEditor, useEditorSession, useShownSlides, useSlide } from '../document/session-context.ts'
import { describeProblem, useSlideProblems } from '../document/slide-problems.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Thumbnails of all slides, and a button to add one. */
export function FilmStrip() {
  const { store } = useEditorSession()
  const slides = useShownSlides()
  const current = useSlide()
  const fullscreen = useEditor((state) => state.fullscreen)
  return (
    <div className={styles.strip} data-strip data-vertical={fullscreen || undefined}>
      <ol className={styles.slides} aria-label="Slides">
        {slides.map((slide, index) => (
          <li key={slide.id}>
            <StripSlide slide={slide} number={index + 1} current={slide.id === current.id} onShow={store.showSlide} />
          </li>
        ))}
        <li className={styles.add} style={{ aspectRatio: aspectRatio(current) }}>
          <ActionButton action="addSlide" />
        </li>
      </ol>
      <div className={styles.tools}>
        <ActionButton action="allSlides" size="small" />
        <ActionButton action="duplicateSlide" size="small" />
        <ActionButton action="deleteSlide" size="small" danger />
      </div>
    </div>
  )
}

interface StripSlideProps {
  slide: Slide
  number: number
  current: boolean
  onShow(slideId: string): void
}

const StripSlide = memo(function StripSlide({ slide, number, current, onShow }: StripSlideProps) {
  const button = useRef<HTMLButtonElement>(null)
  const warning = useId()
  const problems = useSlideProblems(slide)
  const words = problems.map((problem) => describeProblem(slide, problem))
  useEffect(() => {
    if (!current || !button.current) return
    const list = button.current.closest('ol')
    // Only the strip scrolls: scrollIntoView would move the page with it.
    const { offsetLeft, offsetWidth, offsetTop, offsetHeight } = button.current
    if (!list) return
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTo({ top: offsetTop - 12 })
    if (offsetLeft < list.scrollLeft) list.scrollTo({ left: offsetLeft - 12 })
    else if (offsetLeft + offsetWidth > list.scrollLeft + list.clientWidth)
      list.scrollTo({ left: offsetLeft + offsetWidth - list.clientWidth + 12 })
  }, [current, number])
  return (
    <button
      ref={button}
      type="button"
      className={styles.slide}
      data-slide={slide.id}
      title={words.join('\n') || undefined}
      aria-current={current || undefined}
      aria-describedby={problems.length > 0 ? warning : undefined}
      aria-label={nameSlide(slide, number - 1)}
      onClick={() => onShow(slide.id)}
    >
      <Thumbnail slide={slide} />
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      {problems.length > 0 && (
        <>
          <TriangleAlert className={styles.warning} aria-hidden="true" />
          <span id={warning} className="visually-hidden">
            {words.join('. ')}
          </span>
        </>
      )}
    </button>
  )
})
