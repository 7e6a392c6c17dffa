import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { createContext, useContext } from 'react'
import type { Day } from './days.ts'
import type { PickMode } from './selection.ts'
import type { Shift } from './shifting.ts'

/** What can be done with a post wherever it is shown; the same object for as long as the page is open. */
export interface PostActions {
  /** Shows its details. */
  open(post: ScheduledPost): void
  pick(post: ScheduledPost, mode: PickMode): void
  /** Moves it, or all that are selected with it. */
  shift(post: ScheduledPost, shift: Shift): void
  /** Puts it on a day at the minute it has there, or at the minute that is given. */
  place(post: ScheduledPost, day: Day, minute: number | null): void
  cancel(posts: readonly ScheduledPost[]): void
  selectDay(day: Day): void
  /** The day by itself, with all its posts. */
  openDay(day: Day): void
}

export interface Shown {
  zone: string
  actions: PostActions
}

export const ShownContext = createContext<Shown | null>(null)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (!shown) throw new Error('A post stands inside the scheduler')
  return shown
}
