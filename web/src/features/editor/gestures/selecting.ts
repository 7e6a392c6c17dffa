import { listBoxes } from '@ninesixteen/shared/slide/box'
import type { Frame } from '@ninesixteen/shared/slide/box'
import { DRAG_FROM } from './gesture.ts'
import type { GestureContext, GestureState, Point, Press } from './gesture.ts'

const between = (a: Point, b: Point): Frame => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

const touch = (a: Frame, b: Frame): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** From beside the boxes the pointer opens a rectangle, and what it touches is selected. Shift leaves selected what was before. */
export function selecting(context: GestureContext, press: Press): GestureState {
  const slide = context.slide()
  const before = context.selection()
  const kept = press.keys.shift ? before : []
  let isOpen = false
  context.select(kept)

  const update = (at: Point): void => {
    const area = between(press.at, at)
    const touched = listBoxes(slide).filter(({ ref, frame }) => !kept.includes(ref) && touch(frame, area))
    context.select([...kept, ...touched.map(({ ref }) => ref)])
    context.draft.set({ slideId: slide.id, frames: {}, guides: [], measuring: 'position', area })
  }

  return {
    name: 'selecting',
    on(event) {
      if (event.type === 'move') {
        isOpen ||= Math.hypot(event.screen.x - press.screen.x, event.screen.y - press.screen.y) >= DRAG_FROM.mouse
        if (isOpen) update(event.at)
      }
      if (event.type === 'cancel' && isOpen) context.select(before)
      if (event.type === 'up' && isOpen) context.say(`${context.selection().length} selected`)
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
