import { useEffect } from 'react'
import { takesText } from '../../../components/keyboard.ts'
import { actions } from '../actions/actions.ts'
import type { ActionContext } from '../actions/editor-action.ts'
import { copySelection, copySlides, pasteFrom } from './clipboard.ts'
import { deleteSlides, nameCount } from '../actions/slides-together.ts'
import type { EditorSession } from '../document/session.ts'
import { focusStage } from '../keyboard/use-keyboard.ts'

/**
 * The slides that a copy means: those selected among all slides, or the shown one where no box is selected or a thumbnail has the focus. Only among
 * all slides a cut means slides, because there the user sees which.
 */
function slidesToCopy({ store }: EditorSession, { target, type }: ClipboardEvent): readonly string[] | null {
  const place = target instanceof Element ? target.closest('[data-grid], [data-strip], [data-stage]') : null
  const { grid, history } = store.getState()
  const shown = [store.slide().id]
  if (grid) return grid.selected.length > 0 ? grid.selected : focusedSlide(place)
  const isSlide = place?.matches('[data-strip]') || (place && history.present.selection.length === 0)
  return isSlide && type === 'copy' ? shown : null
}

function focusedSlide(grid: Element | null): string[] | null {
  const id = grid?.querySelector<HTMLElement>('[data-slide]:focus-within')?.dataset['slide']
  return id === undefined ? null : [id]
}

/** Copies, cuts and pastes boxes and slides, and pastes images, unless a field has focus or text on the page is selected. */
export function useClipboard(context: ActionContext | null): void {
  useEffect(() => {
    if (!context) return
    const isOutside = (event: ClipboardEvent): boolean =>
      takesText(event.target) || (event.target instanceof Element && event.target.closest('[role="dialog"]') !== null)
    const hasTextSelection = (): boolean => (getSelection()?.toString() ?? '') !== ''
    const { session } = context
    const copy = (event: ClipboardEvent): void => {
      if (isOutside(event) || hasTextSelection() || !event.clipboardData) return
      const { doc, announce } = session.store
      const ids = slidesToCopy(session, event)
      if (ids) {
        const slides = doc().slides.filter((slide) => ids.includes(slide.id))
        copySlides(slides, event.clipboardData)
        if (event.type === 'copy') announce(`${nameCount(slides.length)} copied`)
        else deleteSlides(session, ids)
      } else if (copySelection(session, event.clipboardData)) {
        if (event.type === 'copy') announce('Copied')
        else actions.remove.run(context)
      } else return
      event.preventDefault()
    }
    const paste = (event: ClipboardEvent): void => {
      if (isOutside(event) || !event.clipboardData) return
      const stage = event.target instanceof Element ? event.target.closest('[data-stage]') : null
      const pasted = pasteFrom(session, event.clipboardData, { texts: stage !== null })
      if (!pasted) return
      event.preventDefault()
      const { store } = session
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
