import { chosenRule } from '@ninesixteen/shared/time/recurrence-choice'
import { settleWall } from '@ninesixteen/shared/time/wall-clock'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import type { ScheduleValues } from './schedule-values.ts'

type Timed = Pick<ScheduleValues, 'when' | 'date' | 'time' | 'zone'>

/** The chosen instant; null without a valid time. */
export function chosenInstant({ when, date, time, zone }: Timed): Date | null {
  const wall = `${date}T${time}`
  return when === 'time' && isWallTime(wall) ? settleWall(wall, zone).at : null
}

/** Whether the post recurs. */
export function isRecurring({ when, repeat }: Pick<ScheduleValues, 'when' | 'repeat'>): boolean {
  return when === 'time' && repeat.kind !== 'none'
}

/** The recurrence rule; null without one, or while it is incomplete. */
export function recurrenceRuleOf(values: Timed & Pick<ScheduleValues, 'repeat'>): string | null {
  const first = `${values.date}T${values.time}`
  return isRecurring(values) && isWallTime(first) ? chosenRule(values.repeat, { first, zone: values.zone }) : null
}

/** The scheduled time in the format of the API. */
export function sentTime(values: Timed): string | null {
  return values.when === 'now' ? 'now' : (chosenInstant(values)?.toISOString() ?? null)
}

/** Explains a wall time that a clock change makes ambiguous or skips; null for any other time. */
export function clockNote({ when, date, time, zone }: Timed): string | null {
  const wall = `${date}T${time}`
  if (when !== 'time' || !isWallTime(wall)) return null
  const settled = settleWall(wall, zone)
  if (settled.kind === 'once') return null
  if (settled.kind === 'twice') return `The clocks go back that night, so ${time} happens twice. We post the first time.`
  return `The clocks go forward then, so ${time} doesn’t exist. We post at ${settled.wall.slice(11)}.`
}
