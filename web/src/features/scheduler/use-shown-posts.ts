import { useMemo } from 'react'
import type { PostFilter, View } from './address.ts'
import { daysOf, monthOf, weekOf, type Day } from './days.ts'
import type { Move } from './moves.ts'
import { byDay, draftsOf, placePosts } from './placing.ts'
import { useCalendarPosts, useListedPosts } from './use-posts.ts'

export function shownDays(view: View, day: Day): Day[] {
  if (view === 'week') return weekOf(day)
  return view === 'day' ? [day] : daysOf(monthOf(day))
}

export interface ShownPostsOptions {
  view: View
  day: Day
  zone: string
  filter: PostFilter
  moves: ReadonlyMap<string, Move>
}

/** The posts of the view, by place and in display order. */
export function useShownPosts({ view, day, zone, filter, moves }: ShownPostsOptions) {
  const days = shownDays(view, day)
  const isList = view === 'list'
  const calendar = useCalendarPosts({ first: days[0] ?? day, last: days.at(-1) ?? day, zone }, filter, { moves, enabled: !isList })
  const list = useListedPosts(filter, { moves, enabled: isList })
  const { posts, loading, failed, retry } = isList ? list : calendar
  const placed = useMemo(() => placePosts(posts, zone), [posts, zone])
  const drafts = useMemo(() => draftsOf(posts), [posts])
  const onDays = useMemo(() => byDay(placed), [placed])
  const order = useMemo(
    () => (isList ? posts.map(({ id }) => id) : [...placed.map(({ post }) => post.id), ...drafts.map(({ id }) => id)]),
    [isList, posts, placed, drafts],
  )
  const byId = useMemo(() => new Map(posts.map((post) => [post.id, post])), [posts])
  return { posts, loading, failed, retry, days, onDays, drafts, order, byId, more: list.more, loadingMore: list.loadingMore }
}

export type ShownPosts = ReturnType<typeof useShownPosts>
