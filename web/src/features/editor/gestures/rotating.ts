import { findBox, rotationOf } from '@ninesixteen/shared/slide/box'
import type { GestureContext, GestureState, Keys, Point, Press } from './gesture.ts'

/** Degrees between the angles that a rotation catches, and how near it has to come. */
const CATCH = { every: 45, within: 4 }
/** Steps while Shift is held. */
const STEP = 15

/** An angle from -179 to 180 degrees. */
function normalise(degrees: number): number {
  const turned = ((degrees % 360) + 360) % 360
  return turned > 180 ? turned - 360 : turned
}

/** A rotation in whole degrees: caught at 0, 45, 90 degrees and so on, in steps with Shift, free with Ctrl or Cmd. */
export function snapRotation(degrees: number, { shift, bypass }: Pick<Keys, 'shift' | 'bypass'>): number {
  if (shift) return normalise(Math.round(degrees / STEP) * STEP)
  const caught = Math.round(degrees / CATCH.every) * CATCH.every
  return normalise(Math.abs(degrees - caught) <= CATCH.within && !bypass ? caught : Math.round(degrees))
}

/** Rotates a box around its middle. */
export function rotating(context: GestureContext, press: Press, ref: string): GestureState {
  const slide = context.slide()
  const entry = findBox(slide, ref)
  const start = entry ? rotationOf(entry) : 0
  const { x, y, width, height } = entry?.frame ?? { x: 0, y: 0, width: 0, height: 0 }
  const angleOf = (at: Point): number => (Math.atan2(at.y - (y + height / 2), at.x - (x + width / 2)) * 180) / Math.PI
  let pointer = press.at

  const update = (keys: Keys): void => {
    const degrees = snapRotation(start + angleOf(pointer) - angleOf(press.at), keys)
    context.draft.set({ slideId: slide.id, frames: { [ref]: {} }, guides: [], measuring: 'position', rotation: { ref, degrees } })
  }

  return {
    name: 'rotating',
    on(event) {
      if (event.type === 'move') pointer = event.at
      if (event.type === 'move' || event.type === 'keys') update(event.keys)
      if (event.type === 'up') {
        const rotation = context.draft.get()?.rotation
        if (rotation) {
          const style = { rotation: rotation.degrees === 0 ? null : rotation.degrees }
          context.perform({ type: 'style-boxes', slideId: slide.id, refs: [ref], style })
          context.announce(`${rotation.degrees} degrees`)
        }
      }
      return event.type === 'up' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave: () => context.draft.set(null),
  }
}
