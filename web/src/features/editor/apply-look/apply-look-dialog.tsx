import { nameSlide } from '@ninesixteen/shared/slide/box'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { CheckboxField } from '../../../components/checkbox-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { DialogCancel } from '../../../components/discard-guard.tsx'
import { Select } from '../../../components/select.tsx'
import { nameCount } from '../actions/slides-together.ts'
import { useEditorSession, useShownSlides, useSlide } from '../document/session-context.ts'
import { Thumbnail } from '../film-strip/thumbnail.tsx'
import styles from './apply-look-dialog.module.css'

export interface ApplyLookDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  /** Slides chosen to begin with. */
  targets: readonly string[]
}

/** Gives slides the look of another one: text style, colors, fonts, backdrop, photo effects and levels. */
export function ApplyLookDialog({ open, onOpenChange, targets }: ApplyLookDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Apply a look"
      description="Copies text style, colors, fonts, backdrop, photo effects and light. Texts and photos stay."
      closeOnOutsideClick={false}
    >
      <Choice key={targets.join()} targets={targets} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Choice({ targets, onDone }: { targets: readonly string[]; onDone(): void }) {
  const { store } = useEditorSession()
  const slides = useShownSlides()
  const current = useSlide().id
  const [from, setFrom] = useState(current)
  const [chosen, setChosen] = useState<readonly string[]>(targets)
  const source = slides.some(({ id }) => id === from) ? from : current
  const others = slides.flatMap((slide, index) => (slide.id === source ? [] : [{ slide, index }]))
  const slideIds = others.map(({ slide }) => slide.id).filter((id) => chosen.includes(id))
  const toggle = (id: string): void => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const apply = (): void => {
    const isChanged = store.perform({ type: 'apply-look', from: source, slideIds })
    store.announce(isChanged ? `Look applied to ${nameCount(slideIds.length).toLowerCase()}` : 'These slides have this look already')
    onDone()
  }
  return (
    <div className={styles.choice}>
      <Select
        label="Look of"
        value={source}
        options={slides.map((slide, index) => ({ value: slide.id, label: nameSlide(slide, index) }))}
        onChange={setFrom}
      />
      <fieldset className={styles.targets}>
        <legend className={styles.legend}>Apply to</legend>
        <CheckboxField
          label={`All ${others.length} other slides`}
          checked={slideIds.length === others.length}
          onChange={(all) => setChosen(all ? others.map(({ slide }) => slide.id) : [])}
        />
        <div className={styles.slides}>
          {others.map(({ slide, index }) => (
            <label key={slide.id} className={styles.slide}>
              <Thumbnail slide={slide} />
              <input
                type="checkbox"
                className={styles.check}
                aria-label={nameSlide(slide, index)}
                checked={chosen.includes(slide.id)}
                onChange={() => toggle(slide.id)}
              />
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className={styles.buttons}>
        <DialogCancel />
        <Button variant="primary" disabled={slideIds.length === 0} onClick={apply}>
          {slideIds.length === 1 ? 'Apply to 1 slide' : `Apply to ${slideIds.length} slides`}
        </Button>
      </div>
    </div>
  )
}
