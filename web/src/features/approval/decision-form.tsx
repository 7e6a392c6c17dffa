import type { ReviewPost } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_COMMENT_MAX, APPROVAL_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { keep, readStored } from '../../app/browser-storage.ts'
import { Button } from '../../components/button.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './review-page.module.css'

const NAME_KEY = 'ninesixteen.review-name'

/** A decision or comment that the client is about to send, and its posts. */
export type PendingDecision = { posts: readonly ReviewPost[] } & (
  | { kind: 'approved' | 'changes-asked'; pin: null }
  | { kind: 'comment'; pin: { slide: number | null; onCaption: boolean } }
)

export interface DecisionFormProps {
  pending: PendingDecision
  onSubmit(pending: PendingDecision, input: { name: string; text: string }): Promise<void>
  onCancel(): void
}

const LABELS = {
  approved: { title: 'Approve', action: 'Approve', busy: 'Approving...', text: 'Comment (optional)' },
  'changes-asked': { title: 'Ask for changes', action: 'Send', busy: 'Sending...', text: 'What should change?' },
  comment: { title: 'Comment', action: 'Send', busy: 'Sending...', text: 'Your comment' },
} as const

function titleOf({ kind, posts, pin }: PendingDecision): string {
  if (pin?.onCaption) return 'Comment on the caption'
  if (pin && pin.slide !== null) return `Comment on slide ${pin.slide + 1}`
  return posts.length > 1 ? `Approve ${posts.length} posts` : LABELS[kind].title
}

/** Name and text of a decision or comment. */
export function DecisionForm({ pending, onSubmit, onCancel }: DecisionFormProps) {
  const labels = LABELS[pending.kind]
  const [typed, setTyped] = useState(() => ({ name: readStored(NAME_KEY, String) ?? '', text: '' }))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea') ?? [])]
    const first = fields.find(({ value }) => value === '') ?? fields[0]
    first?.focus()
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setError(null)
    keep(NAME_KEY, typed.name)
    await onSubmit(pending, { name: typed.name.trim(), text: typed.text.trim() }).catch((thrown: unknown) => {
      setError(errorText(thrown))
      setBusy(false)
    })
  }
  return (
    <form ref={form} className={styles.form} aria-label={titleOf(pending)} onSubmit={(event) => void submit(event)}>
      <h3>{titleOf(pending)}</h3>
      <TextField
        label="Your name"
        autoComplete="name"
        required
        maxLength={APPROVAL_NAME_MAX}
        value={typed.name}
        onChange={({ currentTarget }) => setTyped({ ...typed, name: currentTarget.value })}
      />
      {pending.posts.length === 1 && (
        <TextArea
          label={labels.text}
          required={pending.kind !== 'approved'}
          maxLength={APPROVAL_COMMENT_MAX}
          rows={3}
          value={typed.text}
          onChange={({ currentTarget }) => setTyped({ ...typed, text: currentTarget.value })}
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
