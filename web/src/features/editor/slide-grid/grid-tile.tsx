import { nameSlide } from '@ninesixteen/shared/slide/box'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { memo, type MouseEvent } from 'react'
import { Thumbnail } from '../film-strip/thumbnail.tsx'
import type { SelectHow } from './grid-model.ts'
import styles from './slide-grid.module.css'

/** One stable object for the grid, so that memoized tiles don't render again. */
export interface TileActions {
  select(id: string, how: SelectHow): void
  open(id: string): void
  focus(id: string): void
}

export interface GridTileProps {
  slide: Slide
  index: number
  isCurrent: boolean
  isSelected: boolean
  isMoving: boolean
  /** Tab reaches one slide; arrow keys reach the others. */
  isTabStop: boolean
  /** A dragged slide would be dropped next to this one. */
  gap: 'before' | 'after' | undefined
  hintId: string
  actions: TileActions
}

function howOf(event: MouseEvent): SelectHow {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'only'
}

export const GridTile = memo(function GridTile(props: GridTileProps) {
  const { slide, index, isCurrent, isSelected, isMoving, isTabStop, gap, hintId, actions } = props
  const tabIndex = isTabStop ? 0 : -1
  const states = [isSelected && 'selected', isMoving && 'picked up'].filter(Boolean).map((state) => `, ${state}`)
  return (
    <li
      className={styles.cell}
      data-slide={slide.id}
      data-selected={isSelected || undefined}
      data-moving={isMoving || undefined}
      data-gap={gap}
    >
      <button
        type="button"
        className={styles.tile}
        data-tile
        tabIndex={tabIndex}
        aria-label={`${nameSlide(slide, index)}${states.join('')}`}
        aria-current={isCurrent || undefined}
        aria-describedby={hintId}
        onClick={(event) => actions.select(slide.id, howOf(event))}
        onDoubleClick={() => actions.open(slide.id)}
        onFocus={() => actions.focus(slide.id)}
      >
        <Thumbnail slide={slide} />
        <span className={styles.number} aria-hidden="true">
          {index + 1}
        </span>
      </button>
      <input
        type="checkbox"
        className={styles.check}
        tabIndex={tabIndex}
        aria-label={`Select slide ${index + 1}`}
        checked={isSelected}
        onChange={() => actions.select(slide.id, 'toggle')}
      />
    </li>
  )
})
