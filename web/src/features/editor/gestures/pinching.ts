import { findBox } from '@ninesixteen/shared/slide/box'
import { rescaleFont, scaleFrame } from '@ninesixteen/shared/slide/geometry'
import type { GestureContext, GestureState, Pinch } from './gesture.ts'

/** Two fingers scale and move the selected box around its centre. Every move is computed from the start. */
export function pinching(context: GestureContext, ref: string, first: Pinch): GestureState {
  const slide = context.slide()
  const start = findBox(slide, ref)
  const isLocked = start?.box.locked === true
  if (isLocked) context.refuseLocked('resize')

  const update = ({ centre, distance }: Pinch): void => {
    if (!start || isLocked) return
    const scaled = scaleFrame(start.frame, distance / first.distance, start.kind)
    const frame = { ...scaled, x: scaled.x + centre.x - first.centre.x, y: scaled.y + centre.y - first.centre.y }
    const fontSize = start.kind === 'text' ? { fontSize: rescaleFont(start.box.fontSize, start.frame, frame) } : {}
    context.draft.set({ slideId: slide.id, frames: { [ref]: { ...frame, ...fontSize } }, guides: [], measuring: 'size' })
  }

  return {
    name: 'pinching',
    on(event) {
      if (event.type === 'pinch') update(event)
      if (event.type === 'up') {
        const draft = context.draft.get()
        if (draft) context.perform({ type: 'set-frames', slideId: draft.slideId, frames: draft.frames })
      }
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
