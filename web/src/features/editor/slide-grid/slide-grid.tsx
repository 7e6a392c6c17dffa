import { useEffect, useId, useMemo, useRef } from 'react'
import { Thumbnail } from '../film-strip/thumbnail.tsx'
import { GridBar } from './grid-bar.tsx'
import { GridTile, type TileActions } from './grid-tile.tsx'
import styles from './slide-grid.module.css'
import { useSlideGrid } from './use-slide-grid.ts'

/** All slides instead of the stage, to order, select and change several together. */
export function SlideGrid() {
  const list = useRef<HTMLOListElement>(null)
  const ghost = useRef<HTMLDivElement>(null)
  const hint = useId()
  const grid = useSlideGrid(list, ghost)
  const latest = useRef(grid)
  useEffect(() => {
    latest.current = grid
  })
  const actions = useMemo<TileActions>(
    () => ({
      select: (id, how) => latest.current.select(id, how),
      open: (id) => latest.current.open(id),
      focus: (id) => latest.current.onFocus(id),
    }),
    [],
  )
  const { slides, drag } = grid
  const dragged = drag && slides.find(({ id }) => id === drag.id)
  const gapOf = (index: number): 'before' | 'after' | undefined => {
    if (!drag) return undefined
    if (drag.gap === index) return 'before'
    return drag.gap === slides.length && index === slides.length - 1 ? 'after' : undefined
  }
  return (
    <section className={styles.grid} aria-label="All slides" onKeyDown={grid.onKeyDown} data-grid>
      <GridBar grid={grid} />
      <p id={hint} className="visually-hidden">
        Arrow keys move between slides, Space picks up to move, Shift with Space selects, Enter edits the slide, Escape returns to it.
      </p>
      <ol ref={list} className={styles.slides} aria-label="Slides" data-dragging={drag ? true : undefined}>
        {slides.map((slide, index) => (
          <GridTile
            key={slide.id}
            slide={slide}
            index={index}
            isCurrent={slide.id === grid.current}
            isSelected={grid.selected.includes(slide.id)}
            isMoving={grid.moving.includes(slide.id)}
            isTabStop={slide.id === grid.focused}
            gap={gapOf(index)}
            hintId={hint}
            actions={actions}
          />
        ))}
      </ol>
      <div ref={ghost} className={styles.ghost} hidden={!dragged} aria-hidden="true">
        {dragged && <Thumbnail slide={dragged} />}
        {grid.moving.length > 1 && <span className={styles.count}>{grid.moving.length}</span>}
      </div>
    </section>
  )
}
