import { selectableBoxes } from '@ninesixteen/shared/slide/box'
import type { BoxRef, Frame } from '@ninesixteen/shared/slide/box'
import { clamp, roundUnits } from '@ninesixteen/shared/slide/geometry'
import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import { MAX_BOXES, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide, TextBox } from '@ninesixteen/shared/slide/model'
import { newTextBox } from '@ninesixteen/shared/slide/new-box'
import { DRAG_FROM } from './gesture.ts'
import type { GestureContext, GestureState, Point, Press } from './gesture.ts'
import { isSecondClick, type LastClick } from './pressing.ts'

const between = (a: Point, b: Point): Frame => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

const touch = (a: Frame, b: Frame): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** A new text box centred on a point and moved inside the slide; null outside of the slide and when the slide is full. */
function textAt(slide: Slide, { x, y }: Point, id: string): TextBox | null {
  const bottom = slideHeight(slide.format ?? MAIN_FORMAT)
  const isOnSlide = x >= 0 && y >= 0 && x <= SLIDE_WIDTH && y <= bottom
  if (!isOnSlide || slide.textBoxes.length >= MAX_BOXES) return null
  const box = newTextBox(id)
  const { width, height } = box
  return {
    ...box,
    x: roundUnits(clamp(x - width / 2, 0, SLIDE_WIDTH - width)),
    y: roundUnits(clamp(y - height / 2, 0, bottom - height)),
  }
}

/**
 * A drag outside of the boxes opens a rectangle and selects the boxes it touches; Shift adds them to the selection. A
 * double-click adds a text box or, while the panel shows the photo, adjusts the photo.
 */
export function selecting(context: GestureContext, press: Press, clicks: { last: LastClick | null }): GestureState {
  const slide = context.slide()
  const before = context.selection()
  const initial = press.keys.shift ? before : []
  let isOpen = false
  context.select(initial)

  const update = (at: Point): void => {
    const area = between(press.at, at)
    const touched = selectableBoxes(slide).filter(({ ref, frame }) => !initial.includes(ref) && touch(frame, area))
    context.select([...initial, ...touched.map(({ ref }) => ref)])
    context.draft.set({ slideId: slide.id, frames: {}, guides: [], measuring: 'position', area })
  }

  const addText = (at: Point): BoxRef | null => {
    const box = textAt(slide, at, context.newId())
    if (!box) return null
    context.perform({ type: 'add-boxes', slideId: slide.id, textBoxes: [box] }, { selection: [box.id] })
    return box.id
  }

  return {
    name: 'selecting',
    on(event) {
      if (event.type === 'move') {
        isOpen ||= Math.hypot(event.screen.x - press.screen.x, event.screen.y - press.screen.y) >= DRAG_FROM.mouse
        if (isOpen) update(event.at)
      }
      if (event.type === 'cancel' && isOpen) context.select(before)
      if (event.type === 'up' && !isOpen && isSecondClick(clicks, { ref: '', time: event.time })) {
        const photo = context.photoToAdjust()
        if (photo) return { to: 'adjusting', photo }
        const ref = addText(press.at)
        if (ref !== null) return { to: 'editing', ref }
      }
      if (event.type === 'up' && isOpen) context.announce(`${context.selection().length} selected`)
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
