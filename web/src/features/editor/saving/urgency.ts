import type { ChangeCause } from '../document/editor-store.ts'
import type { SaveUrgency } from './saver.ts'

/** What the specification saves at once whatever the setting says: text boxes, image boxes, the order of slides. */
const AT_ONCE: ReadonlySet<ChangeCause> = new Set([
  'set-text',
  'set-frames',
  'move-boxes',
  'add-boxes',
  'delete-boxes',
  'style-boxes',
  'order-boxes',
  'move-slide',
  'undo',
  'redo',
  'restore',
  'rebase',
])

/** How soon a change is saved. Without autosave the rest waits for the button, and stays on the device until then. */
export function urgencyOf(cause: ChangeCause, autoSave: boolean): SaveUrgency {
  if (AT_ONCE.has(cause)) return 'now'
  return autoSave ? 'soon' : 'asked'
}
