import { nextTextStyle } from '@ninesixteen/shared/scene/text-style'
import {
  ArrowLeft,
  ArrowRight,
  CaseSensitive,
  ClipboardPaste,
  Copy,
  CopyPlus,
  Paintbrush,
  SquareArrowOutUpRight,
  Trash2,
  X,
} from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { deleteSlides, duplicateSlides, moveSlidesTo } from '../actions/slides-together.ts'
import { copySlidesByButton, pasteSlidesByButton } from '../clipboard/slide-clipboard.ts'
import { useActionContext } from '../document/session-context.ts'
import { TEXT_STYLE_LABELS } from '../text/text-style-labels.ts'
import styles from './slide-grid.module.css'
import type { SlideGridState } from './use-slide-grid.ts'

/** Title, and tools for the selected slides. */
export function GridBar({ grid }: { grid: SlideGridState }) {
  const { session } = useActionContext()
  const { selected, slides, current } = grid
  const paste = async (): Promise<void> => {
    grid.showCopies(await pasteSlidesByButton(session, selected.at(-1) ?? current))
  }
  return (
    <div className={styles.bar}>
      <h2 className={styles.title}>
        {selected.length === 0 ? `All slides · ${slides.length}` : `${selected.length} of ${slides.length} selected`}
      </h2>
      <div className={styles.ends}>
        <IconButton label="Paste slides" icon={<ClipboardPaste aria-hidden="true" />} onClick={() => void paste()} />
        <Button onClick={() => grid.open(current)}>Done</Button>
      </div>
      <div className={styles.tools} role="toolbar" aria-label="Selected slides">
        {selected.length === 0 ? (
          <p className={styles.hint}>Drag slides to reorder them. Select some to copy, style or delete them together.</p>
        ) : (
          <SelectionTools grid={grid} />
        )}
      </div>
    </div>
  )
}

function SelectionTools({ grid }: { grid: SlideGridState }) {
  const { session, ui } = useActionContext()
  const { store } = session
  const { selected, slides } = grid
  const first = slides.findIndex(({ id }) => selected.includes(id))
  const last = slides.findLastIndex(({ id }) => selected.includes(id))
  const setStyle = (): void => {
    const style = nextTextStyle(slides[first]?.textStyle ?? 'outline')
    if (store.perform({ type: 'set-text-style', slideIds: [...selected], style })) store.announce(`Text style: ${TEXT_STYLE_LABELS[style]}`)
  }
  const [only] = selected
  return (
    <>
      {selected.length === 1 && only !== undefined && (
        <IconButton label="Edit slide" icon={<SquareArrowOutUpRight aria-hidden="true" />} onClick={() => grid.open(only)} />
      )}
      <IconButton
        label="Move left"
        icon={<ArrowLeft aria-hidden="true" />}
        disabled={first === 0 && last === selected.length - 1}
        onClick={() => moveSlidesTo(session, selected, first - 1)}
      />
      <IconButton
        label="Move right"
        icon={<ArrowRight aria-hidden="true" />}
        disabled={last === slides.length - 1 && first === slides.length - selected.length}
        onClick={() => moveSlidesTo(session, selected, first + 1)}
      />
      <IconButton
        label="Duplicate"
        icon={<CopyPlus aria-hidden="true" />}
        onClick={() => grid.showCopies(duplicateSlides(session, selected))}
      />
      <IconButton label="Copy" icon={<Copy aria-hidden="true" />} onClick={() => void copySlidesByButton(session, selected)} />
      <IconButton label="Next text style" icon={<CaseSensitive aria-hidden="true" />} onClick={setStyle} />
      {slides.length > 1 && (
        <IconButton label="Apply a look…" icon={<Paintbrush aria-hidden="true" />} onClick={() => ui.applyLook(selected)} />
      )}
      <IconButton
        label="Delete"
        variant="danger"
        icon={<Trash2 aria-hidden="true" />}
        disabled={selected.length === slides.length}
        onClick={() => void deleteSlides(session, selected)}
      />
      <IconButton className={styles.clear} label="Clear selection" icon={<X aria-hidden="true" />} onClick={() => grid.selectMany([])} />
    </>
  )
}
