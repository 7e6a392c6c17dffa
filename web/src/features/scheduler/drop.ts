import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { Day } from './days.ts'
import type { Change } from './moves.ts'
import { placeOf } from './placing.ts'
import { isChangeable } from './post-texts.ts'
import { daysBetween, minuteForDraft, momentOf, shifted, STEP_MINUTES, type Shift } from './shifting.ts'

export interface DropPlace {
  day: Day
  /** Null on a day without hours. */
  minute: number | null
}

/** The point of the window that is nearest to a pointer, which can be outside. */
export function pointInWindow(
  at: { x: number; y: number },
  { width, height }: { width: number; height: number },
): { x: number; y: number } {
  return { x: Math.min(Math.max(at.x, 0), width - 1), y: Math.min(Math.max(at.y, 0), height - 1) }
}

const DAY_MINUTES = 24 * 60

/** The minute at an offset in pixels from midnight, rounded to the step of moves and clamped to the day. */
export function minuteAt(offset: number, dayHeight: number): number {
  const minute = Math.round(((offset / dayHeight) * DAY_MINUTES) / STEP_MINUTES) * STEP_MINUTES
  return Math.min(Math.max(minute, 0), DAY_MINUTES - STEP_MINUTES)
}

/** The post, or the whole selection if it is selected; only posts that can be moved. */
export function postsToMove(post: ScheduledPost, selected: ReadonlySet<string>, byId: ReadonlyMap<string, ScheduledPost>): ScheduledPost[] {
  const all = selected.has(post.id) ? [...selected].flatMap((id) => byId.get(id) ?? []) : [post]
  return all.filter(isChangeable)
}

/** Moves posts by the same distance in wall time. Drafts stay drafts. */
export function shiftChanges(posts: readonly ScheduledPost[], shift: Shift, zone: string): Change[] {
  return posts.flatMap((post) => (post.scheduledTime === null ? [] : { post, to: shifted(post.scheduledTime, shift, zone) }))
}

/**
 * The moves of dropping a post. A draft gets the time of the place, or a default one; a scheduled post keeps its time of day on a day without
 * hours, and the posts that are dragged `together` with it move by the same distance. Empty if the post stays in place.
 */
export function dropChanges(
  post: ScheduledPost,
  { day, minute }: DropPlace,
  { together, zone, now }: { together: readonly ScheduledPost[]; zone: string; now: Date },
): Change[] {
  const placed = placeOf(post, zone)
  if (!placed) return [{ post, to: momentOf(day, minute ?? minuteForDraft(day, now, zone), zone) }]
  const shift = { days: daysBetween(placed.day, day), minutes: minute === null ? 0 : minute - placed.minute }
  return shift.days === 0 && shift.minutes === 0 ? [] : shiftChanges(together, shift, zone)
}

/** True if any post would move into the past, which refuses the whole move. */
export function isIntoPast(changes: readonly Change[], now: Date): boolean {
  return changes.some(({ to }) => to !== null && Date.parse(to) < now.getTime())
}
