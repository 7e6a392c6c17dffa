import { occurrences, type Occurrence, type RecurrenceRule } from '@ninesixteen/shared/time/occurrences'
import { RECURRENCE_DAYS_AHEAD } from '@ninesixteen/shared/time/recurrence-rule'
import type { PostRequest } from '../post-request.ts'
import type { PostToInsert } from '../insert-posts.ts'

const DAY_MS = 86_400_000

/** An occurrence by its wall time, written as if it were UTC: it keeps this name when the clocks of its zone get other rules. */
export function occurrenceName({ wall }: Pick<Occurrence, 'wall'>): Date {
  return new Date(`${wall}Z`)
}

/** How far ahead there are real posts. */
export function horizonOf(now: Date): Date {
  return new Date(now.getTime() + RECURRENCE_DAYS_AHEAD * DAY_MS)
}

export interface Making {
  rule: RecurrenceRule
  now: Date
  /** When the last one that was made is to occur; null before the first. */
  madeUntil: Date | null
}

/** The occurrences that have to be made now: to come, within the horizon, and not made before. */
export function occurrencesToMake({ rule, now, madeUntil }: Making): Occurrence[] {
  const found = occurrences(rule, { from: now, to: horizonOf(now) })
  return madeUntil ? found.filter((occurrence) => occurrence.at > madeUntil) : found
}

/** An order for each occurrence: the same content, to the same accounts. */
export function postsOfOccurrences(order: Omit<PostRequest, 'time'>, repeatId: string, found: readonly Occurrence[]): PostToInsert[] {
  return found.map((occurrence) => ({
    order: { ...order, time: occurrence.at },
    request: null,
    occurrence: { repeatId, occurrenceAt: occurrenceName(occurrence) },
  }))
}
