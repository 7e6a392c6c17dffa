import { useEffect } from 'react'
import type { RefObject } from 'react'
import { takesText } from '../../../components/keyboard.ts'
import type { ActionContext } from '../actions/editor-action.ts'
import { actionFor, nudge } from './keyboard.ts'

/** Actions after which the selected box, or the slide, gets focus. */
const BACK_TO_STAGE = new Set(['duplicate', 'remove', 'selectAll', 'front', 'back'])

/** Focuses the selected box, or the slide without one. */
export function focusStage(root: HTMLElement | null, ref: string | undefined): void {
  requestAnimationFrame(() => {
    const stage = root?.querySelector<HTMLElement>('[data-stage]')
    const box = ref === undefined ? null : stage?.querySelector<HTMLElement>(`[data-ref="${CSS.escape(ref)}"]`)
    const element = box ?? stage
    element?.focus({ preventScroll: true })
  })
}

/** Returns focus to the slide when an edit removes the focused element. */
function keepFocus(root: RefObject<HTMLElement | null>, { session: { store } }: ActionContext): () => void {
  let onStage = false
  const note = ({ target }: FocusEvent): void => {
    onStage = target instanceof Element && target.closest('[data-stage]') !== null
  }
  document.addEventListener('focusin', note)
  const stop = store.subscribe(() => {
    if (!onStage) return
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusStage(root.current, store.getState().history.present.selection[0])
    })
  })
  return () => {
    document.removeEventListener('focusin', note)
    stop()
  }
}

function escape({ session }: ActionContext): boolean {
  const { store, gestures } = session
  if (gestures.state() !== 'idle') {
    gestures.send({ type: 'cancel' })
    return true
  }
  const { fullscreen, history, design } = store.getState()
  const hasSelection = history.present.selection.length > 0
  if (fullscreen) store.setState({ fullscreen: false })
  else if (hasSelection) store.select([])
  else store.setState({ design: { ...design, isOpen: false } })
  return fullscreen || hasSelection || design.isOpen
}

/** Handles the shortcuts of the open project. Single letters, arrows and Delete need focus on the slide. */
export function useKeyboard(root: RefObject<HTMLElement | null>, context: ActionContext | null): void {
  useEffect(() => {
    if (!context) return
    const onKeyDown = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : null
      if (event.defaultPrevented || takesText(target) || target?.closest('[role="dialog"], [role="menu"], [role="listbox"]')) return
      const onStage = target !== null && target.closest('[data-stage]') !== null && root.current?.contains(target) === true
      const inToolbar = target !== null && target.closest('[data-stage-ui]') !== null
      if (event.key === 'Escape') {
        if ((onStage || context.session.store.getState().fullscreen) && escape(context)) event.preventDefault()
        return
      }
      if (onStage && !inToolbar && nudge(event, context)) return event.preventDefault()
      // Enter on a button presses it.
      const action = actionFor(event, onStage && !(inToolbar && event.key === 'Enter'))
      if (!action?.enabled(context)) return
      event.preventDefault()
      action.run(context)
      if (BACK_TO_STAGE.has(action.id)) focusStage(root.current, context.session.store.getState().history.present.selection[0])
    }
    addEventListener('keydown', onKeyDown)
    const stop = keepFocus(root, context)
    return () => {
      removeEventListener('keydown', onKeyDown)
      stop()
    }
  }, [root, context])
}
