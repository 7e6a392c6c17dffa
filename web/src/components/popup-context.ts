import { createContext, useContext } from 'react'

/** The open dialog or drawer around a control, or null. A modal dialog makes everything outside of it inert. */
export const PopupContainerContext = createContext<HTMLElement | null>(null)

/** The parent of popups: their dialog, else the main landmark, where screen readers find them. */
export function usePopupContainer(): HTMLElement {
  return useContext(PopupContainerContext) ?? document.querySelector('main') ?? document.body
}

export interface DialogClosing {
  /** Like Escape and the close button: asks first when the guard is set. */
  close(): void
  /** Closes without asking. */
  closeNow(): void
  /** `ask` runs instead of closing; null removes the guard. */
  setGuard(confirm: (() => void) | null): void
}

export const DialogClosingContext = createContext<DialogClosing | null>(null)

/** The dialog around the caller. */
export function useDialogClosing(): DialogClosing {
  const closing = useContext(DialogClosingContext)
  if (!closing) throw new Error('useDialogClosing needs a dialog around it')
  return closing
}
