import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import { LOOKS } from '@ninesixteen/shared/looks/looks'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useId, useState } from 'react'
import { Button } from './button.tsx'
import styles from './look-cards.module.css'
import { SlideView } from './slide-view.tsx'

export interface LookCardsProps {
  label: string
  /** Null for none. */
  value: LookId | null
  /** Shown at once; the others after "All looks". */
  offered: { looks: readonly LookId[]; others: readonly LookId[] }
  /** The slide that a card shows. */
  slides: Record<LookId, Slide>
  onChange(look: LookId): void
}

/** A slide in each look. */
export function inEachLook(dress: (look: LookId) => Slide): Record<LookId, Slide> {
  return Object.fromEntries(LOOK_IDS.map((look) => [look, dress(look)])) as Record<LookId, Slide>
}

/** Radio buttons with a picture of each look, in a row that scrolls. */
export function LookCards({ label, value, offered: { looks, others }, slides, onChange }: LookCardsProps) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const shown = LOOK_IDS.filter((look) => looks.includes(look) || (others.includes(look) && (isWhole || look === value)))
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.row}>
        {shown.map((look) => (
          <label key={look} className={styles.card} title={LOOKS[look].hint}>
            <input
              type="radio"
              name={id}
              value={look}
              className={styles.radio}
              checked={look === value}
              onChange={() => onChange(look)}
              // Keyboard users see the card that they choose.
              onFocus={(event) => event.currentTarget.parentElement?.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            />
            <SlideView slide={slides[look]} alt="" className={styles.slide} />
            <span>{LOOKS[look].label}</span>
          </label>
        ))}
      </div>
      {!isWhole && shown.length < looks.length + others.length && (
        <Button size="small" variant="ghost" className={styles.all} onClick={() => setWhole(true)}>
          All looks
        </Button>
      )}
    </fieldset>
  )
}
