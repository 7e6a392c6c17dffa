import type { ApprovalComment, ReviewPost } from '@ninesixteen/shared/api/approvals'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { Check, MessageSquarePlus, PencilLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import type { PendingDecision } from './decision-form.tsx'
import styles from './review-page.module.css'

const STATES = { 'in-review': 'In review', 'changes-asked': 'Changes asked', approved: 'Approved' } as const
const STAGES = { preparing: 'Being prepared', open: null, sending: 'Going out', published: 'Published', ended: 'Closed' } as const

interface ReviewedPostProps {
  post: ReviewPost
  /** The name of the replying team, as the client knows it. */
  team: string
  /** Whether its approval is being sent. */
  busy: boolean
  /** Why its approval failed. */
  failure: string | null
  onApprove(): void
  onDecide(pending: PendingDecision): void
  /** The open form for this post. */
  children: ReactNode
}

/** One post with its slides, texts, comments and the client's choices. */
export function ReviewedPost({ post, team, busy, failure, onApprove, onDecide, children }: ReviewedPostProps) {
  const { platform, account, scheduledTime, timeZone, files, kind, stage, state } = post
  const startComment = (pin: Extract<PendingDecision, { kind: 'comment' }>['pin']) => onDecide({ kind: 'comment', posts: [post], pin })
  const name = `${platform.label} post ${post.position + 1}`
  const canComment = stage === 'open' || stage === 'preparing'
  return (
    <article className={styles.post} aria-label={name}>
      <header className={styles.postHead}>
        <h2>
          <span className={styles.platform} data-platform={platform.id}>
            {platform.label}
          </span>
          {account && <span>@{account}</span>}
        </h2>
        <p className={styles.state} data-state={stage === 'open' ? state : stage}>
          {STAGES[stage] ?? STATES[state]}
        </p>
        <p className={styles.when}>
          {scheduledTime ? `${shownMoment(new Date(scheduledTime), timeZone)}, ${timeZone.replaceAll('_', ' ')}` : 'No time set yet'}
        </p>
      </header>
      {/* A tab stop, so that arrow keys scroll it. */}
      <ul className={styles.slides} tabIndex={0} aria-label={kind === 'video' ? 'Video' : `Slides of ${name}`}>
        {files.map(({ url, mimeType, width, height }, slide) => (
          <li key={url}>
            {mimeType.startsWith('video/') ? (
              <video src={url} width={width} height={height} controls muted playsInline aria-label="The video" />
            ) : (
              <img src={url} width={width} height={height} alt={`Slide ${slide + 1} of ${files.length}`} loading="lazy" draggable={false} />
            )}
            {canComment && (
              <button type="button" className={styles.pin} onClick={() => startComment({ slide, onCaption: false })}>
                <MessageSquarePlus aria-hidden="true" />
                <span className="visually-hidden">Comment on slide </span>
                <span>{slide + 1}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles.body}>
        {post.isWithdrawn && state === 'in-review' && (
          <Notice kind="warn">This post changed after {post.decidedBy ?? 'someone'} approved it. Please look at it again.</Notice>
        )}
        <div className={styles.texts}>
          {post.caption && <p className={styles.caption}>{post.caption}</p>}
          {post.description && <p>{post.description}</p>}
          {post.tags.length > 0 && <p className={styles.tags}>{post.tags.map((tag) => `#${tag}`).join(' ')}</p>}
        </div>
        {canComment && (
          <Button size="small" variant="ghost" icon={<MessageSquarePlus />} onClick={() => startComment({ slide: null, onCaption: true })}>
            Comment on the caption
          </Button>
        )}
        <Comments comments={post.comments} team={team} />
        {state !== 'in-review' && post.decidedAt && (
          <p className={styles.decided}>
            {state === 'approved' ? 'Approved' : 'Changes asked'} by {post.decidedBy} on {shownMoment(new Date(post.decidedAt), timeZone)}
          </p>
        )}
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
        {children ??
          (stage === 'open' && (
            <div className={styles.actions}>
              <Button
                size="large"
                icon={<PencilLine aria-hidden="true" />}
                onClick={() => onDecide({ kind: 'changes-asked', posts: [post], pin: null })}
              >
                Ask for changes
              </Button>
              {/* The same element, and never disabled, so that the focus stays on it. */}
              <Button
                size="large"
                variant={state === 'approved' ? 'secondary' : 'primary'}
                icon={state === 'approved' ? <MessageSquarePlus aria-hidden="true" /> : <Check aria-hidden="true" />}
                aria-busy={busy}
                onClick={() => (state === 'approved' ? startComment({ slide: null, onCaption: false }) : busy || onApprove())}
              >
                {state === 'approved' ? 'Add a comment' : busy ? 'Approving...' : 'Approve'}
              </Button>
            </div>
          ))}
      </div>
    </article>
  )
}

function Comments({ comments, team }: { comments: readonly ApprovalComment[]; team: string }) {
  if (comments.length === 0) return null
  return (
    <ul className={styles.comments} aria-label="Comments">
      {comments.map((comment) => (
        <li key={comment.id} data-owner={comment.isOwner || undefined}>
          <p className={styles.author}>
            <b>{comment.isOwner ? team : comment.author}</b> {pinOf(comment)}
          </p>
          <p>{comment.text}</p>
        </li>
      ))}
    </ul>
  )
}

function pinOf({ slide, onCaption }: ApprovalComment): string {
  if (slide !== null) return `on slide ${slide + 1}`
  return onCaption ? 'on the caption' : ''
}
