import { createContext, useContext } from 'react'

/** The open dialog or drawer around a control, if there is one: everything outside of it is out of reach. */
export const PopupContainerContext = createContext<HTMLElement | null>(null)

/** Pop-ups stand inside their dialog, else inside the page's main part, where readers that jump by landmarks find them. */
export function usePopupContainer(): HTMLElement {
  return useContext(PopupContainerContext) ?? document.querySelector('main') ?? document.body
}
