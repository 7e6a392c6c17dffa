import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './outdated-posts.module.css'

export interface OutdatedPostsProps {
  projectId: string
  /** Number of saves of the slideshow. */
  saves: number
}

const countText = (posts: number): string => (posts === 1 ? '1 scheduled post' : `${posts} scheduled posts`)

/** Scheduled posts with an earlier version of the slides. Reloads after a save only if the slideshow has scheduled posts. */
function useOutdated({ projectId, saves }: OutdatedPostsProps): string[] {
  const { data, refetch } = useQuery(
    orpc.scheduledPosts.concerned.queryOptions({ input: { projectId }, staleTime: 0, retry: false, refetchOnWindowFocus: false }),
  )
  const lastSaves = useRef(saves)
  const isWaiting = (data?.total ?? 0) > 0
  useEffect(() => {
    if (lastSaves.current === saves || !isWaiting) return
    lastSaves.current = saves
    void refetch()
  }, [saves, isWaiting, refetch])
  return data?.posts.filter(({ isOutdated }) => isOutdated).map(({ id }) => id) ?? []
}

/** Offers to update scheduled posts, until the user dismisses it or reopens the slideshow. */
export function OutdatedPosts(props: OutdatedPostsProps) {
  const client = useQueryClient()
  const ids = useOutdated(props)
  const [isDismissed, setDismissed] = useState(false)
  const update = useMutation({
    mutationFn: () => api.scheduledPosts.refresh({ ids }),
    onSuccess: ({ posts, late }) => {
      if (posts.length > 0) notify.ok(`${countText(posts.length)} updated.`)
      if (late.length > 0)
        notify.info(`${countText(late.length)} couldn’t be updated: ${late.length === 1 ? 'it is' : 'they are'} already being sent.`)
    },
    onError: () => notify.error('Failed to update scheduled post'),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.scheduledPosts.key() }),
  })
  if (isDismissed || ids.length === 0) return null
  return (
    <Notice
      kind="info"
      action={
        <span className={styles.answers}>
          <Button size="small" variant="ghost" onClick={() => setDismissed(true)}>
            {ids.length === 1 ? 'Keep it' : 'Keep them'}
          </Button>
          <Button size="small" busy={update.isPending} onClick={() => update.mutate()}>
            {update.isPending ? 'Updating...' : ids.length === 1 ? 'Update it' : 'Update them'}
          </Button>
        </span>
      }
    >
      {ids.length === 1 ? '1 scheduled post shows' : `${ids.length} scheduled posts show`} an earlier version of these slides.
    </Notice>
  )
}
