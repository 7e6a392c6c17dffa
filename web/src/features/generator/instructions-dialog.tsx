import type { Slide, SlideInstructions } from '@ninesixteen/shared/slide/model'
import { slideInstructionsSchema } from '@ninesixteen/shared/slide/model'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextArea } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './custom-panel.module.css'

const TONE_CONTEXT_MAX = 1000
const BOX_COUNTS = [1, 2, 3, 4, 5]

export interface InstructionsDialogProps {
  slide: Slide
  number: number
  onSave(slide: Slide): void
  onClose(): void
}

/** Edits the instructions of one slide of a custom slideshow. */
export function InstructionsDialog({ slide, number, onSave, onClose }: InstructionsDialogProps) {
  const [before] = useState(() => ({ ...slide, instructions: slideInstructionsSchema.parse(slide.instructions ?? {}) }))
  const [instructions, setInstructions] = useState<SlideInstructions>(before.instructions)
  const [useAi, setUseAi] = useState(slide.useAiGeneration ?? false)
  const [usePhoto, setUsePhoto] = useState(slide.useRandomPhoto ?? false)
  const set = (patch: Partial<SlideInstructions>) => setInstructions((known) => ({ ...known, ...patch }))
  const save = () => {
    onSave({
      ...slide,
      useAiGeneration: useAi,
      useRandomPhoto: usePhoto,
      instructions: { ...instructions, toneContext: instructions.toneContext.trim() },
    })
    onClose()
  }
  const isDirty =
    useAi !== (before.useAiGeneration ?? false) ||
    usePhoto !== (before.useRandomPhoto ?? false) ||
    JSON.stringify(instructions) !== JSON.stringify(before.instructions)
  const writes = useAi && instructions.aiGeneratedText
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Instructions"
      description={`${slide.title || `Slide ${number}`}: used each time you generate.`}
      closeOnOutsideClick={false}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" onClick={save}>
            Save instructions
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <DiscardGuard isDirty={isDirty} title="Discard these instructions?" />
        <div className={styles.group} role="group" aria-labelledby="instructions-text">
          <h3 id="instructions-text" className={styles.groupName}>
            Text
          </h3>
          <SwitchField label="Use AI generation" hint="When off, this slide keeps your text." checked={useAi} onChange={setUseAi} />
          <SwitchField
            label="AI-generated text"
            hint="Fills the existing boxes from top to bottom and adds missing ones."
            checked={instructions.aiGeneratedText}
            disabled={!useAi}
            onChange={(aiGeneratedText) => set({ aiGeneratedText })}
          />
          <Select
            label="Number of text boxes"
            value={String(instructions.numberOfTextBoxes)}
            options={BOX_COUNTS.map((count) => ({ value: String(count), label: count === 1 ? '1 text box' : `${count} text boxes` }))}
            disabled={!writes}
            onChange={(value) => set({ numberOfTextBoxes: Number(value) })}
          />
          <TextArea
            label="Tone and context"
            value={instructions.toneContext}
            maxLength={TONE_CONTEXT_MAX}
            disabled={!writes}
            placeholder="Ask a question that makes people stop"
            onChange={(event) => set({ toneContext: event.target.value })}
          />
        </div>
        <div className={styles.group} role="group" aria-labelledby="instructions-background">
          <h3 id="instructions-background" className={styles.groupName}>
            Background
          </h3>
          <SwitchField
            label="Use a random photo"
            hint="When off, the background doesn’t change."
            checked={usePhoto}
            onChange={setUsePhoto}
          />
          <SwitchField
            label="Auto-linked background"
            hint="Uses a photo linked to the company if there are at least 3, otherwise any photo. When off, the background doesn’t change either."
            checked={instructions.autoLinkedBackground}
            disabled={!usePhoto}
            onChange={(autoLinkedBackground) => set({ autoLinkedBackground })}
          />
        </div>
      </div>
    </Dialog>
  )
}
