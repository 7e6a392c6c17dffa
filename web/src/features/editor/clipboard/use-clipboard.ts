import { useEffect } from 'react'
import { takesText } from '../../../components/accepts-text.ts'
import { actions } from '../actions/actions.ts'
import type { ActionContext } from '../actions/editor-action.ts'
import { copySelection, pasteOnSlide } from './clipboard.ts'
import { focusStage } from '../keyboard/use-keyboard.ts'

/** Copies, cuts and pastes boxes, and pastes images, unless a field has focus or text on the page is selected. */
export function useClipboard(context: ActionContext | null): void {
  useEffect(() => {
    if (!context) return
    const isOutside = (event: ClipboardEvent): boolean =>
      takesText(event.target) || (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null)
    const hasTextSelection = (): boolean => (getSelection()?.toString() ?? '') !== ''
    const copy = (event: ClipboardEvent): void => {
      if (isOutside(event) || hasTextSelection() || !event.clipboardData || !copySelection(context.session, event.clipboardData)) return
      event.preventDefault()
      if (event.type === 'cut') actions.remove.run(context)
      else context.session.store.announce('Copied')
    }
    const paste = (event: ClipboardEvent): void => {
      if (isOutside(event) || !event.clipboardData) return
      const stage = event.target instanceof Element ? event.target.closest('[data-stage]') : null
      const pasted = pasteOnSlide(context.session, event.clipboardData, { texts: stage !== null })
      if (!pasted) return
      event.preventDefault()
      const { store } = context.session
      if (stage) void pasted.then(() => focusStage(stage.parentElement, store.getState().history.present.selection[0]))
    }
    document.addEventListener('copy', copy)
    document.addEventListener('cut', copy)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', copy)
      document.removeEventListener('paste', paste)
    }
  }, [context])
}
