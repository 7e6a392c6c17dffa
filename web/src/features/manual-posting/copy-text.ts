/**
 * Puts a text on the clipboard; false where the browser does not let it. Under an address without https, as in a home network, there is only
 * the old way, by a selection.
 */
export async function copyText(text: string): Promise<boolean> {
  const isWritten =
    isSecureContext &&
    (await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    ))
  return isWritten || copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  // In sight for the browser, which copies nothing of what is hidden, and not for people; 16 px, or iOS would zoom in.
  Object.assign(field.style, { position: 'fixed', inset: '0 auto auto 0', opacity: '0', fontSize: '16px' })
  document.body.append(field)
  field.select()
  field.setSelectionRange(0, text.length)
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
