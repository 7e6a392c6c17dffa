import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { byPlatform, type PlacedPost } from './placing.ts'

/** Posts that were scheduled together count as one until one of them moves or has another outcome. */
const keyOf = ({ id, groupId, scheduledTime, status }: ScheduledPost): string =>
  groupId === null || scheduledTime === null ? id : `${groupId} ${scheduledTime} ${status}`

/** The posts of each group, by network; the groups in the given order. */
export function groupsOf(posts: Iterable<ScheduledPost>): ScheduledPost[][] {
  return Array.from(Map.groupBy(posts, keyOf).values(), (group) => group.toSorted(byPlatform))
}

/** The post, and then those that were scheduled together with it. */
export function togetherWith(post: ScheduledPost, posts: Iterable<ScheduledPost>): ScheduledPost[] {
  const key = keyOf(post)
  return [post, ...[...posts].filter((other) => other.id !== post.id && keyOf(other) === key)]
}

/** Unchanged groups keep their identity, so that their pills don't render again. */
const entries = new WeakMap<PlacedPost, PlacedPost>()

/** One entry per group, at the place of its first post. */
export function groupPlaced(placed: readonly PlacedPost[]): PlacedPost[] {
  return [...Map.groupBy(placed, ({ post }) => keyOf(post)).values()].flatMap(([first, ...rest]) => {
    if (!first || rest.length === 0) return first ?? []
    const others = rest.map(({ post }) => post)
    const cached = entries.get(first)
    if (cached && cached.others.length === others.length && cached.others.every((post, index) => post === others[index])) return cached
    const entry = { ...first, others }
    entries.set(first, entry)
    return entry
  })
}

/** How many posts the entries show. */
export const postCount = (placed: readonly PlacedPost[]): number => placed.reduce((sum, { others }) => sum + 1 + others.length, 0)
