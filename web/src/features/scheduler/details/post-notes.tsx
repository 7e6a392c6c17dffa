import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useState } from 'react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { refreshPosts, settlePost } from '../post-mutations.ts'
import { accountOf, platformOf } from '../post-texts.ts'
import { useSchedulerContext } from '../post-actions.ts'
import styles from './post-details.module.css'

/** Problems of a post, each with its solution. */
export function PostNotes({ post }: { post: ScheduledPost }) {
  if (post.delivery === 'unconfirmed') return <Unconfirmed post={post} />
  return (
    <>
      {post.errorMessage && (
        <Notice
          kind="bad"
          action={
            post.fixHref && (
              <ButtonLink size="small" to={post.fixHref}>
                Fix it
              </ButtonLink>
            )
          }
        >
          {post.errorMessage}
        </Notice>
      )}
      {post.isOutdated && <Outdated post={post} />}
    </>
  )
}

function Unconfirmed({ post }: { post: ScheduledPost }) {
  const [busy, setBusy] = useState<'there' | 'again' | null>(null)
  const [confirming, setConfirming] = useState(false)
  const settle = async (isThere: boolean) => {
    setBusy(isThere ? 'there' : 'again')
    await settlePost(post, isThere)
    setBusy(null)
    setConfirming(false)
  }
  return (
    <Notice kind="warn">
      {post.errorMessage ?? `Sent to ${platformOf(post)}, but not confirmed.`} Check {accountOf(post)} on {platformOf(post)} and choose what
      you see.
      <div className={styles.answers}>
        <Button size="small" busy={busy === 'there'} onClick={() => void settle(true)}>
          It is there
        </Button>
        <Button size="small" onClick={() => setConfirming(true)}>
          It is not there, post again
        </Button>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Post again?"
        confirmLabel="Post again"
        busyLabel="Posting..."
        busy={busy === 'again'}
        danger={false}
        onConfirm={() => void settle(false)}
      >
        This posts to {accountOf(post)} right away. If the first post is on {platformOf(post)} after all, it will be there twice.
      </ConfirmDialog>
    </Notice>
  )
}

function Outdated({ post }: { post: ScheduledPost }) {
  const { actions } = useSchedulerContext()
  const [busy, setBusy] = useState(false)
  const update = async () => {
    const posts = await actions.which('Update', post)
    if (!posts) return
    setBusy(true)
    await refreshPosts(posts)
    setBusy(false)
  }
  return (
    <Notice
      kind="info"
      action={
        <Button size="small" busy={busy} onClick={() => void update()}>
          {busy ? 'Updating...' : 'Update the post'}
        </Button>
      }
    >
      The slideshow has changed since you scheduled this post.
    </Notice>
  )
}
