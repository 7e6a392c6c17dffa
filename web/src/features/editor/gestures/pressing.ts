import { findBox } from '@ninesixteen/shared/slide/box'
import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { DRAG_FROM } from './gesture.ts'
import type { GestureContext, GestureState, Next, Press } from './gesture.ts'

/** Milliseconds between the two clicks of a double-click. */
const DOUBLE_CLICK = 400

export interface LastClick {
  /** Empty for a click on the slide itself. */
  ref: BoxRef
  time: number
}

/** Records a click; true for the second click of a double-click. */
export function isSecondClick(clicks: { last: LastClick | null }, click: LastClick): boolean {
  const { last } = clicks
  clicks.last = click
  return last?.ref === click.ref && click.time - last.time <= DOUBLE_CLICK
}

/** A press on a box: becomes a click that selects, a double-click that edits a text or crops an image, or a drag. */
export function pressing(context: GestureContext, press: Press, clicks: { last: LastClick | null }): GestureState {
  const { target, keys, touch } = press
  const ref = target.kind === 'slide' ? '' : target.ref
  const wasSelected = context.selection().includes(ref)
  // Touch may start a scroll, so it selects on release.
  if (!wasSelected && !keys.shift && !touch) context.select([ref])

  const click = (time: number): Next => {
    const isSecond = isSecondClick(clicks, { ref, time })
    if (keys.shift) {
      context.select(wasSelected ? context.selection().filter((other) => other !== ref) : [...context.selection(), ref])
      return { to: 'idle' }
    }
    context.select([ref])
    const kind = isSecond ? findBox(context.slide(), ref)?.kind : undefined
    if (kind === 'image') context.crop(ref)
    return kind === 'text' ? { to: 'editing', ref } : { to: 'idle' }
  }

  return {
    name: 'pressing',
    on(event) {
      if (event.type === 'cancel' || event.type === 'leave') return { to: 'idle' }
      if (event.type === 'up') return click(event.time)
      if (event.type !== 'move') return null
      const distance = Math.hypot(event.screen.x - press.screen.x, event.screen.y - press.screen.y)
      if (distance < (touch ? DRAG_FROM.touch : DRAG_FROM.mouse)) return null
      if (!context.selection().includes(ref)) context.select(keys.shift ? [...context.selection(), ref] : [ref])
      return { to: 'dragging', press, move: event }
    },
  }
}
