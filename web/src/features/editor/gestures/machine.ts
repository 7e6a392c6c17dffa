import { adjusting } from './adjusting.ts'
import { dragging } from './dragging.ts'
import { editing } from './editing.ts'
import type { GestureContext, GestureEvent, GestureState, Next } from './gesture.ts'
import { pinching } from './pinching.ts'
import { pressing, type LastClick } from './pressing.ts'
import { resizing } from './resizing.ts'
import { rotating } from './rotating.ts'
import { selecting } from './selecting.ts'
import { findBox, type BoxRef } from '@ninesixteen/shared/slide/box'

export interface GestureMachine {
  state(): GestureState['name']
  send(event: GestureEvent): void
}

/** State machine of gestures: sends each event to the current state, which returns the next one. */
export function createGestureMachine(context: GestureContext): GestureMachine {
  const clicks: { last: LastClick | null } = { last: null }
  let state = idle(context)

  const enter = (next: NonNullable<Next>): GestureState => {
    switch (next.to) {
      case 'idle':
        return idle(context)
      case 'pressing':
        return pressing(context, next.press, clicks)
      case 'selecting':
        return selecting(context, next.press, clicks)
      case 'dragging':
        return dragging(context, next.press, next.move)
      case 'resizing':
        return next.press.target.kind === 'handle' ? resizing(context, next.press, next.press.target) : idle(context)
      case 'rotating':
        return rotating(context, next.press, next.ref)
      case 'pinching':
        return pinching(context, next.ref, next.first)
      case 'editing':
        return editing(context, next.ref)
      case 'adjusting':
        return adjusting(context, next.photo)
      default:
        return next satisfies never
    }
  }

  /** A second finger discards the first finger's gesture and scales the selected box. */
  const startOfPinch = (event: GestureEvent): Next => {
    const [ref, ...more] = context.selection()
    const isFree = state.name === 'idle' || state.name === 'pressing' || state.name === 'dragging'
    return event.type === 'pinch' && isFree && ref !== undefined && more.length === 0 ? { to: 'pinching', ref, first: event } : null
  }

  const send = (event: GestureEvent): void => {
    const next = state.on(event) ?? startOfPinch(event)
    if (!next) return
    state.leave?.()
    state = enter(next)
    if (next.to === 'idle' && next.again) send(event)
  }

  return { state: () => state.name, send }
}

/** Waits for the next press. */
export function idle(context: GestureContext): GestureState {
  /** A locked box that the first finger, which passes through it, deselected. */
  let locked: BoxRef | null = null
  return {
    name: 'idle',
    on(event) {
      if (event.type === 'edit') {
        const entry = findBox(context.slide(), event.ref)
        return entry?.kind === 'text' && !entry.box.locked ? { to: 'editing', ref: event.ref } : null
      }
      if (event.type === 'adjust-photo') return { to: 'adjusting', photo: event.photo }
      if (event.type === 'pinch' && locked !== null) {
        context.select([locked])
        return { to: 'pinching', ref: locked, first: event }
      }
      if (event.type !== 'down') return null
      const { target } = event
      if (target.kind === 'handle') return { to: 'resizing', press: event }
      if (target.kind === 'rotate') return { to: 'rotating', press: event, ref: target.ref }
      if (target.kind === 'box') return { to: 'pressing', press: event }
      // Touch outside of the boxes scrolls the page.
      if (!event.touch) return { to: 'selecting', press: event }
      const [ref, ...more] = context.selection()
      locked = ref !== undefined && more.length === 0 && findBox(context.slide(), ref)?.box.locked ? ref : null
      if (!event.keys.shift) context.select([])
      return null
    },
  }
}
