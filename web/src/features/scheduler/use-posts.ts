import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { dayAfter } from '@ninesixteen/shared/time/wall-clock'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, orpc } from '../../api/client.ts'
import type { PostFilter } from './address.ts'
import type { Day } from './days.ts'
import { togetherWith } from './grouping.ts'
import { withMoves, type Move } from './moves.ts'
import { momentOf } from './shifting.ts'

/** The calendar loads all posts of its days at once, the list loads pages. */
const CALENDAR_LIMIT = 5000
const LIST_PAGE = 50

export interface ShownDays {
  first: Day
  last: Day
  zone: string
}

interface Overlay {
  /** Pending moves. */
  moves: ReadonlyMap<string, Move>
  enabled: boolean
}

const NONE: readonly ScheduledPost[] = []

/** The posts of the shown days with pending moves, and all drafts. */
export function useCalendarPosts({ first, last, zone }: ShownDays, filter: PostFilter, { moves, enabled }: Overlay) {
  const from = momentOf(first, 0, zone)
  const to = momentOf(dayAfter(last, 1), 0, zone)
  const query = useQuery(
    orpc.scheduledPosts.list.queryOptions({
      input: { ...filter, from, to, limit: CALENDAR_LIMIT },
      placeholderData: keepPreviousData,
      enabled,
    }),
  )
  const posts = useMemo(() => withMoves(query.data?.posts ?? NONE, moves), [query.data, moves])
  return { posts, loading: enabled && query.isPending, failed: query.isError && !query.data, retry: () => void query.refetch() }
}

/** All posts, latest first, by page. */
export function useListedPosts(filter: PostFilter, { moves, enabled }: Overlay) {
  const query = useInfiniteQuery(
    orpc.scheduledPosts.list.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, limit: LIST_PAGE, after }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
      enabled,
    }),
  )
  const posts = useMemo(() => {
    // A post that moved while pages loaded can be on two pages.
    const listed = [...new Map(query.data?.pages.flatMap((page) => page.posts).map((post) => [post.id, post])).values()]
    return listed.map((post) => moves.get(post.id)?.post ?? post)
  }, [query.data, moves])
  return {
    posts,
    loading: enabled && query.isPending,
    failed: query.isError && posts.length === 0,
    retry: () => void query.refetch(),
    more: query.hasNextPage ? () => void query.fetchNextPage() : null,
    loadingMore: query.isFetchingNextPage,
  }
}

/** Number of posts by status, ignoring the status filter. */
export function useCounts(current: PostFilter) {
  const filter = { ...current }
  delete filter.status
  const query = useQuery(orpc.scheduledPosts.list.queryOptions({ input: { ...filter, limit: 1 }, placeholderData: keepPreviousData }))
  return query.data?.counts ?? null
}

/** The post and all that were scheduled together with it, whether or not the page shows them. */
export async function loadTogether(post: ScheduledPost, shown: Iterable<ScheduledPost>): Promise<ScheduledPost[]> {
  if (post.groupId === null || post.scheduledTime === null) return [post]
  const to = new Date(Date.parse(post.scheduledTime) + 1).toISOString()
  const { posts } = await api.scheduledPosts.list({ from: post.scheduledTime, to, limit: CALENDAR_LIMIT })
  return togetherWith(post, new Map([...shown, ...posts].map((each) => [each.id, each])).values())
}
