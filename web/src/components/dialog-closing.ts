import { createContext, useContext } from 'react'

export interface DialogClosing {
  /** As Escape and the close button do: first asks whether work may be discarded. */
  close(): void
  /** Closes without asking. */
  closeNow(): void
  /** While closing would lose something, what asks instead; null takes it away. */
  setGuard(ask: (() => void) | null): void
}

export const DialogClosingContext = createContext<DialogClosing | null>(null)

/** Of the dialog around the caller. */
export function useDialogClosing(): DialogClosing {
  const closing = useContext(DialogClosingContext)
  if (!closing) throw new Error('Only a dialog can be closed')
  return closing
}
