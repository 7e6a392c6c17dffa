import { findBox } from '@ninesixteen/shared/slide/box'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { DRAG_FROM } from './gesture.ts'
import type { GestureContext, GestureState, Press } from './gesture.ts'

/** Milliseconds between the two clicks of a double-click. */
const DOUBLE_CLICK = 400

export interface LastClick {
  /** Empty beside the boxes. */
  ref: BoxRef
  time: number
}

/** Notes a click; true when it is the second one of two on the same thing. */
export function isSecondClick(clicks: { last: LastClick | null }, click: LastClick): boolean {
  const { last } = clicks
  clicks.last = click
  return last?.ref === click.ref && click.time - last.time <= DOUBLE_CLICK
}

/** A box is held down: a click that selects, the second click of two that edits, or the beginning of a drag. */
export function pressing(context: GestureContext, press: Press, clicks: { last: LastClick | null }): GestureState {
  const { target, keys, touch } = press
  const ref = target.kind === 'slide' ? '' : target.ref
  const wasSelected = context.selection().includes(ref)
  // A finger may be about to scroll the page, so it selects when it is lifted.
  if (!wasSelected && !keys.shift && !touch) context.select([ref])

  const click = (time: number): 'edit' | null => {
    const isSecond = isSecondClick(clicks, { ref, time })
    if (keys.shift) {
      context.select(wasSelected ? context.selection().filter((other) => other !== ref) : [...context.selection(), ref])
      return null
    }
    context.select([ref])
    return isSecond && findBox(context.slide(), ref)?.kind === 'text' ? 'edit' : null
  }

  return {
    name: 'pressing',
    on(event) {
      if (event.type === 'cancel' || event.type === 'leave') return { to: 'idle' }
      if (event.type === 'up') return click(event.time) === 'edit' ? { to: 'editing', ref } : { to: 'idle' }
      if (event.type !== 'move') return null
      const distance = Math.hypot(event.screen.x - press.screen.x, event.screen.y - press.screen.y)
      if (distance < (touch ? DRAG_FROM.touch : DRAG_FROM.mouse)) return null
      if (!context.selection().includes(ref)) context.select(keys.shift ? [...context.selection(), ref] : [ref])
      return { to: 'dragging', press, move: event }
    },
  }
}
