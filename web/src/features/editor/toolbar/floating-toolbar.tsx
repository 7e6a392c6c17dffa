import { findBox } from '@ninesixteen/shared/slide/box'
import { boundsOf, clamp } from '@ninesixteen/shared/slide/geometry'
import { FONT_SIZE_MAX, FONT_SIZE_MIN, SLIDE_HEIGHT, SLIDE_WIDTH } from '@ninesixteen/shared/slide/model'
import { AArrowDown, AArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import styles from './floating-toolbar.module.css'
import { RewriteMenu } from '../rewriting/rewrite-menu.tsx'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'

/** Units from the slide's edges that the toolbar's middle keeps, so that it stays on the stage. */
const MIDDLE_FROM_EDGE = 96
/** Units of height that the toolbar takes, handles of the box included. */
const HEIGHT = 58

/** The controls of what is selected, above it, or below where there is no room. */
export function FloatingToolbar() {
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const editing = useEditor((state) => state.editing)
  const boxes = selection.flatMap((ref) => findBox(slide, ref) ?? [])
  if (boxes.length === 0 || editing !== null) return null
  const bounds = boundsOf(boxes.map((entry) => entry.frame))
  const above = bounds.y >= HEIGHT - 40
  const top = above ? Math.min(bounds.y, SLIDE_HEIGHT) : Math.min(bounds.y + bounds.height, SLIDE_HEIGHT - HEIGHT)
  const middle = clamp(bounds.x + bounds.width / 2, MIDDLE_FROM_EDGE, SLIDE_WIDTH - MIDDLE_FROM_EDGE)
  const texts = boxes.flatMap((entry) => (entry.kind === 'text' ? [entry.box] : []))
  return (
    <div
      className={styles.toolbar}
      data-stage-ui
      data-above={above || undefined}
      role="toolbar"
      aria-label="Selected box"
      style={{ '--middle': `${(middle / SLIDE_WIDTH) * 100}%`, top: `${(top / SLIDE_HEIGHT) * 100}%` } as CSSProperties}
    >
      {texts.length > 0 && (
        <>
          <ActionButton action="textStyle" size="small" />
          <FontSize sizes={texts.map((box) => box.fontSize)} refs={texts.map((box) => box.id)} slideId={slide.id} />
          {boxes.length === 1 && <ActionButton action="editText" size="small" />}
          {boxes.length === 1 && texts[0] && <RewriteMenu slideId={slide.id} boxId={texts[0].id} />}
        </>
      )}
      {boxes.length > 1 && (
        <>
          <ActionButton action="alignLeft" size="small" />
          <ActionButton action="alignCentre" size="small" />
          <ActionButton action="alignRight" size="small" />
          {boxes.length > 2 && <ActionButton action="distributeY" size="small" />}
        </>
      )}
      {boxes.length === 1 && texts.length === 0 && <ActionButton action="front" size="small" />}
      <ActionButton action="duplicate" size="small" />
      <ActionButton action="remove" size="small" danger />
    </div>
  )
}

function FontSize({ sizes, refs, slideId }: { sizes: number[]; refs: string[]; slideId: string }) {
  const { store } = useEditorSession()
  const [first = FONT_SIZE_MIN] = sizes
  const shown = sizes.every((size) => size === first) ? String(first) : '–'
  const set = (fontSize: number): void => {
    store.perform({ type: 'style-boxes', slideId, refs, style: { fontSize } }, { gesture: `size ${refs.join(' ')}` })
    store.say(`Font size ${clamp(fontSize, FONT_SIZE_MIN, FONT_SIZE_MAX)}`)
  }
  return (
    <span className={styles.size} role="group" aria-label="Font size">
      <IconButton
        size="small"
        label="Smaller text"
        icon={<AArrowDown aria-hidden="true" />}
        disabled={first <= FONT_SIZE_MIN}
        onClick={() => set(Math.ceil(first) - 1)}
      />
      <output className={styles.number}>{shown}</output>
      <IconButton
        size="small"
        label="Larger text"
        icon={<AArrowUp aria-hidden="true" />}
        disabled={first >= FONT_SIZE_MAX}
        onClick={() => set(Math.floor(first) + 1)}
      />
    </span>
  )
}
