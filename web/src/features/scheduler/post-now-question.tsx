import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { accountOf, isPostedManually, platformOf } from './post-texts.ts'

export interface PostNowQuestionProps {
  post: ScheduledPost
  open: boolean
  onOpenChange(open: boolean): void
  busy?: boolean
  onConfirm(): void
}

/** Confirms posting now. */
export function PostNowQuestion({ post, open, onOpenChange, busy = false, onConfirm }: PostNowQuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Post now?"
      confirmLabel="Post now"
      busyLabel="Posting..."
      busy={busy}
      danger={false}
      onConfirm={onConfirm}
    >
      {isPostedManually(post)
        ? `You get the slides and the caption right away, to post on ${platformOf(post)} yourself.`
        : `This publishes for real: it posts to ${accountOf(post)} on ${platformOf(post)} right away.`}
    </ConfirmDialog>
  )
}
