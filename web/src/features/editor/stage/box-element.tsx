import { nameBox } from '@ninesixteen/shared/slide/box'
import type { SlideBox } from '@ninesixteen/shared/slide/box'
import { handlesOf } from '@ninesixteen/shared/slide/geometry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { memo } from 'react'
import { boxStyle } from './frame-style.ts'
import styles from './stage.module.css'

export interface BoxElementProps {
  slide: Slide
  entry: SlideBox
  selected: boolean
  /** The only selected box, which shows its handles. */
  alone: boolean
  describedBy: string
  onFocus(ref: string): void
}

/** A box for keyboard and screen readers. The canvas below draws it. */
export const BoxElement = memo(function BoxElement({ slide, entry, selected, alone, describedBy, onFocus }: BoxElementProps) {
  const isLocked = entry.box.locked === true
  return (
    <div
      role="button"
      tabIndex={0}
      aria-pressed={selected}
      aria-label={`${nameBox(slide, entry.ref)}${isLocked ? ', locked' : ''}`}
      aria-describedby={describedBy}
      data-ref={entry.ref}
      data-kind={entry.kind}
      data-alone={alone || undefined}
      data-locked={isLocked || undefined}
      className={styles.box}
      style={boxStyle(entry)}
      onFocus={(event) => {
        // Only focus by Tab selects: gestures handle presses, and focus on one of several selected boxes keeps them selected.
        if (!selected && event.target === event.currentTarget && !event.target.closest('[data-held]')) onFocus(entry.ref)
      }}
    >
      {alone &&
        !isLocked &&
        handlesOf(entry).map((handle) => <span key={handle} data-handle={handle} className={styles.handle} aria-hidden="true" />)}
      {alone && !isLocked && entry.kind !== 'logo' && <span data-handle="rotate" className={styles.rotate} aria-hidden="true" />}
    </div>
  )
})
