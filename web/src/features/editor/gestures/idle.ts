import { findBox } from '@ninesixteen/shared/slide/box'
import type { GestureContext, GestureState } from './gesture.ts'

/** Waits for the next press. */
export function idle(context: GestureContext): GestureState {
  return {
    name: 'idle',
    on(event) {
      if (event.type === 'edit' && findBox(context.slide(), event.ref)?.kind === 'text') return { to: 'editing', ref: event.ref }
      if (event.type !== 'down') return null
      const { target } = event
      if (target.kind === 'handle') return { to: 'resizing', press: event }
      if (target.kind === 'box') return { to: 'pressing', press: event }
      // Touch outside of the boxes scrolls the page.
      if (!event.touch) return { to: 'selecting', press: event }
      if (!event.keys.shift) context.select([])
      return null
    },
  }
}
