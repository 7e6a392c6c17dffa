import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import type { Overlap } from '@ninesixteen/shared/slide/merge'
import { useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import styles from './conflict-dialog.module.css'
import type { SaveConflict } from '../saving/save-state.ts'
import { Thumbnail } from '../film-strip/thumbnail.tsx'

/** Slides compared side by side; the rest is only counted. */
const SHOWN = 3

export interface ConflictDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  mine: SlideDocument
  conflict: SaveConflict
  copying: boolean
  onResolve(preferred: 'mine' | 'theirs'): void
  onSaveCopy(): void
}

function slideIdsOf(overlaps: readonly Overlap[]): string[] {
  return [...new Set(overlaps.flatMap((overlap) => ('slideId' in overlap ? [overlap.slideId] : [])))]
}

function otherThings(overlaps: readonly Overlap[]): string[] {
  const names: Partial<Record<Overlap['kind'], string>> = {
    title: 'the title',
    'slide-order': 'the order of the slides',
    'too-many-slides': 'which slides there are',
  }
  return [...new Set(overlaps.flatMap((overlap) => names[overlap.kind] ?? []))]
}

/** One side's version of the texts that both changed. */
function changedTexts(doc: SlideDocument, slideId: string, overlaps: readonly Overlap[]): string[] {
  const boxIds = overlaps.flatMap((overlap) => (overlap.kind === 'box' && overlap.slideId === slideId ? [overlap.boxId] : []))
  const slide = doc.slides.find((other) => other.id === slideId)
  return slide ? slide.textBoxes.filter((box) => boxIds.includes(box.id)).map((box) => box.text) : []
}

function Side({ name, doc, slideId, overlaps }: { name: string; doc: SlideDocument; slideId: string; overlaps: readonly Overlap[] }) {
  const slide = doc.slides.find((other) => other.id === slideId)
  return (
    <figure className={styles.side}>
      {slide ? <Thumbnail slide={slide} className={styles.picture} /> : <span className={styles.gone}>Deleted</span>}
      <figcaption>
        <strong>{name}</strong>
        {changedTexts(doc, slideId, overlaps).map((text, index) => (
          <q key={index}>{text}</q>
        ))}
      </figcaption>
    </figure>
  )
}

/** Asks which version to keep when both sides changed the same thing. Until then, nothing is saved or discarded. */
export function ConflictDialog({ open, onOpenChange, mine, conflict, copying, onResolve, onSaveCopy }: ConflictDialogProps) {
  const keep = useRef<HTMLButtonElement>(null)
  const theirs = conflict.theirs.doc
  const slideIds = slideIdsOf(conflict.overlaps)
  const others = otherThings(conflict.overlaps)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="This slideshow was changed elsewhere"
      description="You changed the same parts here and elsewhere. Choose which version to keep; all other changes are already merged."
      closeOnOutsideClick={false}
      initialFocus={keep}
      footer={
        <>
          <Button busy={copying} onClick={onSaveCopy}>
            {copying ? 'Saving…' : 'Save as copy'}
          </Button>
          <Button onClick={() => onResolve('theirs')}>Take theirs</Button>
          <Button ref={keep} variant="primary" onClick={() => onResolve('mine')}>
            Keep mine
          </Button>
        </>
      }
    >
      {others.length > 0 && <p className={styles.others}>Changed by both: {others.join(', ')}.</p>}
      <ul className={styles.pairs}>
        {slideIds.slice(0, SHOWN).map((slideId) => {
          const index = mine.slides.findIndex((slide) => slide.id === slideId)
          const number = (index < 0 ? theirs.slides.findIndex((slide) => slide.id === slideId) : index) + 1
          return (
            <li key={slideId} className={styles.pair}>
              <span className={styles.number}>Slide {number}</span>
              <Side name="Mine" doc={mine} slideId={slideId} overlaps={conflict.overlaps} />
              <Side name="Theirs" doc={theirs} slideId={slideId} overlaps={conflict.overlaps} />
            </li>
          )
        })}
      </ul>
      {slideIds.length > SHOWN && <p className={styles.others}>And {slideIds.length - SHOWN} more slides.</p>}
    </Dialog>
  )
}
