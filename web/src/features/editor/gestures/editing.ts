import type { BoxRef } from '@ninesixteen/shared/slide/box'
import type { GestureContext, GestureState } from './gesture.ts'

/** Edits a text. The document changes on commit; Escape discards, and redo brings the text back. */
export function editing(context: GestureContext, ref: BoxRef): GestureState {
  const slideId = context.slide().id
  let typed: string | null = null
  context.select([ref])
  context.setEditing(ref)
  const commit = (text: string | null): void => {
    if (text !== null) context.perform({ type: 'set-text', slideId, boxId: ref, text })
  }
  return {
    name: 'editing',
    on(event) {
      if (event.type === 'typed') {
        typed = event.text
        context.setTyped({ slideId, boxId: ref, text: event.text })
        return null
      }
      if (event.type === 'cancel' && typed !== null) context.offerDiscarded({ type: 'set-text', slideId, boxId: ref, text: typed })
      if (event.type === 'commit-text') commit(event.text)
      // A click elsewhere commits and is then handled as usual.
      if (event.type === 'down' || event.type === 'leave') commit(typed)
      if (event.type === 'down') return { to: 'idle', again: true }
      return event.type === 'commit-text' || event.type === 'cancel' || event.type === 'leave' ? { to: 'idle' } : null
    },
    leave() {
      context.setTyped(null)
      context.setEditing(null)
    },
  }
}
