import type { TextProblem } from '@ninesixteen/shared/scene/legibility'
import { listBoxes } from '@ninesixteen/shared/slide/box'
import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { FlaskConical, TriangleAlert } from 'lucide-react'
import { useCallback, useId } from 'react'
import { useFitsAnyTopic } from '../../../app/any-topic.ts'
import { BoxElement } from './box-element.tsx'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'
import { frameStyle } from './frame-style.ts'
import { PROBLEM_TEXTS, useSlideProblems } from '../document/slide-problems.ts'
import styles from './stage.module.css'
import { TextEditor } from '../text/text-editor.tsx'

/** The slide's boxes as focusable elements over the canvas. */
export function Overlay() {
  const { store, project } = useEditorSession()
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const editing = useEditor((state) => state.editing)
  const cropping = useEditor((state) => state.cropping)
  const slides = useEditor((state) => state.history.present.doc.slides)
  const hint = useId()
  const select = useCallback(
    (ref: string) => {
      const { multiSelecting, history } = store.getState()
      if (!multiSelecting || history.present.selection.length === 0) store.select([ref])
    },
    [store],
  )
  const problems = useSlideProblems(slide)
  const isFirst = slides[0]?.id === slide.id
  const fitsAnyTopic = useFitsAnyTopic(project.id, isFirst ? slide.textBoxes[0]?.text : undefined)
  const visible = listBoxes(slide).filter(({ ref, box }) => !box.hidden && ref !== cropping)
  const editedBox = slide.textBoxes.find((box) => box.id === editing)
  return (
    <div
      className={styles.overlay}
      role="group"
      aria-label={`Slide ${slides.findIndex(({ id }) => id === slide.id) + 1} of ${slides.length}`}
    >
      <p id={hint} className="visually-hidden">
        Arrow keys move, Shift with an arrow key moves by 10, Enter edits the text, Space selects several, Delete removes.
      </p>
      {visible.map((entry) => (
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
      {editing === null &&
        slide.textBoxes.map((box, index) => (
          <ProblemBadges
            key={box.id}
            slide={slide}
            box={box}
            fitsAnyTopic={fitsAnyTopic && index === 0}
            kinds={problems.filter(({ boxId }) => boxId === box.id).map(({ kind }) => kind)}
          />
        ))}
      {editedBox && <TextEditor key={editedBox.id} slide={slide} box={editedBox} />}
    </div>
  )
}

/** In slide units. */
const BADGE_HEIGHT = 20

/** Problems of a text, below its box. */
interface ProblemBadgesProps {
  slide: Slide
  box: TextBox
  kinds: readonly TextProblem['kind'][]
  fitsAnyTopic: boolean
}

function ProblemBadges({ slide, box, kinds, fitsAnyTopic }: ProblemBadgesProps) {
  if (kinds.length === 0 && !fitsAnyTopic) return null
  const { left, width } = frameStyle(box)
  const y = Math.min(box.y + box.height, slideHeight(slide.format ?? MAIN_FORMAT) - BADGE_HEIGHT)
  const { top } = frameStyle({ ...box, y })
  return (
    <span className={styles.problem} style={{ left, width, top }}>
      {kinds.map((kind) => (
        <span key={kind}>
          <TriangleAlert aria-hidden="true" />
          {PROBLEM_TEXTS[kind]}
        </span>
      ))}
      {fitsAnyTopic && (
        <span className={styles.anyTopic}>
          <FlaskConical aria-hidden="true" />
          Sandbox text. A model writes about your topic.
        </span>
      )}
    </span>
  )
}
