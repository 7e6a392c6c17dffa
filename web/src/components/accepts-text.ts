/** Inputs into which nobody types: a slider or a switch that was used leaves the keys to the page. */
const WITHOUT_TEXT = ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']

const TEXT_FIELDS = [
  'textarea',
  '[contenteditable]:not([contenteditable="false"])',
  `input${WITHOUT_TEXT.map((type) => `:not([type="${type}"])`).join('')}`,
].join(', ')

/** Whether keys and the clipboard belong to a text that is typed there. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELDS) !== null
}
