import { listBoxes } from '@ninesixteen/shared/slide/box'
import { pickBoxes, refsOf } from '@ninesixteen/shared/slide/new-box'
import type { BoxRef, Frame } from '@ninesixteen/shared/slide/box'
import type { FrameChange } from '@ninesixteen/shared/slide/edit-boxes'
import { boundsOf } from '@ninesixteen/shared/slide/geometry'
import { collectSnapLines, snapMove } from '@ninesixteen/shared/slide/snap'
import type { GestureContext, GestureState, Keys, Point, PointerAt, Press } from './gesture.ts'

/** Drags the selected boxes. Every move is computed from their frames at the start. */
export function dragging(context: GestureContext, press: Press, first: PointerAt): GestureState {
  const slide = context.slide()
  const refs = context.selection()
  const start = listBoxes(slide).filter((entry) => refs.includes(entry.ref))
  const bounds = boundsOf(start.map((entry) => entry.frame))
  const lines = collectSnapLines(slide, refs, context.safeArea())
  const others = listBoxes(slide).flatMap((entry) => (refs.includes(entry.ref) ? [] : [entry.frame]))
  let pointer = first.at

  const update = (at: Point, keys: Keys): void => {
    let dx = at.x - press.at.x
    let dy = at.y - press.at.y
    // Shift locks the drag to its dominant axis.
    if (keys.shift && Math.abs(dx) >= Math.abs(dy)) dy = 0
    else if (keys.shift) dx = 0
    const snap = snapMove({ ...bounds, x: bounds.x + dx, y: bounds.y + dy }, { lines, others, bypass: keys.bypass })
    const frames: Record<BoxRef, FrameChange> = {}
    for (const { ref, frame } of start) frames[ref] = { x: frame.x + dx + snap.dx, y: frame.y + dy + snap.dy }
    context.draft.set({ slideId: slide.id, frames, guides: snap.guides, measuring: 'position' })
  }
  /** Alt drops copies and leaves the boxes in place. The logo can't be copied. */
  const copyTo = (frames: Record<BoxRef, FrameChange>): boolean => {
    const copies = <T extends Frame & { id: string }>(boxes: readonly T[]): T[] =>
      boxes.map((box) => ({ ...box, ...frames[box.id], id: context.newId() }))
    const { textBoxes, imageBoxes, shapeBoxes } = pickBoxes(slide, refs)
    const boxes = { textBoxes: copies(textBoxes), imageBoxes: copies(imageBoxes), shapeBoxes: copies(shapeBoxes) }
    const selection = refsOf(boxes)
    return selection.length > 0 && context.perform({ type: 'add-boxes', slideId: slide.id, ...boxes }, { selection })
  }
  update(first.at, first.keys)

  return {
    name: 'dragging',
    on(event) {
      if (event.type === 'move') pointer = event.at
      if (event.type === 'move' || event.type === 'keys') update(pointer, event.keys)
      const draft = event.type === 'up' ? context.draft.get() : null
      if (draft && event.type === 'up') {
        const isCopied = event.keys.alt && copyTo(draft.frames)
        if (!isCopied) context.perform({ type: 'set-frames', slideId: draft.slideId, frames: draft.frames })
      }
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
