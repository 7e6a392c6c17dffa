import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { CalendarClock, Copy, Pencil, RotateCcw, SendHorizontal, Share2, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { opensSchedulePost, schedulePost } from '../../../app/schedule-post.ts'
import { Button } from '../../../components/button.tsx'
import { lazyPart } from '../../../components/load-part.tsx'
import { useSchedulerContext } from '../post-actions.ts'
import { postNow, removePosts, retryPosts } from '../post-mutations.ts'
import { isChangeable, isDraft, isRemovable, isRetryable, isWaiting } from '../post-texts.ts'
import styles from './post-details.module.css'
import { settledTime, TimeFields, typedTime } from './time-fields.tsx'

const ShareDialog = lazyPart(async () => (await import('../approval/share-dialog.tsx')).ShareDialog)

export interface DetailsActionsProps {
  post: ScheduledPost
  zone: string
  /** Closes the details, for a dialog or because the post was deleted. */
  onLeave(): void
}

/** The actions that the post's state allows. */
export function DetailsActions({ post, zone, onLeave }: DetailsActionsProps) {
  const { actions } = useSchedulerContext()
  const [posting, setPosting] = useState(false)
  const [sharing, setSharing] = useState<readonly ScheduledPost[] | null>(null)
  const [rescheduling, setRescheduling] = useState<readonly ScheduledPost[] | null>(null)
  const opensDialog = (kind: 'edit' | 'duplicate') => {
    const { onClick, ...preloading } = opensSchedulePost({ kind, postId: post.id })
    return { ...preloading, onClick: () => (onLeave(), onClick()) }
  }
  const edit = async (): Promise<void> => {
    const posts = await actions.which('Edit', post)
    const [first, ...others] = posts ?? []
    if (!first) return
    onLeave()
    schedulePost({ kind: 'edit', postId: first.id, others: others.map(({ id }) => id) })
  }
  const publish = async (verb: 'Post' | 'Retry'): Promise<void> => {
    const posts = await actions.which(verb, post)
    if (!posts) return
    setPosting(true)
    await (verb === 'Post' ? postNow(posts) : retryPosts(posts, 'now'))
    setPosting(false)
  }
  const remove = async (): Promise<void> => {
    const posts = await actions.which('Delete', post)
    if (posts && (await removePosts(posts)) && posts.some(({ id }) => id === post.id)) onLeave()
  }
  if (rescheduling && isRetryable(post)) return <RescheduleForm posts={rescheduling} zone={zone} onDone={() => setRescheduling(null)} />
  return (
    <div className={styles.actions}>
      {isRetryable(post) && (
        <>
          <Button size="small" variant="primary" icon={<RotateCcw />} busy={posting} onClick={() => void publish('Retry')}>
            {posting ? 'Posting...' : 'Retry now'}
          </Button>
          <Button size="small" icon={<CalendarClock />} onClick={() => void actions.which('Reschedule', post).then(setRescheduling)}>
            Reschedule
          </Button>
        </>
      )}
      {isChangeable(post) && (
        <>
          <Button size="small" icon={<Pencil />} {...opensDialog('edit')} onClick={() => void edit()}>
            {isDraft(post) ? 'Edit and schedule' : 'Edit'}
          </Button>
          <Button size="small" icon={<Share2 />} onClick={() => void actions.which('Share', post).then(setSharing)}>
            Share for approval
          </Button>
          <Button size="small" icon={<SendHorizontal />} busy={posting} onClick={() => void publish('Post')}>
            {posting ? 'Posting...' : 'Post now'}
          </Button>
        </>
      )}
      <Button size="small" icon={<Copy />} {...opensDialog('duplicate')}>
        Duplicate
      </Button>
      {isWaiting(post) && (
        <Button size="small" variant="danger" icon={<X />} onClick={() => void actions.cancel(post)}>
          Cancel Post
        </Button>
      )}
      {isRemovable(post) && (
        <Button size="small" variant="danger" icon={<Trash2 />} onClick={() => void remove()}>
          Delete
        </Button>
      )}
      {sharing && <ShareDialog postIds={sharing.map(({ id }) => id)} onClose={() => setSharing(null)} />}
    </div>
  )
}

/** Reschedules posts that failed, were cancelled or missed. */
function RescheduleForm({ posts, zone, onDone }: { posts: readonly ScheduledPost[]; zone: string; onDone(): void }) {
  const [typed, setTyped] = useState(() => typedTime(null, zone))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const resolved = settledTime(typed, zone)
    if (!resolved) return setError('Please select a date and time')
    setBusy(true)
    const isDone = await retryPosts(posts, resolved.at.toISOString())
    setBusy(false)
    if (isDone) onDone()
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TimeFields typed={typed} onChange={setTyped} zone={zone} error={error} />
      <div className={styles.formEnd}>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        <Button variant="primary" type="submit" busy={busy}>
          {busy ? 'Scheduling...' : 'Schedule'}
        </Button>
      </div>
    </form>
  )
}
