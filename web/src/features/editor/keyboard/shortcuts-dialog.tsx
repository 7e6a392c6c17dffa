import { Dialog } from '../../../components/dialog.tsx'
import { actions } from '../actions/actions.ts'
import type { EditorAction } from '../actions/editor-action.ts'
import { isMac, printKeys } from './keyboard.ts'
import styles from './shortcuts-dialog.module.css'

/** Keys that no action handles. */
const OTHERS: readonly (readonly [string, readonly string[]])[] = [
  ['Move a box', ['← ↑ → ↓']],
  ['Move by 10', ['Shift + ← ↑ → ↓']],
  ['Drag without snapping', ['Ctrl or ⌘ held']],
  ['Drag along one axis, resize in ratio', ['Shift held']],
  ['Rotate in steps of 15°', ['Shift held']],
  ['Drag a copy, resize from the centre', ['Alt held']],
  ['Add text at that spot', ['Double-click the slide']],
  ['Adjust the photo, with Design open on Photo', ['Double-click the slide']],
  ['Crop an image', ['Double-click it']],
  ['Move a layer, in the list of layers', ['Alt + ↑ ↓']],
  ['Rename a layer, in the list of layers', ['F2']],
  ['Finish editing text', ['Enter']],
  ['New line in text', ['Shift + Enter']],
  ['Cancel, deselect, leave fullscreen', ['Esc']],
  ['Select several boxes', ['Drag from an empty spot']],
  ['Copy, cut and paste boxes, images and text', ['mod+c', 'mod+x', 'mod+v']],
]

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const mac = isMac()
  const print = (keys: string): string => (keys.startsWith('mod') ? printKeys(keys, mac) : keys)
  const listed = Object.values<EditorAction>(actions).filter((action) => action.keys.length > 0)
  const rows = [...listed.map((action) => [action.label, action.keys.map((keys) => printKeys(keys, mac))] as const), ...OTHERS]
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="Single-letter shortcuts work while the slide has focus."
    >
      <dl className={styles.list} tabIndex={0} aria-label="Shortcuts">
        {rows.map(([label, keys]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {keys.map((one) => (
                <kbd key={one}>{print(one)}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
