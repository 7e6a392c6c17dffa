import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { CalendarClock, Copy, Pencil, RotateCcw, SendHorizontal, Share2, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { opensSchedulePost } from '../../../app/schedule-post.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { lazyPart } from '../../../components/load-part.tsx'
import { cancelPosts, postNow, removePosts, retryPost } from '../post-mutations.ts'
import { PostNowQuestion } from '../post-now-question.tsx'
import { isChangeable, isDraft, isEnded, isRetryable, isWaiting, platformOf } from '../post-texts.ts'
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
  const [confirming, setConfirming] = useState<'now' | 'retry' | 'remove' | null>(null)
  const [sharing, setSharing] = useState(false)
  const [rescheduling, setRescheduling] = useState(false)
  const isRemovable = (isEnded(post) && post.delivery !== 'unconfirmed') || isDraft(post)
  const opensDialog = (kind: 'edit' | 'duplicate') => {
    const { onClick, ...preloading } = opensSchedulePost({ kind, postId: post.id })
    return { ...preloading, onClick: () => (onLeave(), onClick()) }
  }
  if (rescheduling && isRetryable(post)) return <RescheduleForm post={post} zone={zone} onDone={() => setRescheduling(false)} />
  return (
    <div className={styles.actions}>
      {isRetryable(post) && (
        <>
          <Button size="small" variant="primary" icon={<RotateCcw />} onClick={() => setConfirming('retry')}>
            Retry now
          </Button>
          <Button size="small" icon={<CalendarClock />} onClick={() => setRescheduling(true)}>
            Reschedule
          </Button>
        </>
      )}
      {isChangeable(post) && (
        <>
          <Button size="small" icon={<Pencil />} {...opensDialog('edit')}>
            {isDraft(post) ? 'Edit and schedule' : 'Edit'}
          </Button>
          <Button size="small" icon={<Share2 />} onClick={() => setSharing(true)}>
            Share for approval
          </Button>
          <Button size="small" icon={<SendHorizontal />} onClick={() => setConfirming('now')}>
            Post now
          </Button>
        </>
      )}
      <Button size="small" icon={<Copy />} {...opensDialog('duplicate')}>
        Duplicate
      </Button>
      {isWaiting(post) && (
        <Button size="small" variant="danger" icon={<X />} onClick={() => void cancelPosts([post])}>
          Cancel Post
        </Button>
      )}
      {isRemovable && (
        <Button size="small" variant="danger" icon={<Trash2 />} onClick={() => setConfirming('remove')}>
          Delete
        </Button>
      )}
      {sharing && <ShareDialog postIds={[post.id]} onClose={() => setSharing(false)} />}
      <Confirmations post={post} action={confirming} onClose={() => setConfirming(null)} onDeleted={onLeave} />
    </div>
  )
}

interface ConfirmationsProps {
  post: ScheduledPost
  action: 'now' | 'retry' | 'remove' | null
  onClose(): void
  onDeleted(): void
}

/** Confirms actions that can't be undone. */
function Confirmations({ post, action, onClose, onDeleted }: ConfirmationsProps) {
  const [busy, setBusy] = useState(false)
  const act = async (run: () => Promise<boolean>) => {
    setBusy(true)
    const isDone = await run()
    setBusy(false)
    onClose()
    return isDone
  }
  return (
    <>
      <PostNowQuestion
        post={post}
        open={action === 'now' || action === 'retry'}
        onOpenChange={onClose}
        busy={busy}
        onConfirm={() => void act(() => (isRetryable(post) ? retryPost(post, 'now') : postNow(post)))}
      />
      <ConfirmDialog
        open={action === 'remove'}
        onOpenChange={onClose}
        title="Delete this post?"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={busy}
        onConfirm={() => void act(() => removePosts([post])).then((isDone) => isDone && onDeleted())}
      >
        This also deletes its history.{post.status === 'published' && ` The post stays on ${platformOf(post)}.`}
      </ConfirmDialog>
    </>
  )
}

/** Reschedules a post that failed, was cancelled or missed. */
function RescheduleForm({ post, zone, onDone }: { post: ScheduledPost; zone: string; onDone(): void }) {
  const [typed, setTyped] = useState(() => typedTime(null, zone))
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    const resolved = settledTime(typed, zone)
    if (!resolved) return setError('Please select a date and time')
    setBusy(true)
    const isDone = await retryPost(post, resolved.at.toISOString())
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
