import type { OpenReview, ReviewPost } from '@ninesixteen/shared/api/approvals'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { Check, LinkIcon, Lock } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Mark } from '../../components/mark.tsx'
import { Notice } from '../../components/notice.tsx'
import { DecisionForm, type PendingDecision } from './decision-form.tsx'
import { useReview, type ReviewCalls } from './review-data.ts'
import { ReviewedPost } from './reviewed-post.tsx'
import styles from './review-page.module.css'

/** A client's page with the posts of a link, exactly as they go out. Readable without scripts; comments and decisions need them. */
export function ReviewPage() {
  const { shown, calls } = useReview()
  return (
    <div className={styles.page}>
      {shown === null ? <LinkExpired /> : shown.isLocked ? <Passcode calls={calls} /> : <Posts review={shown} calls={calls} />}
      <footer className={styles.foot}>
        <Mark size={18} /> Made with {PRODUCT_NAME}
      </footer>
    </div>
  )
}

function LinkExpired() {
  return (
    <main className={styles.single}>
      <LinkIcon aria-hidden="true" />
      <h1>This link no longer works</h1>
      <p>It has expired or was revoked. Ask your contact for a new one.</p>
    </main>
  )
}

function Passcode({ calls }: { calls: ReviewCalls }) {
  const [passcode, setPasscode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await calls.unlock(passcode).catch((thrown: unknown) => setError(errorText(thrown)))
    setBusy(false)
  }
  return (
    <main className={styles.single}>
      <Lock aria-hidden="true" />
      <h1>Enter the passcode</h1>
      <p>Your contact has it.</p>
      <form className={styles.unlock} onSubmit={(event) => void submit(event)}>
        <TextField
          label="Passcode"
          type="password"
          autoComplete="off"
          required
          value={passcode}
          error={error}
          onChange={({ currentTarget }) => setPasscode(currentTarget.value)}
        />
        <Button variant="primary" size="large" type="submit" wide busy={busy}>
          {busy ? 'Opening...' : 'Open'}
        </Button>
      </form>
    </main>
  )
}

const isOpen = ({ stage, state }: ReviewPost): boolean => stage === 'open' && state !== 'approved'

function Posts({ review, calls }: { review: OpenReview; calls: ReviewCalls }) {
  const { title, company, logoUrl, posts, expiresAt } = review
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const approved = posts.filter(({ state }) => state === 'approved').length
  const open = posts.filter(isOpen)

  async function submit(decision: PendingDecision, input: { name: string; text: string }): Promise<void> {
    if (decision.kind === 'comment') await calls.comment({ ...input, position: decision.posts[0]?.position ?? 0, ...decision.pin })
    else
      await calls.decide({ ...input, decision: decision.kind, posts: decision.posts.map(({ position, digest }) => ({ position, digest })) })
    setAnnouncement(decision.kind === 'comment' ? 'Comment sent.' : decision.kind === 'approved' ? 'Approved.' : 'Your request was sent.')
    setPending(null)
  }

  const formOf = (post: ReviewPost | null) => {
    const isHere = pending && (post ? pending.posts.length === 1 && pending.posts[0]?.position === post.position : pending.posts.length > 1)
    return isHere ? <DecisionForm pending={pending} onSubmit={submit} onCancel={() => setPending(null)} /> : null
  }
  return (
    <main className={styles.main}>
      <header className={styles.head}>
        {company && (
          <p className={styles.company}>
            {logoUrl && <img src={logoUrl} alt="" className={styles.logo} />}
            {company}
          </p>
        )}
        <h1>{title}</h1>
        <p className={styles.lead}>
          {posts.length === 1 ? 'This post' : `These ${posts.length} posts`} will go out exactly as shown. Approve, or say what to change.
        </p>
        <div className={styles.progress}>
          <progress max={posts.length} value={approved} aria-label="Approved posts" />
          <p className="tabular">
            {approved} of {posts.length} approved
          </p>
        </div>
        {open.length > 1 && pending?.posts.length !== open.length && (
          <Button
            variant="primary"
            size="large"
            icon={<Check aria-hidden="true" />}
            onClick={() => setPending({ kind: 'approved', posts: open, pin: null })}
          >
            Approve all {open.length}
          </Button>
        )}
        {formOf(null)}
        <noscript>
          <Notice kind="info">Turn on JavaScript to comment and approve.</Notice>
        </noscript>
      </header>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ol className={styles.posts}>
        {posts.map((post) => (
          <li key={post.position}>
            <ReviewedPost post={post} team={company ?? 'The team'} onDecide={setPending}>
              {formOf(post)}
            </ReviewedPost>
          </li>
        ))}
      </ol>
      <p className={styles.until}>This link works until {shownDay(new Date(expiresAt), 'UTC')}.</p>
    </main>
  )
}
