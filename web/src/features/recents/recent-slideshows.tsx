import { PROJECT_SEARCH_MAX } from '@ninesixteen/shared/api/limits'
import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useStudioStore } from '../../app/studio-store.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { RecentCard } from './recent-card.tsx'
import styles from './recents.module.css'
import { useRecents, type OpenProject } from './use-recents.ts'

const AffectedPosts = lazyPart(async () => (await import('../../components/affected-posts.tsx')).AffectedPosts)

type Recents = ReturnType<typeof useRecents>

function LoadingCards() {
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

function SearchField({ search }: Pick<Recents, 'search'>) {
  return (
    <label className={styles.search}>
      <Search aria-hidden="true" />
      <span className="visually-hidden">Search slideshows</span>
      <input
        type="search"
        value={search.typed}
        maxLength={PROJECT_SEARCH_MAX}
        placeholder="Search"
        onChange={(event) => search.setTyped(event.target.value)}
      />
    </label>
  )
}

function Empty({ search }: Pick<Recents, 'search'>) {
  if (search.q === '') return <p className={styles.none}>Your slideshows will appear here.</p>
  return (
    <EmptyState
      level={3}
      ghost="none"
      title="No slideshows found"
      action={
        <Button size="small" onClick={() => search.setTyped('')}>
          Clear search
        </Button>
      }
    >
      No title or topic contains “{search.q}”.
    </EmptyState>
  )
}

interface DeleteDialogProps extends Pick<Recents, 'remove'> {
  deleting: ProjectSummary | null
  onClose(): void
}

function DeleteDialog({ deleting, remove, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      open={deleting !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete Slideshow"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => deleting && remove.mutate({ id: deleting.id }, { onSettled: onClose })}
    >
      Are you sure you want to delete "{deleting?.title}"? This action cannot be undone.
      {deleting && <AffectedPosts of={{ projectId: deleting.id }} becomes={['It goes out as planned.', 'They go out as planned.']} />}
    </ConfirmDialog>
  )
}

/** The saved slideshows, latest first. */
export function RecentSlideshows(props: OpenProject) {
  const { search, list, remove, duplicate, renaming } = useRecents(props)
  const [deleting, setDeleting] = useState<ProjectSummary | null>(null)
  const { projects, total } = list.data ?? { projects: [], total: 0 }
  const searched = search.typed !== '' || search.q !== ''
  // Shows a new title optimistically. The open slideshow's title comes from the editor.
  const editedId = useStudioStore((state) => state.openDocument?.projectId ?? '')
  const editedTitle = useStudioStore((state) => state.openDocument?.title ?? '')
  const newTitles = new Map([[editedId, editedTitle]])
  if (renaming.isPending) newTitles.set(renaming.variables.id, renaming.variables.title)
  return (
    <Panel
      title={list.isPending ? 'Recent Slideshows' : `Recent Slideshows (${total})`}
      id="recents-heading"
      className={styles.panel}
      actions={(projects.length > 0 || searched) && <SearchField search={search} />}
    >
      {list.isPending && <LoadingCards />}
      {list.isError && (
        <Notice kind="bad" onRetry={list.refetch}>
          Failed to load user data
        </Notice>
      )}
      {list.isSuccess && projects.length === 0 && <Empty search={search} />}
      <ul className={styles.grid} aria-busy={list.isPlaceholderData || undefined}>
        {projects.map((project) => (
          <RecentCard
            key={project.id}
            project={{ ...project, title: newTitles.get(project.id) ?? project.title }}
            open={project.id === props.openId}
            busy={duplicate.isPending && duplicate.variables.id === project.id}
            onOpen={() => props.onOpen(project.id)}
            onRename={(title) => renaming.mutate({ id: project.id, title })}
            onDuplicate={() => duplicate.mutate({ id: project.id })}
            onDelete={() => setDeleting(project)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button className={styles.seeMore} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          See More
        </Button>
      )}
      <DeleteDialog deleting={deleting} remove={remove} onClose={() => setDeleting(null)} />
    </Panel>
  )
}
