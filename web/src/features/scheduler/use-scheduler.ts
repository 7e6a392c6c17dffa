import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useSearchParams } from '../../app/search-params.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { isFiltered, type PostFilter, readAddress, type SchedulerAddress, type View, writeAddress } from './address.ts'
import { createPostMoves } from './post-moves.ts'
import { usePostActions } from './use-post-actions.ts'
import { useCalendarPosts, useCounts, useListedPosts } from './use-posts.ts'
import { NOTHING_SELECTED, picked, type PickMode, withoutHidden } from './selection.ts'
import { useLiveChanges } from '../../app/live-changes.ts'
import { refetchPosts } from './post-mutations.ts'
import { type Day, daysOf, monthOf, weekOf } from './days.ts'
import type { Move } from './moves.ts'
import { groupPlaced, groupsOf } from './grouping.ts'
import { byDay, draftsOf, placePosts } from './placing.ts'

/** The selection among the shown posts. */
function useSelection(order: readonly string[]) {
  const [stored, setStored] = useState(NOTHING_SELECTED)
  const selection = useMemo(() => withoutHidden(stored, order), [stored, order])
  return {
    ids: selection.ids,
    pick: useCallback(
      (id: string, mode: PickMode) => setStored((previous) => picked(withoutHidden(previous, order), { id, mode, order })),
      [order],
    ),
    clear: useCallback(() => setStored(NOTHING_SELECTED), []),
  }
}

/** The current time, updated every full minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(new Date())
          wait()
        },
        60_000 - (Date.now() % 60_000),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  return now
}

/** The moves of this page; unsent ones are sent when the user leaves. */
function usePostMoves(zone: string) {
  const [moves] = useState(createPostMoves)
  useEffect(() => moves.setZone(zone), [moves, zone])
  useEffect(() => () => void moves.flush(), [moves])
  return { moves, pendingMoves: useStore(moves.store, (state) => state.moves) }
}

/** The state and actions of the scheduler. */
export function useScheduler() {
  const [search, setSearch] = useSearchParams()
  const address = useMemo(() => readAddress(search), [search])
  const [zone, chooseZone] = useTimeZone()
  const now = useNow()
  const wall = wallOf(now, zone)
  const today = wall.slice(0, 10)
  const day = address.day ?? today
  const go = useCallback(
    // Only details and views get history entries, so that Back closes them; days and filters would flood the history.
    (change: Partial<SchedulerAddress>) =>
      setSearch((previous) => writeAddress(previous, change), { replace: !change.post && !change.view }),
    [setSearch],
  )
  useLivePosts()

  const { moves, pendingMoves } = usePostMoves(zone)
  const posts = useShownPosts({ view: address.view, day, zone, filter: address.filter, moves: pendingMoves })
  const counts = useCounts(address.filter)
  const selection = useSelection(posts.order)
  const [announcement, announce] = useState('')
  const isPartial = address.view === 'list' || isFiltered(address.filter)
  const actions = usePostActions({ zone, selected: selection.ids, byId: posts.byId, isPartial, moves, pick: selection.pick, go, announce })
  const minuteNow = Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
  return { address, go, zone, chooseZone, now, minuteNow, today, day, posts, counts, selection, actions, moves, announcement }
}

export type SchedulerState = ReturnType<typeof useScheduler>

/** Throttles reloads while many posts change at once. */
const RELOAD_EVERY_MS = 1000

/** Reloads the posts when they change on the server. */
function useLivePosts(): void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; changed: boolean } | null>(null)
  const reload = () => {
    if (pause.current) {
      pause.current.changed = true
      return
    }
    void refetchPosts()
    const resume = () => {
      const isStale = pause.current?.changed
      pause.current = null
      if (isStale) reload()
    }
    pause.current = { timer: setTimeout(resume, RELOAD_EVERY_MS), changed: false }
  }
  useEffect(
    () => () => {
      if (pause.current) clearTimeout(pause.current.timer)
      pause.current = null
    },
    [],
  )
  useLiveChanges('posts', reload)
}

export function shownDays(view: View, day: Day): Day[] {
  if (view === 'week') return weekOf(day)
  return view === 'day' ? [day] : daysOf(monthOf(day))
}

interface ShownPostsOptions {
  view: View
  day: Day
  zone: string
  filter: PostFilter
  moves: ReadonlyMap<string, Move>
}

/** The posts of the view, by place and in display order. */
function useShownPosts({ view, day, zone, filter, moves }: ShownPostsOptions) {
  const days = shownDays(view, day)
  const isList = view === 'list'
  const calendar = useCalendarPosts({ first: days[0] ?? day, last: days.at(-1) ?? day, zone }, filter, { moves, enabled: !isList })
  const list = useListedPosts(filter, { moves, enabled: isList })
  const { posts, loading, failed, retry } = isList ? list : calendar
  const placed = useMemo(() => groupPlaced(placePosts(posts, zone)), [posts, zone])
  const groups = useMemo(() => groupsOf(posts), [posts])
  const drafts = useMemo(() => draftsOf(posts), [posts])
  const placedByDay = useMemo(() => byDay(placed), [placed])
  const order = useMemo(
    () =>
      isList
        ? groups.flatMap((group) => group.map(({ id }) => id))
        : [...placed.flatMap(({ post, others }) => [post.id, ...others.map(({ id }) => id)]), ...drafts.map(({ id }) => id)],
    [isList, groups, placed, drafts],
  )
  const byId = useMemo(() => new Map(posts.map((post) => [post.id, post])), [posts])
  return { posts, groups, loading, failed, retry, days, placedByDay, drafts, order, byId, more: list.more, loadingMore: list.loadingMore }
}
