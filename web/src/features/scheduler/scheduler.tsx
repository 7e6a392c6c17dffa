import { CalendarDays, CalendarPlus, List } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { opensSchedulePost } from '../../app/schedule-post.ts'
import { isFiltered, type View } from './address.ts'
import { Calendar } from './calendar.tsx'
import { Counters } from './counters.tsx'
import { PostDetails } from './details/post-details.tsx'
import { FilterBar } from './filter-bar.tsx'
import { GroupQuestion } from './group-question.tsx'
import { ListView } from './list-view.tsx'
import { SchedulerContext } from './post-actions.ts'
import { removePosts } from './post-mutations.ts'
import { PostPopup } from './post-popup.tsx'
import { countText, isChangeable, isDraft, isEnded, isWaiting } from './post-texts.ts'
import styles from './scheduler.module.css'
import { SelectionBar } from './selection-bar.tsx'
import { type SchedulerState, useScheduler } from './use-scheduler.ts'
import { ViewSwitch } from './view-switch.tsx'
import { orpc } from '../../api/client.ts'
import { takesText } from '../../components/keyboard.ts'

const ShareDialog = lazyPart(async () => (await import('./approval/share-dialog.tsx')).ShareDialog)

const LAYOUTS = [
  { value: 'calendar', label: 'Calendar', icon: <CalendarDays aria-hidden="true" /> },
  { value: 'list', label: 'List', icon: <List aria-hidden="true" /> },
] as const

export interface SchedulerProps {
  /** Content that the route adds next to the view switch. */
  tools?: ReactNode
  /** Shown to users without posts. */
  start: ReactNode
  /** The link to manual posting. */
  ManualPost: ComponentType<{ postId: string }>
}

/** The Post Scheduler page. */
export function Scheduler({ tools, start, ManualPost }: SchedulerProps) {
  const state = useScheduler()
  const { address, go, zone, chooseZone, posts, counts, actions, announcement } = state
  usePageKeys(state.moves, state.selection)
  const context = useMemo(() => ({ zone, actions }), [zone, actions])
  const isEmpty = counts?.total === 0 && !isFiltered(address.filter) && posts.posts.length === 0
  const showLayout = (layout: 'calendar' | 'list') => {
    const view: View = layout === 'list' ? 'list' : 'month'
    if ((address.view === 'list') !== (layout === 'list')) go({ view })
  }
  return (
    <Page
      title="Post Scheduler"
      subtitle="Manage and schedule your content across platforms"
      actions={
        <div className={styles.tools}>
          {tools}
          <Button
            variant="primary"
            icon={<CalendarPlus />}
            {...opensSchedulePost({ kind: 'new', projectId: null, day: state.day < state.today ? state.today : state.day })}
          >
            Schedule Post
          </Button>
          <ViewSwitch label="View" value={address.view === 'list' ? 'list' : 'calendar'} options={LAYOUTS} onChange={showLayout} />
        </div>
      }
    >
      <SchedulerContext value={context}>
        <div className={styles.scheduler}>
          <WorkerNotice zone={zone} />
          <div className={styles.over}>
            <Counters
              counts={counts}
              status={address.filter.status}
              onChange={(status) => go({ filter: { ...withoutStatus(address.filter), ...(status && { status }) } })}
            />
            <FilterBar filter={address.filter} onChange={(filter) => go({ filter })} zone={zone} onZone={chooseZone} />
          </div>
          {posts.failed && (
            <Notice kind="bad" onRetry={posts.retry}>
              Failed to load user data
            </Notice>
          )}
          {isEmpty ? (
            <EmptyState title="No Scheduled Posts" ghost="days" action={start}>
              Schedule your first post to get started with automated publishing
            </EmptyState>
          ) : (
            <Posts state={state} />
          )}
          <SelectionActions state={state} />
          <PostPopup posts={posts.byId} />
          <GroupQuestion />
          <PostDetails
            id={address.post}
            placeholder={address.post === null ? undefined : posts.byId.get(address.post)}
            zone={zone}
            ManualPost={ManualPost}
            onClose={() => go({ post: null })}
          />
          <p className="visually-hidden" role="status">
            {announcement}
          </p>
        </div>
      </SchedulerContext>
    </Page>
  )
}

function withoutStatus({ status: _status, ...rest }: SchedulerState['address']['filter']) {
  return rest
}

function Posts({ state }: { state: SchedulerState }) {
  const { address, go, posts, selection } = state
  if (address.view !== 'list') return <Calendar state={state} span={address.view} />
  if (posts.posts.length === 0 && !posts.loading) {
    return (
      <EmptyState title="No posts found" ghost="none" action={<Button onClick={() => go({ filter: {} })}>Show all posts</Button>}>
        No posts match these filters.
      </EmptyState>
    )
  }
  return <ListView groups={posts.groups} selected={selection.ids} onMore={posts.more} loadingMore={posts.loadingMore} />
}

function SelectionActions({ state }: { state: SchedulerState }) {
  const { selection, posts, actions } = state
  const [removing, setRemoving] = useState(false)
  const [sharing, setSharing] = useState(false)
  const selected = [...selection.ids].flatMap((id) => posts.byId.get(id) ?? [])
  const removable = selected.filter((post) => isEnded(post) || isDraft(post))
  const movable = selected.find((post) => isChangeable(post) && !isDraft(post))
  if (selected.length === 0) return null
  return (
    <>
      <SelectionBar
        posts={selected}
        onShift={(shift) => movable && void actions.shift(movable, shift)}
        onCancel={() => {
          actions.cancelAll(selected.filter(isWaiting))
          selection.clear()
        }}
        onRemove={() => setRemoving(true)}
        onShare={() => setSharing(true)}
        onClear={selection.clear}
      />
      {sharing && <ShareDialog postIds={selected.filter(isChangeable).map(({ id }) => id)} onClose={() => setSharing(false)} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Delete ${countText(removable.length)}?`}
        confirmLabel="Delete"
        onConfirm={() => {
          setRemoving(false)
          void removePosts(removable)
          selection.clear()
        }}
      >
        This also deletes their history. Posts already on a platform stay there.
      </ConfirmDialog>
    </>
  )
}

const POLL_EVERY_MS = 20_000

/** Warns while no worker publishes posts. */
function WorkerNotice({ zone }: { zone: string }) {
  const { data } = useQuery(orpc.scheduledPosts.worker.queryOptions({ refetchInterval: POLL_EVERY_MS, staleTime: 0 }))
  // The server decides, because this browser's clock may be off.
  if (!data || data.isAlive) return null
  const { beatAt, offlineHours } = data
  return (
    <Notice kind="warn">
      Publishing is paused:{' '}
      {beatAt === null ? 'the worker hasn’t started yet' : `the worker stopped on ${shownMoment(new Date(beatAt), zone)}`}. Your posts are
      safe and go out when the operator of this server starts it again, up to {offlineHours} hours late.
    </Notice>
  )
}

interface PageKeys {
  /** False if there was nothing to undo. */
  undoLast(): boolean
}

/** Ctrl+Z undoes the last move, Esc clears the selection, except in text fields and overlays. */
function usePageKeys(moves: PageKeys, selection: { clear(): void }): void {
  const latest = useRef({ moves, selection })
  useEffect(() => {
    latest.current = { moves, selection }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const overlays = '[role=dialog], [role=menu], [role=listbox]'
      if (takesText(event.target) || (event.target instanceof Element && event.target.closest(overlays))) return
      const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (isUndo && latest.current.moves.undoLast()) event.preventDefault()
      if (event.key === 'Escape') latest.current.selection.clear()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
