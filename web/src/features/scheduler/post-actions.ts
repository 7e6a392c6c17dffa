import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { createContext, useContext } from 'react'
import type { Day } from './days.ts'
import type { GroupVerb } from './group-question.tsx'
import type { PickMode } from './selection.ts'
import type { Shift } from './shifting.ts'

/** Actions on posts, in a stable object. */
export interface PostActions {
  /** Opens the details. */
  open(post: ScheduledPost): void
  pick(post: ScheduledPost, mode: PickMode): void
  /** Moves the post, or the whole selection if it is selected. */
  shift(post: ScheduledPost, shift: Shift): Promise<void>
  /** Moves the post to a day, at the given minute or else at its own time of day. */
  place(post: ScheduledPost, day: Day, minute: number | null): Promise<void>
  /** Asks whether an action concerns all posts that were scheduled together with this one, also those that the page doesn't show. */
  which(verb: GroupVerb, post: ScheduledPost): Promise<readonly ScheduledPost[] | null>
  /** Cancels the post, or all that were scheduled together with it. */
  cancel(post: ScheduledPost): Promise<void>
  cancelAll(posts: readonly ScheduledPost[]): void
  selectDay(day: Day): void
  /** Opens the day view. */
  openDay(day: Day): void
}

export interface SchedulerContextValue {
  zone: string
  actions: PostActions
}

export const SchedulerContext = createContext<SchedulerContextValue | null>(null)

export function useSchedulerContext(): SchedulerContextValue {
  const context = useContext(SchedulerContext)
  if (!context) throw new Error('No scheduler: render this inside SchedulerContext')
  return context
}
