import { findBox, rotationOf, type Frame } from '@ninesixteen/shared/slide/box'
import { keepsRatio, rescaleFont, resizeFrame, roundUnits } from '@ninesixteen/shared/slide/geometry'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import { collectSnapLines, snapResize } from '@ninesixteen/shared/slide/snap'
import type { GestureContext, GestureState, Keys, Point, Press } from './gesture.ts'

/** A vector turned clockwise. */
export function turned({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

/** A rotated box turns around its middle, which resizing moves: the frame at which the side opposite to the handle stays in place. */
export function keepOppositeSide(before: Frame, after: Frame, degrees: number): Frame {
  const middle = ({ x, y, width, height }: Frame): Point => ({ x: x + width / 2, y: y + height / 2 })
  const [from, to] = [middle(before), middle(after)]
  const moved = turned({ x: to.x - from.x, y: to.y - from.y }, degrees)
  return { ...after, x: roundUnits(from.x + moved.x - after.width / 2), y: roundUnits(from.y + moved.y - after.height / 2) }
}

/** Resizes a box by a handle. Every move is computed from the frame at the start. */
export function resizing(context: GestureContext, press: Press, target: { ref: string; handle: Handle }): GestureState {
  const { ref, handle } = target
  const slide = context.slide()
  const start = findBox(slide, ref)
  const lines = collectSnapLines(slide, [ref], context.safeArea())
  const rotation = start ? rotationOf(start) : 0
  let pointer = press.at

  const update = (at: Point, keys: Keys): void => {
    if (!start) return
    const moved = turned({ x: at.x - press.at.x, y: at.y - press.at.y }, -rotation)
    const pull = { handle, dx: moved.x, dy: moved.y }
    const options = { kind: start.kind, fromCentre: keys.alt, keepRatio: keys.shift || keepsRatio(start) }
    const free = resizeFrame(start.frame, pull, options)
    // An edge can't snap by itself while the opposite edge or the ratio follows.
    const snaps = !keepsRatio(start) && !keys.alt && !keys.shift && rotation === 0
    const snap = snapResize(free, { handle, lines, bypass: keys.bypass || !snaps })
    const level = resizeFrame(start.frame, { handle, dx: pull.dx + snap.dx, dy: pull.dy + snap.dy }, options)
    const frame = rotation === 0 ? level : keepOppositeSide(start.frame, level, rotation)
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
