import { wantsPhoto, wantsTexts } from '@ninesixteen/shared/content-types/custom'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { FolderOpen, Image, Save, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type { OpenDocument } from '../../app/studio-store.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import styles from './custom-panel.module.css'
import type { ProjectNavigation } from './custom-projects.ts'
import { InstructionsDialog } from './instructions-dialog.tsx'
import { SaveModeDialog } from './save-mode-dialog.tsx'
import { SavedModesDialog } from './saved-modes-dialog.tsx'

export interface CustomPanelProps extends ProjectNavigation {
  document: OpenDocument | null
  busy: boolean
  companyId: string | null
  onAddSlides(): void
}

interface RowProps {
  slide: Slide
  number: number
  onChange(slide: Slide): void
  onInstructions(): void
}

function Row({ slide, number, onChange, onInstructions }: RowProps) {
  const name = slide.title || `Slide ${number}`
  return (
    <li className={styles.row}>
      <span className={styles.number}>{number}</span>
      <span className={styles.name} title={name}>
        {name}
      </span>
      <IconButton
        size="small"
        label={`Use AI generation on ${name}`}
        pressed={wantsTexts(slide)}
        icon={<Sparkles />}
        onClick={() => onChange(withTexts(slide, !wantsTexts(slide)))}
      />
      <IconButton
        size="small"
        label={`Use a random photo on ${name}`}
        pressed={wantsPhoto(slide)}
        icon={<Image />}
        onClick={() => onChange(withPhoto(slide, !wantsPhoto(slide)))}
      />
      <Button size="small" variant="ghost" className={styles.instructions} aria-label={`Instructions for ${name}`} onClick={onInstructions}>
        Instructions
      </Button>
    </li>
  )
}

/** Turning the slide's switch on also turns on the one in its instructions, which would override it. */
function withTexts(slide: Slide, on: boolean): Slide {
  const instructions = slide.instructions && { ...slide.instructions, aiGeneratedText: on || slide.instructions.aiGeneratedText }
  return { ...slide, useAiGeneration: on, instructions }
}

function withPhoto(slide: Slide, on: boolean): Slide {
  const instructions = slide.instructions && { ...slide.instructions, autoLinkedBackground: on || slide.instructions.autoLinkedBackground }
  return { ...slide, useRandomPhoto: on, instructions }
}

/** The slides of a custom slideshow with their instructions, which can be saved as a custom mode. */
export function CustomPanel({ document, busy, companyId, onOpen, onClose, onAddSlides }: CustomPanelProps) {
  const [instructed, setInstructed] = useState<string | null>(null)
  const [dialog, setDialog] = useState<'save' | 'load' | null>(null)
  const slide = document?.slides.find(({ id }) => id === instructed) ?? null
  const replace = (next: Slide) => document?.perform([{ type: 'replace-slide', slide: next }])
  return (
    <section className={styles.panel} aria-labelledby="custom-slides-heading">
      <header className={styles.head}>
        <h3 id="custom-slides-heading" className={styles.heading}>
          Custom slides
        </h3>
        <Button size="small" variant="ghost" icon={<FolderOpen />} onClick={() => setDialog('load')}>
          Load
        </Button>
        <Button size="small" variant="ghost" icon={<Save />} disabled={!document} onClick={() => setDialog('save')}>
          Save
        </Button>
      </header>
      {document ? (
        <ol className={styles.rows}>
          {document.slides.map((one, index) => (
            <Row key={one.id} slide={one} number={index + 1} onChange={replace} onInstructions={() => setInstructed(one.id)} />
          ))}
        </ol>
      ) : (
        <div className={styles.none}>
          <p>{busy ? 'Adding empty slides...' : 'No custom slides open.'}</p>
          <Button size="small" busy={busy} onClick={onAddSlides}>
            Add empty slides
          </Button>
        </div>
      )}
      {document && <p className={styles.hint}>Generate creates a new slideshow from these slides and keeps your layout.</p>}
      {slide && (
        <InstructionsDialog
          key={slide.id}
          slide={slide}
          number={(document?.slides.indexOf(slide) ?? 0) + 1}
          onSave={replace}
          onClose={() => setInstructed(null)}
        />
      )}
      {document && dialog === 'save' && <SaveModeDialog slides={document.slides} onClose={() => setDialog(null)} />}
      {dialog === 'load' && (
        <SavedModesDialog companyId={companyId} onOpen={onOpen} onCloseProject={onClose} onClose={() => setDialog(null)} />
      )}
    </section>
  )
}
