import { Dialog } from '../../components/dialog.tsx'
import styles from './content-plan.module.css'

const KEYS: readonly (readonly [string, readonly string[]])[] = [
  ['Next and previous post', ['J', 'K', '↓', '↑']],
  ['Approve', ['A']],
  ['Edit the texts', ['E']],
  ['Move to another time', ['M']],
  ['Swap the idea', ['I']],
  ['Write it again', ['R']],
  ['Skip', ['S']],
  ['Select', ['X', 'Space']],
  ['Show these shortcuts', ['?']],
]

export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Keyboard shortcuts"
      description="They work while a post has focus. On a phone, swipe its title right to approve and left to skip."
    >
      <dl className={styles.keys} tabIndex={0} aria-label="Shortcuts">
        {KEYS.map(([label, keys]) => (
          <div key={label} className={styles.keyRow}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
