import { createContext, useContext, type RefObject } from 'react'

export interface DialogClosing {
  /** As Escape and the close button do: first asks whether work may be discarded. */
  close(): void
  /** Closes without asking. */
  closeNow(): void
  /** Set while closing would lose something: it asks instead. */
  guard: RefObject<(() => void) | null>
}

export const DialogClosingContext = createContext<DialogClosing | null>(null)

/** Of the dialog around the caller. */
export function useDialogClosing(): DialogClosing {
  const closing = useContext(DialogClosingContext)
  if (!closing) throw new Error('Only a dialog can be closed')
  return closing
}
