import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { RecentCard } from './recent-card.tsx'
import styles from './recents.module.css'

/** Slideshows shown before 'See More'. */
const PAGE_SIZE = 10

export interface RecentSlideshowsProps {
  openId: string | null
  onOpen(projectId: string): void
  /** The open one was deleted. */
  onGone(): void
}

function useRecents({ openId, onOpen, onGone }: RecentSlideshowsProps) {
  const client = useQueryClient()
  const [shown, setShown] = useState(PAGE_SIZE)
  const list = useQuery(orpc.projects.list.queryOptions({ input: { limit: 200 } }))
  const refresh = () => client.invalidateQueries({ queryKey: orpc.projects.list.key() })
  const remove = useMutation(
    orpc.projects.remove.mutationOptions({
      onSuccess: async (_answer, { id }) => {
        if (id === openId) onGone()
        client.removeQueries({ queryKey: orpc.projects.get.key({ input: { id } }) })
        await refresh()
      },
      onError: () => notify.error('Failed to delete project'),
    }),
  )
  const duplicate = useMutation(
    orpc.projects.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        await refresh()
        onOpen(copy.id)
      },
      onError: () => notify.error('Failed to save project'),
    }),
  )
  return { list, shown, showMore: () => setShown((count) => count + PAGE_SIZE), remove, duplicate }
}

function Ghosts() {
  return (
    <ul className={styles.grid} aria-busy="true" aria-label="Loading slideshows">
      {Array.from({ length: 5 }, (_, index) => (
        <li key={index}>
          <Skeleton aspectRatio="9 / 16" radius="var(--radius-slide)" />
        </li>
      ))}
    </ul>
  )
}

/** All saved slideshows, the latest first. */
export function RecentSlideshows(props: RecentSlideshowsProps) {
  const { list, shown, showMore, remove, duplicate } = useRecents(props)
  const [doomed, setDoomed] = useState<ProjectSummary | null>(null)
  const projects = list.data?.projects ?? []
  const total = list.data?.total ?? 0
  if (list.isSuccess && projects.length === 0) return null
  return (
    <Panel title={list.isPending ? 'Recent Slideshows' : `Recent Slideshows (${total})`} id="recents-heading" className={styles.panel}>
      {list.isPending && <Ghosts />}
      {list.isError && (
        <Notice
          kind="bad"
          action={
            <Button size="small" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          Failed to load user data
        </Notice>
      )}
      <ul className={styles.grid}>
        {projects.slice(0, shown).map((project) => (
          <RecentCard
            key={project.id}
            project={project}
            open={project.id === props.openId}
            busy={duplicate.isPending && duplicate.variables.id === project.id}
            onOpen={() => props.onOpen(project.id)}
            onDuplicate={() => duplicate.mutate({ id: project.id })}
            onDelete={() => setDoomed(project)}
          />
        ))}
      </ul>
      {projects.length > shown && (
        <Button className={styles.seeMore} onClick={showMore}>
          See More
        </Button>
      )}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title="Delete Slideshow"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ id: doomed.id }, { onSettled: () => setDoomed(null) })}
      >
        Are you sure you want to delete "{doomed?.title}"? This action cannot be undone.
      </ConfirmDialog>
    </Panel>
  )
}
