import { CloudOff, LogIn, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sessionGate } from '../../../api/session-gate.ts'
import { Button } from '../../../components/button.tsx'
import { isMac, printKeys } from '../keyboard/keyboard.ts'
import styles from './save-status.module.css'
import type { SaveState } from '../saving/save-state.ts'
import { useEditorSession, useStatus } from '../document/session-context.ts'

/** Milliseconds that "Saved!" is shown. */
const SAVED_SHOWN = 1500

function useJustSaved(): boolean {
  const saves = useStatus((status) => status.saves)
  const [over, setOver] = useState(saves)
  useEffect(() => {
    const timer = setTimeout(() => setOver(saves), SAVED_SHOWN)
    return () => clearTimeout(timer)
  }, [saves])
  return saves !== over
}

const WORDS: Partial<Record<SaveState['kind'], string>> = {
  saving: 'Saving…',
  offline: 'Offline: saved on this device',
  failed: 'Failed to save changes',
  'signed-out': 'Sign in to save your work',
  gone: 'Deleted elsewhere: saved on this device',
  conflict: 'Changed elsewhere',
}

const ICONS = { offline: CloudOff, failed: TriangleAlert, gone: TriangleAlert, conflict: TriangleAlert, 'signed-out': LogIn }

/** The save state, with the button that resolves it. */
export function SaveStatus({ onResolve, onSaveCopy }: { onResolve(): void; onSaveCopy(): void }) {
  const { saver } = useEditorSession()
  const save = useStatus((status) => status.save)
  const justSaved = useJustSaved()
  const waiting = save.kind === 'unsaved' || save.kind === 'offline' || save.kind === 'failed'
  const words = save.kind === 'saved' ? '' : WORDS[save.kind]
  const Icon = save.kind in ICONS ? ICONS[save.kind as keyof typeof ICONS] : null
  return (
    <div className={styles.status}>
      <span role="status" className={styles.words} data-kind={save.kind} title={save.kind === 'failed' ? save.message : undefined}>
        {save.kind === 'saved' && justSaved && <span className={styles.saved}>✓ Saved!</span>}
        {words && (
          <>
            {Icon && <Icon aria-hidden="true" />} {words}
          </>
        )}
      </span>
      {waiting && (
        <Button size="small" className={styles.save} title={printKeys('mod+s', isMac())} onClick={() => saver.saveNow()}>
          Save Changes
        </Button>
      )}
      {save.kind === 'conflict' && (
        <Button size="small" variant="primary" onClick={onResolve}>
          Choose
        </Button>
      )}
      {save.kind === 'signed-out' && (
        <Button size="small" variant="primary" onClick={() => sessionGate.show()}>
          Sign in
        </Button>
      )}
      {save.kind === 'gone' && (
        <Button size="small" variant="primary" onClick={onSaveCopy}>
          Save as copy
        </Button>
      )}
    </div>
  )
}
