import type { ReviewPost } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_COMMENT_MAX } from '@ninesixteen/shared/api/limits'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { TextArea } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './review-page.module.css'

/** A decision or comment that the client is about to send, and its posts. */
export type PendingDecision = { posts: readonly ReviewPost[] } & (
  | { kind: 'approved' | 'changes-asked'; pin: null }
  | { kind: 'comment'; pin: { slide: number | null; onCaption: boolean } }
)

export interface DecisionFormProps {
  pending: PendingDecision
  onSubmit(pending: PendingDecision, text: string): Promise<void>
  onCancel(): void
}

const LABELS = {
  approved: { title: 'Approve', action: 'Approve', busy: 'Approving...', text: null },
  'changes-asked': { title: 'Ask for changes', action: 'Send', busy: 'Sending...', text: 'What should change?' },
  comment: { title: 'Comment', action: 'Send', busy: 'Sending...', text: 'Your comment' },
} as const

const MISSING = { approved: null, 'changes-asked': 'Say what should change.', comment: 'Write a comment.' } as const

function titleOf({ kind, posts, pin }: PendingDecision): string {
  if (pin?.onCaption) return 'Comment on the caption'
  if (pin && pin.slide !== null) return `Comment on slide ${pin.slide + 1}`
  return posts.length > 1 ? `Approve ${posts.length} posts` : LABELS[kind].title
}

/** The text of a decision or comment, or the confirmation that all posts are meant. */
export function DecisionForm({ pending, onSubmit, onCancel }: DecisionFormProps) {
  const labels = LABELS[pending.kind]
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('textarea, [type="submit"]')?.focus({ preventScroll: true })
    // The last button, too, is above the fold of a phone.
    form.current?.scrollIntoView({ block: 'center' })
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (labels.text !== null && text.trim() === '') {
      setMissing(true)
      form.current?.querySelector('textarea')?.focus()
      return
    }
    setBusy(true)
    setError(null)
    await onSubmit(pending, text.trim()).catch((thrown: unknown) => {
      setError(errorText(thrown))
      setBusy(false)
    })
  }
  return (
    <form ref={form} className={styles.form} aria-label={titleOf(pending)} noValidate onSubmit={(event) => void submit(event)}>
      <h3>{titleOf(pending)}</h3>
      {labels.text !== null && (
        <TextArea
          label={labels.text}
          maxLength={APPROVAL_COMMENT_MAX}
          rows={3}
          value={text}
          error={isMissing && text.trim() === '' ? MISSING[pending.kind] : null}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      {error && <Notice kind="bad">{error}</Notice>}
      <div className={styles.formEnd}>
        <Button variant="ghost" size="large" onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" size="large" type="submit" busy={busy}>
          {busy ? labels.busy : labels.action}
        </Button>
      </div>
    </form>
  )
}
