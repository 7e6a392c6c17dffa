import type { ChangeCause } from '../document/editor-store.ts'
import type { SaveUrgency } from './saver.ts'

/** Edits that the specification saves at once regardless of the setting: text boxes, image boxes, slide order. */
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

/** Without autosave, other edits stay on the device until the user saves. */
export function urgencyOf(cause: ChangeCause, autoSave: boolean): SaveUrgency {
  if (AT_ONCE.has(cause)) return 'now'
  return autoSave ? 'soon' : 'asked'
}
