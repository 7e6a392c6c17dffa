import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { useEditorSession } from '../document/session-context.ts'
import type { RewriteInstruction } from './rewriter.ts'
import styles from './rewriting.module.css'

/** Maximum length on the server. */
const TONE_MAX = 200
const TONES = ['calm', 'funny', 'warm', 'bold', 'matter-of-fact', 'curious'] as const

export interface ToneDialogProps {
  /** The text to rewrite; it stays while the dialog closes. */
  target: Pick<RewriteInstruction, 'slideId' | 'boxId'> | null
  open: boolean
  onOpenChange(open: boolean): void
}

export function ToneDialog({ target, open, onOpenChange }: ToneDialogProps) {
  const { rewriter } = useEditorSession()
  const [tone, setTone] = useState('')
  const start = (wanted: string): void => {
    if (!target || wanted.trim() === '') return
    onOpenChange(false)
    rewriter.start({ ...target, how: 'tone', tone: wanted.trim() })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Other tone" size="small">
      <form
        className={styles.tone}
        onSubmit={(event) => {
          event.preventDefault()
          start(tone)
        }}
      >
        <div className={styles.tones} role="group" aria-label="Tones">
          {TONES.map((name) => (
            <Button key={name} size="small" onClick={() => start(name)}>
              {name}
            </Button>
          ))}
        </div>
        <TextField label="Or in your own words" maxLength={TONE_MAX} value={tone} onChange={(event) => setTone(event.target.value)} />
        <Button type="submit" variant="primary" disabled={tone.trim() === ''}>
          Rewrite
        </Button>
      </form>
    </Dialog>
  )
}
