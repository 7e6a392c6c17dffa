import { LANGUAGE_MAX, OFFERED_LANGUAGES } from '@ninesixteen/shared/api/limits'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { useEditorSession } from '../document/session-context.ts'
import type { RewriteTarget } from './rewriter.ts'
import styles from './rewriting.module.css'

/** The text to rewrite, and what the user still has to choose: a tone unless `how` says otherwise. */
export interface WordingTarget extends RewriteTarget {
  how?: 'tone' | 'translate'
}

export interface ToneDialogProps {
  /** It stays while the dialog closes. */
  target: WordingTarget | null
  open: boolean
  onOpenChange(open: boolean): void
}

const CHOICES = {
  tone: {
    title: 'Other tone',
    group: 'Tones',
    label: 'Or in your own words',
    /** Maximum length on the server. */
    most: 200,
    submit: 'Rewrite',
    names: ['calm', 'funny', 'warm', 'bold', 'matter-of-fact', 'curious'],
  },
  translate: {
    title: 'Other language',
    group: 'Languages',
    label: 'Or another language',
    most: LANGUAGE_MAX,
    submit: 'Translate',
    names: OFFERED_LANGUAGES,
  },
} as const

/** Asks for a tone or a language, and rewrites the text in it. */
export function ToneDialog({ target, open, onOpenChange }: ToneDialogProps) {
  const { rewriter } = useEditorSession()
  const [typed, setTyped] = useState('')
  const how = target?.how ?? 'tone'
  const { title, group, label, most, submit, names } = CHOICES[how]
  const start = (wording: string): void => {
    const chosen = wording.trim()
    if (!target || chosen === '') return
    onOpenChange(false)
    setTyped('')
    rewriter.start({ ...target, how, ...(how === 'tone' ? { tone: chosen } : { tone: '', language: chosen }) })
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="small">
      <form
        className={styles.tone}
        onSubmit={(event) => {
          event.preventDefault()
          start(typed)
        }}
      >
        <div className={styles.tones} role="group" aria-label={group}>
          {names.map((name) => (
            <Button key={name} size="small" onClick={() => start(name)}>
              {name}
            </Button>
          ))}
        </div>
        <TextField data-kept label={label} maxLength={most} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
          {submit}
        </Button>
      </form>
    </Dialog>
  )
}
