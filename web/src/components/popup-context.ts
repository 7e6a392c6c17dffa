import { createContext, useContext } from 'react'

/** The open dialog or drawer around a control, or null. A modal dialog makes everything outside of it inert. */
export const PopupContainerContext = createContext<HTMLElement | null>(null)

/** The parent of popups: their dialog, else the main landmark, where screen readers find them. */
export function usePopupContainer(): HTMLElement {
  return useContext(PopupContainerContext) ?? document.querySelector('main') ?? document.body
}

/** A form's unsaved work, and how to ask about it. */
export interface DiscardQuestion {
  /** True while closing the dialog would lose something the user typed or chose. */
  isDirty: boolean
  /** Such as "Discard this post?" */
  title: string
  /** Absent where the work cannot be saved as a draft. */
  onSaveDraft?: (() => void) | undefined
}

export interface DialogClosing {
  /** Like Escape and the close button: asks first while something is unsaved. */
  close(): void
  /** Closes without asking. */
  closeNow(): void
  /** Replaces what counts as unsaved, and how the question is worded; null for the typed text. */
  setGuard(question: DiscardQuestion | null): void
}

export const DialogClosingContext = createContext<DialogClosing | null>(null)

/** The dialog around the caller. */
export function useDialogClosing(): DialogClosing {
  const closing = useContext(DialogClosingContext)
  if (!closing) throw new Error('useDialogClosing needs a dialog around it')
  return closing
}
