import { useEffect, useRef } from 'react'
import { takesText } from '../../components/accepts-text.ts'

interface PageKeys {
  /** False if there was nothing to undo. */
  undoLast(): boolean
}

/** Ctrl+Z undoes the last move, Esc clears the selection, except in text fields and overlays. */
export function usePageKeys(moves: PageKeys, selection: { clear(): void }): void {
  const latest = useRef({ moves, selection })
  useEffect(() => {
    latest.current = { moves, selection }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const inFront = '[role=dialog], [role=menu], [role=listbox]'
      if (takesText(event.target) || (event.target instanceof Element && event.target.closest(inFront))) return
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (isUndo && latest.current.moves.undoLast()) event.preventDefault()
      if (event.key === 'Escape') latest.current.selection.clear()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
