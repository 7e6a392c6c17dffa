import type { OpenReview, ReviewPost } from '@ninesixteen/shared/api/approvals'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { Check, LinkIcon, Lock } from 'lucide-react'
import { useState, useSyncExternalStore, type FormEvent } from 'react'
import { APPROVAL_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { errorText } from '../../api/api-error.ts'
import { keep, readStored } from '../../app/browser-storage.ts'
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

const NAME_KEY = 'ninesixteen.review-name'
const readName = (): string => readStored(NAME_KEY, String) ?? ''
/** The server renders the field empty. */
const NO_NAME = () => ''
const NEVER_CHANGES = () => () => undefined
/** The client decides without typing a name. */
const UNNAMED = 'Client'

const isOpen = ({ stage, state }: ReviewPost): boolean => stage === 'open' && state !== 'approved'

function Posts({ review, calls }: { review: OpenReview; calls: ReviewCalls }) {
  const { title, company, logoUrl, posts, expiresAt } = review
  const [pending, setPending] = useState<PendingDecision | null>(null)
  const [failure, setFailure] = useState<{ position: number; message: string } | null>(null)
  const [busyPosition, setBusyPosition] = useState<number | null>(null)
  const storedName = useSyncExternalStore(NEVER_CHANGES, readName, NO_NAME)
  const [typedName, setTypedName] = useState<string | null>(null)
  const name = typedName ?? storedName
  const [announcement, setAnnouncement] = useState('')
  const approved = posts.filter(({ state }) => state === 'approved').length
  const open = posts.filter(isOpen)

  async function submit(decision: PendingDecision, text: string): Promise<void> {
    const input = { name: name.trim() || UNNAMED, text }
    if (decision.kind === 'comment') await calls.comment({ ...input, position: decision.posts[0]?.position ?? 0, ...decision.pin })
    else
      await calls.decide({ ...input, decision: decision.kind, posts: decision.posts.map(({ position, digest }) => ({ position, digest })) })
    setAnnouncement(decision.kind === 'comment' ? 'Comment sent.' : decision.kind === 'approved' ? 'Approved.' : 'Your request was sent.')
    setPending(null)
  }

  /** One tap approves a post; a comment can follow. */
  async function approve(post: ReviewPost): Promise<void> {
    setBusyPosition(post.position)
    setFailure(null)
    await submit({ kind: 'approved', posts: [post], pin: null }, '').catch((thrown: unknown) =>
      setFailure({ position: post.position, message: errorText(thrown) }),
    )
    setBusyPosition(null)
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
        <div className={styles.name}>
          <TextField
            label="Your name"
            hint="Shown with your approvals and comments."
            autoComplete="name"
            maxLength={APPROVAL_NAME_MAX}
            value={name}
            onChange={({ currentTarget }) => {
              setTypedName(currentTarget.value)
              keep(NAME_KEY, currentTarget.value)
            }}
          />
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
            <ReviewedPost
              post={post}
              team={company ?? 'The team'}
              busy={busyPosition === post.position}
              failure={failure?.position === post.position ? failure.message : null}
              onApprove={() => void approve(post)}
              onDecide={setPending}
            >
              {formOf(post)}
            </ReviewedPost>
          </li>
        ))}
      </ol>
      <p className={styles.until}>This link works until {shownDay(new Date(expiresAt), 'UTC')}.</p>
    </main>
  )
}
