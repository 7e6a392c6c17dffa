import { occurrences, type Occurrence, type RecurrenceRule } from '@ninesixteen/shared/time/occurrences'
import { RECURRENCE_DAYS_AHEAD } from '@ninesixteen/shared/time/recurrence-rule'
import type { PostRequest } from '../post-request.ts'
import type { PostToInsert } from '../insert-posts.ts'

const DAY_MS = 86_400_000

/** Identifies an occurrence by its wall time as if in UTC, which stays the same when the rules of its zone change. */
export function occurrenceName({ wall }: Pick<Occurrence, 'wall'>): Date {
  return new Date(`${wall}Z`)
}

/** How far ahead posts are created. */
export function horizonOf(now: Date): Date {
  return new Date(now.getTime() + RECURRENCE_DAYS_AHEAD * DAY_MS)
}

export interface Making {
  rule: RecurrenceRule
  now: Date
  /** The time of the last created occurrence; null before the first. */
  madeUntil: Date | null
}

/** The occurrences to create now: in the future, within the horizon, and not created before. */
export function occurrencesToMake({ rule, now, madeUntil }: Making): Occurrence[] {
  const toCreate = occurrences(rule, { from: now, to: horizonOf(now) })
  return madeUntil ? toCreate.filter((occurrence) => occurrence.at > madeUntil) : toCreate
}

/** A request per occurrence: the same content, to the same accounts. */
export function postsOfOccurrences(order: Omit<PostRequest, 'time'>, repeatId: string, toCreate: readonly Occurrence[]): PostToInsert[] {
  return toCreate.map((occurrence) => ({
    order: { ...order, time: occurrence.at },
    request: null,
    occurrence: { repeatId, occurrenceAt: occurrenceName(occurrence) },
  }))
}
