/** Pop-ups stand inside the page's main part, where readers that jump by landmarks find them; on a page without one, in the body. */
export function popupContainer(): HTMLElement {
  return document.querySelector('main') ?? document.body
}
