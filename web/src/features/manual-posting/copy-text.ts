/**
 * Copies a text to the clipboard; false if the browser refuses. Without HTTPS, as in a home network, only the old way by a selection works.
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
  // Transparent, because browsers copy nothing from hidden elements; 16 px, because iOS zooms into smaller text.
  Object.assign(field.style, { position: 'fixed', inset: '0 auto auto 0', opacity: '0', fontSize: '16px' })
  document.body.append(field)
  field.select()
  field.setSelectionRange(0, text.length)
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
