import type { Slide } from '@ninesixteen/shared/slide/model'
import { BACKGROUND_REF, SLOT_NAME_MAX } from '@ninesixteen/shared/slideshow-templates/limits'
import type { TemplateSlot } from '@ninesixteen/shared/slideshow-templates/model'
import { memo, useCallback, useMemo } from 'react'
import { SlideView } from '../../components/slide-view.tsx'
import { TextField } from '../../components/field.tsx'
import { addSlot, elementsOf, removeSlot, renameSlot, type TemplateElement } from './elements.ts'
import styles from './slideshow-templates.module.css'

export interface SlotFieldsProps {
  slides: readonly Slide[]
  slots: readonly TemplateSlot[]
  onChange(change: (slots: readonly TemplateSlot[]) => TemplateSlot[]): void
}

const keyOf = ({ slideId, ref }: { slideId: string; ref: string }): string => `${slideId} ${ref}`

/** The texts and photos of each slide: whether each slideshow gets its own, and under which name. */
export function SlotFields({ slides, slots, onChange }: SlotFieldsProps) {
  const bySlide = useMemo(() => Map.groupBy(slots, ({ slideId }) => slideId), [slots])
  return (
    <ol className={styles.slides}>
      {slides.map((slide, index) => (
        <SlideSlots key={slide.id} slide={slide} number={index + 1} slots={bySlide.get(slide.id)} onChange={onChange} />
      ))}
    </ol>
  )
}

interface SlideSlotsProps extends Pick<SlotFieldsProps, 'onChange'> {
  slide: Slide
  number: number
  slots: readonly TemplateSlot[] | undefined
}

const SlideSlots = memo(function SlideSlots({ slide, number, slots = [], onChange }: SlideSlotsProps) {
  const change = useCallback(
    ({ ref, kind }: TemplateElement, to: boolean | string) =>
      onChange((before) => {
        if (to === true) return addSlot(before, { slide, index: number - 1, ref, kind })
        const changed = { slideId: slide.id, ref }
        return to === false ? removeSlot(before, changed) : renameSlot(before, { ...changed, name: to })
      }),
    [onChange, slide, number],
  )
  const elements = elementsOf(slide)
  return (
    <li className={styles.slide}>
      <SlideView slide={slide} alt={`Slide ${number}`} className={styles.preview} />
      <fieldset className={styles.elements}>
        <legend className={styles.number}>Slide {number}</legend>
        {elements.length === 0 && <p className={styles.hint}>No texts or photos. It stays as it is.</p>}
        {elements.map((element) => (
          <Element
            key={element.ref}
            element={element}
            slot={slots.find((slot) => keyOf(slot) === keyOf({ slideId: slide.id, ref: element.ref })) ?? null}
            number={number}
            onChange={change}
          />
        ))}
      </fieldset>
    </li>
  )
})

interface ElementProps {
  element: TemplateElement
  slot: TemplateSlot | null
  number: number
  /** Adds the slot, removes it, or renames it. */
  onChange(element: TemplateElement, to: boolean | string): void
}

function Element({ element, slot, number, onChange }: ElementProps) {
  const what = element.kind === 'text' ? `“${element.sample}”` : element.ref === BACKGROUND_REF ? 'Background photo' : 'Image'
  return (
    <div className={styles.element}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={slot !== null}
          aria-label={`New in each slideshow: ${what}, slide ${number}`}
          onChange={(event) => onChange(element, event.target.checked)}
        />
        <span className={styles.sample}>{what}</span>
      </label>
      {slot === null ? (
        <p className={styles.fixed}>Fixed</p>
      ) : (
        <TextField
          label={`Name of ${what}, slide ${number}`}
          hideLabel
          className={styles.slotName}
          value={slot.name}
          maxLength={SLOT_NAME_MAX}
          onChange={(event) => onChange(element, event.target.value)}
        />
      )}
    </div>
  )
}
