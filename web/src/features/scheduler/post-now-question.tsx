import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { accountOf, isByHand, platformOf } from './post-words.ts'

export interface PostNowQuestionProps {
  post: ScheduledPost
  open: boolean
  onOpenChange(open: boolean): void
  busy?: boolean
  onConfirm(): void
}

/** Asked before a post goes out at once, whichever button it was. */
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
      {isByHand(post)
        ? `You get the slides and the caption at once, to post on ${platformOf(post)} yourself.`
        : `This publishes for real: the post goes out to ${accountOf(post)} on ${platformOf(post)} at once.`}
    </ConfirmDialog>
  )
}
