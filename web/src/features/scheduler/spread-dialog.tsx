import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './drafts-tray.module.css'
import { accountOf, countText, platformOf, titleOf } from './post-texts.ts'

interface SpreadDialogProps {
  drafts: readonly ScheduledPost[]
  zone: string
  onClose(): void
}

interface Assignment {
  post: ScheduledPost
  at: string
}

/** Previews drafts at the free posting times of their accounts, and schedules them there. */
export function SpreadDialog({ drafts, zone, onClose }: SpreadDialogProps) {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const accounts = [...new Set(drafts.flatMap(({ account }) => account?.id ?? []))]
  const nextTimes = useQuery(
    orpc.postingTimes.next.queryOptions({ input: { ids: accounts, count: drafts.length }, enabled: accounts.length > 0, staleTime: 0 }),
  )
  const remainingTimes = new Map(nextTimes.data?.map(({ id, times }) => [id, [...times]]))
  const assignments = drafts.flatMap((post): Assignment[] => {
    const at = post.account && remainingTimes.get(post.account.id)?.shift()
    return at ? [{ post, at }] : []
  })
  const unassigned = drafts.length - assignments.length
  const schedule = async (): Promise<void> => {
    setBusy(true)
    const failures: unknown[] = []
    // One request per draft, so that a draft with a missing choice blocks no other.
    for (const { post, at } of assignments)
      await api.scheduledPosts.move({ posts: [{ id: post.id, scheduledTime: at }] }).catch((cause: unknown) => failures.push(cause))
    await cache.invalidateQueries({ queryKey: orpc.scheduledPosts.key() })
    if (failures.length > 0) notify.error(`${countText(failures.length)} stayed a draft. ${errorText(failures[0])}`)
    else notify.ok(`${countText(assignments.length)} scheduled`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Spread drafts"
      description="Each draft gets the next free posting time of its account."
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" busy={isBusy} disabled={assignments.length === 0} onClick={() => void schedule()}>
            Schedule {countText(assignments.length)}
          </Button>
        </>
      }
    >
      {nextTimes.isError && <Notice kind="bad">{errorText(nextTimes.error)}</Notice>}
      {nextTimes.isLoading && <Skeleton height={160} />}
      <ul className={styles.assignments}>
        {assignments.map(({ post, at }) => (
          <li key={post.id}>
            <strong>{shownMoment(new Date(at), zone)}</strong>
            <span>
              {titleOf(post)} · {platformOf(post)} {accountOf(post)}
            </span>
          </li>
        ))}
      </ul>
      {!nextTimes.isLoading && unassigned > 0 && (
        <Notice kind="info">{countText(unassigned)} will stay a draft: its account has no free weekly posting time.</Notice>
      )}
    </Dialog>
  )
}
