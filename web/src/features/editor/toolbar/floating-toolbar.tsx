import { findBox, listBoxes, rotationOf, type Frame, type SlideBox } from '@ninesixteen/shared/slide/box'
import { boundsOf, clamp } from '@ninesixteen/shared/slide/geometry'
import { FONT_SIZE_MIN, SLIDE_WIDTH, TYPE_SIZE_MAX } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { AArrowDown, AArrowUp, LockOpen } from 'lucide-react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { IconButton } from '../../../components/icon-button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { rotatedBounds } from '../stage/frame-style.ts'
import styles from './floating-toolbar.module.css'
import { placeToolbar } from './place-toolbar.ts'
import { RewriteMenu } from '../rewriting/rewrite-menu.tsx'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'

/** CSS pixels above a text box that its handle for rotation takes: more for a finger. */
const ROTATE_HANDLE = matchMedia('(pointer: coarse)').matches ? 48 : 18

/** The place of a selected box with its handle for rotation, in CSS pixels. */
function withHandle({ x, y, width, height }: Frame, rotation: number): Frame {
  if (rotation === 0) return { x, y: y - ROTATE_HANDLE, width, height: height + ROTATE_HANDLE }
  const around = { x: x - ROTATE_HANDLE, y: y - ROTATE_HANDLE, width: width + 2 * ROTATE_HANDLE, height: height + 2 * ROTATE_HANDLE }
  return rotatedBounds(around, rotation)
}

/** The stage above a sheet that lies over it, as the Design panel does on a phone. */
function visibleStage(stage: Element): DOMRect {
  const { x, y, width, height, right, bottom } = stage.getBoundingClientRect()
  const sheet = document.querySelector('[data-design]')?.getBoundingClientRect()
  const isOver = sheet && sheet.left < right && sheet.right > x && sheet.top > y && sheet.top < bottom
  return new DOMRect(x, y, width, isOver ? sheet.top - y : height)
}

/** Positions the toolbar so that it covers no other box, after every change of boxes, stage or buttons. */
function usePlace(selected: Frame, others: readonly Frame[], rotation: number | null): RefObject<HTMLDivElement | null> {
  const toolbar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = toolbar.current
    const slide = element?.parentElement
    const stage = element?.closest('[data-stage]')
    if (!element || !slide || !stage) return
    const place = (): void => {
      const unit = slide.clientWidth / SLIDE_WIDTH
      const inPixels = ({ x, y, width, height }: Frame): Frame => ({ x: x * unit, y: y * unit, width: width * unit, height: height * unit })
      const [of, around] = [slide.getBoundingClientRect(), visibleStage(stage)]
      // `placeToolbar` expects the size as a row.
      element.removeAttribute('data-column')
      Object.assign(element.style, { maxHeight: '', maxWidth: '' })
      const { x, y, column, length } = placeToolbar({
        size: { width: element.offsetWidth, height: element.offsetHeight },
        selected: rotation === null ? inPixels(selected) : withHandle(inPixels(selected), rotation),
        others: others.map(inPixels),
        slide: { width: of.width, height: of.height },
        stage: { x: around.x - of.x, y: around.y - of.y, width: around.width, height: around.height },
      })
      element.toggleAttribute('data-column', column)
      Object.assign(element.style, {
        left: `${x}px`,
        top: `${y}px`,
        maxHeight: column ? `${length}px` : '',
        maxWidth: column ? '' : `${length}px`,
      })
    }
    const watch = new ResizeObserver(place)
    watch.observe(stage)
    watch.observe(slide)
    if (stage.parentElement) watch.observe(stage.parentElement)
    // A sheet sticks to the screen while the stage scrolls.
    addEventListener('scroll', place, { passive: true, capture: true })
    place()
    return () => {
      watch.disconnect()
      removeEventListener('scroll', place, { capture: true })
    }
  })
  return toolbar
}

/** Controls of the selected boxes, next to them. */
export function FloatingToolbar() {
  const slide = useSlide()
  const selection = useEditor((state) => state.history.present.selection)
  const isEditing = useEditor((state) => state.editing !== null || state.cropping !== null)
  const boxes = selection.flatMap((ref) => findBox(slide, ref) ?? []).filter(({ box }) => !box.hidden)
  if (boxes.length === 0 || isEditing) return null
  return <Toolbar slide={slide} boxes={boxes} />
}

function Toolbar({ slide, boxes }: { slide: Slide; boxes: readonly SlideBox[] }) {
  const others = listBoxes(slide).filter(({ ref, box }) => !box.hidden && boxes.every((other) => other.ref !== ref))
  const toolbar = usePlace(
    boundsOf(boxes.map(({ frame }) => frame)),
    others.map(({ frame }) => frame),
    boxes.length === 1 && boxes[0] && boxes[0].kind !== 'logo' ? rotationOf(boxes[0]) : null,
  )
  const texts = boxes.flatMap((entry) => (entry.kind === 'text' ? [entry.box] : []))
  if (boxes.every(({ box }) => box.locked)) {
    return (
      <div ref={toolbar} className={styles.toolbar} data-stage-ui role="toolbar" aria-label="Selected box">
        <UnlockButton refs={boxes.map(({ ref }) => ref)} slideId={slide.id} />
      </div>
    )
  }
  return (
    <div ref={toolbar} className={styles.toolbar} data-stage-ui role="toolbar" aria-label="Selected box">
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
      {boxes.length === 1 && boxes[0]?.kind === 'image' && <ActionButton action="crop" size="small" />}
      {boxes.length === 1 && (boxes[0]?.kind === 'image' || boxes[0]?.kind === 'logo') && <ActionButton action="front" size="small" />}
      <ActionButton action="duplicate" size="small" />
      <ActionButton action="remove" size="small" danger />
    </div>
  )
}

/** The only control of locked boxes. */
function UnlockButton({ refs, slideId }: { refs: string[]; slideId: string }) {
  const { store } = useEditorSession()
  const unlock = (): void => {
    if (store.perform({ type: 'style-boxes', slideId, refs, style: { locked: false } })) store.announce('Unlocked')
  }
  return <IconButton size="small" label="Unlock" icon={<LockOpen aria-hidden="true" />} onClick={unlock} />
}

function FontSize({ sizes, refs, slideId }: { sizes: number[]; refs: string[]; slideId: string }) {
  const { store } = useEditorSession()
  const [first = FONT_SIZE_MIN] = sizes
  const shown = sizes.every((size) => size === first) ? String(first) : '–'
  const set = (fontSize: number): void => {
    store.perform({ type: 'style-boxes', slideId, refs, style: { fontSize } }, { gesture: `size ${refs.join(' ')}` })
    store.announce(`Font size ${clamp(fontSize, FONT_SIZE_MIN, TYPE_SIZE_MAX)}`)
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
        disabled={first >= TYPE_SIZE_MAX}
        onClick={() => set(Math.floor(first) + 1)}
      />
    </span>
  )
}
