/** The attribute in which copied HTML carries slides, for browsers that keep no format of our own. */
const MARKER = 'data-ninesixteen-slides'

/** HTML that shows texts, and carries slides. */
export function markSlides(json: string, text: string): string {
  const shown = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>')
  return `<div ${MARKER}="${encodeURIComponent(json)}">${shown}</div>`
}

/** The slides that HTML carries, not yet validated; null in any other HTML. */
export function markedSlides(html: string): string | null {
  const [, encoded] = new RegExp(`${MARKER}="([^"]*)"`).exec(html) ?? []
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
