import type { Slide } from '@ninesixteen/shared/slide/model'
import { slideHeight } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { useEffect, useRef, type CSSProperties } from 'react'
import { useChosenFormat } from '../../app/format-choice.ts'
import type { Generation } from '../../app/studio-store.ts'
import { classNames } from '../../components/class-names.ts'
import type { Painter } from '../../painter/painter.ts'
import styles from './editor.module.css'
import stripStyles from './film-strip/film-strip.module.css'
import { startSlideView } from './stage/slide-view.ts'
import stageStyles from './stage/stage.module.css'
import { GhostThumbnail, Thumbnail } from './film-strip/thumbnail.tsx'
import { usePainter } from './stage/use-painter.ts'
import { useTextFirst } from './stage/use-text-first.ts'

/** Placeholders shown until the number of slides is known. */
const UNKNOWN_COUNT = 5

interface WrittenSlideProps {
  slide: Slide
  painter: Painter | null
}

function NewestSlide({ slide: written, painter }: WrittenSlideProps) {
  const slide = useTextFirst(written, painter)
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!painter || !canvas.current) return
    const painted = document.createElement('canvas')
    const view = startSlideView({ painter, painted, shown: canvas.current, currentSlide: () => slide })
    return view.stop
  }, [painter, slide])
  return <canvas ref={canvas} className={classNames(stageStyles.canvas, styles.newest)} role="img" aria-label={slide.title} />
}

function WrittenThumbnail({ slide, painter }: WrittenSlideProps) {
  return <Thumbnail slide={useTextFirst(slide, painter)} />
}

/** A running generation: placeholders fill one by one, and the stage shows the newest slide. */
export function GenerationView({ generation }: { generation: Generation }) {
  const { painter } = usePainter()
  const places = Math.max(generation.wanted || UNKNOWN_COUNT, generation.slides.length)
  const format = useChosenFormat()
  const slides = generation.slides.map((slide) => slide && inFormat(slide, format))
  const written = slides.filter((slide) => slide !== undefined)
  const newest = written.at(-1)
  const next = generation.slides.findIndex((slide) => slide === undefined)
  const active = next < 0 ? generation.slides.length : next
  const words =
    generation.wanted > 0
      ? `${written.length} of ${generation.wanted} ${generation.wanted === 1 ? 'slide' : 'slides'} written`
      : 'Writing the first slide…'
  return (
    <section className={styles.editor} aria-busy="true" aria-label="New slideshow">
      <header className={styles.header}>
        <p className={styles.generating} role="status">
          {words}
        </p>
      </header>
      <div className={stageStyles.stage}>
        <div className={stageStyles.slide} style={{ '--slide-height': slideHeight(format) } as CSSProperties}>
          {newest ? <NewestSlide slide={newest} painter={painter} /> : <div className={styles.ghostSlide} aria-hidden="true" />}
        </div>
      </div>
      <ol className={stripStyles.slides} aria-label="Slides">
        {Array.from({ length: places }, (_, index) => {
          const slide = slides[index]
          return (
            <li key={index} className={stripStyles.slide}>
              {slide ? <WrittenThumbnail slide={slide} painter={painter} /> : <GhostThumbnail active={index === active} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
