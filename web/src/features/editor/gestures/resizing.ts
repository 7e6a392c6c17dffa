import { findBox } from '@ninesixteen/shared/slide/box'
import { rescaleFont, resizeFrame } from '@ninesixteen/shared/slide/geometry'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import { collectSnapLines, snapResize } from '@ninesixteen/shared/slide/snap'
import type { GestureContext, GestureState, Keys, Point, Press } from './gesture.ts'

/** Resizes a box by a handle. Every move is computed from the frame at the start. */
export function resizing(context: GestureContext, press: Press, target: { ref: string; handle: Handle }): GestureState {
  const { ref, handle } = target
  const slide = context.slide()
  const start = findBox(slide, ref)
  const lines = collectSnapLines(slide, [ref])
  let pointer = press.at

  const update = (at: Point, keys: Keys): void => {
    if (!start) return
    const pull = { handle, dx: at.x - press.at.x, dy: at.y - press.at.y }
    const options = { kind: start.kind, fromCentre: keys.alt, keepRatio: keys.shift }
    const free = resizeFrame(start.frame, pull, options)
    // An edge can't snap by itself while the opposite edge or the ratio follows.
    const snaps = start.kind === 'text' && !keys.alt && !keys.shift
    const snap = snapResize(free, { handle, lines, bypass: keys.bypass || !snaps })
    const frame = resizeFrame(start.frame, { handle, dx: pull.dx + snap.dx, dy: pull.dy + snap.dy }, options)
    const fontSize = start.kind === 'text' ? { fontSize: rescaleFont(start.box.fontSize, start.frame, frame) } : {}
    context.draft.set({ slideId: slide.id, frames: { [ref]: { ...frame, ...fontSize } }, guides: snap.guides, measuring: 'size' })
  }

  return {
    name: 'resizing',
    on(event) {
      if (event.type === 'move') pointer = event.at
      if (event.type === 'move' || event.type === 'keys') update(pointer, event.keys)
      if (event.type === 'up') {
        const draft = context.draft.get()
        if (draft) context.perform({ type: 'set-frames', slideId: draft.slideId, frames: draft.frames })
      }
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
