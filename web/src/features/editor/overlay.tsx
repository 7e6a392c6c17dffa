import { listBoxes } from '@ninesixteen/shared/slide/box'
import { useCallback, useId } from 'react'
import { BoxElement } from './box-element.tsx'
import { useEditor, useEditorSession, useSlide } from './session-context.ts'
import styles from './stage.module.css'
import { TextEditor } from './text-editor.tsx'

/** The boxes of the slide as elements over the canvas. */
export function Overlay() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const editing = useEditor((state) => state.editing)
  const slides = useEditor((state) => state.history.present.doc.slides)
  const hint = useId()
  const select = useCallback((ref: string) => store.select([ref]), [store])
  const editedBox = slide.textBoxes.find((box) => box.id === editing)
  return (
    <div className={styles.overlay} role="group" aria-label={`Slide ${slides.indexOf(slide) + 1} of ${slides.length}`}>
      <p id={hint} className="visually-hidden">
        Arrow keys move, Shift with an arrow key moves by 10, Enter edits the text, Delete removes.
      </p>
      {listBoxes(slide).map((entry) => (
        <BoxElement
          key={entry.ref}
          slide={slide}
          entry={entry}
          selected={selection.includes(entry.ref)}
          alone={selection.length === 1 && selection[0] === entry.ref && editing === null}
          describedBy={hint}
          onFocus={select}
        />
      ))}
      {editedBox && <TextEditor key={editedBox.id} slide={slide} box={editedBox} />}
    </div>
  )
}
