/** Inputs without text: a focused slider or switch leaves keyboard shortcuts to the page. */
const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const TEXT_FIELDS = [
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
  `input${WITHOUT_TEXT.map((type) => `:not([type="${type}"])`).join('')}`,
].join(', ')

/** Whether keys and clipboard events at this target belong to a text input. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELDS) !== null
}

/** The distance in tiles that an arrow key moves the focus; null for other keys. */
export function focusStep(key: string, columns: number): number | null {
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return -columns
    case 'ArrowDown':
      return columns
    default:
      return null
  }
}
