import { chosenRule } from '@ninesixteen/shared/time/recurrence-choice'
import { settleWall } from '@ninesixteen/shared/time/wall-clock'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import type { ScheduleValues } from './schedule-values.ts'

type Timed = Pick<ScheduleValues, 'when' | 'date' | 'time' | 'zone'>

/** The instant that was chosen; null when none is, or it is no time. */
export function chosenInstant({ when, date, time, zone }: Timed): Date | null {
  const wall = `${date}T${time}`
  return when === 'time' && isWallTime(wall) ? settleWall(wall, zone).at : null
}

/** Whether the post is the first of a repetition. */
export function isRepeated({ when, repeat }: Pick<ScheduleValues, 'when' | 'repeat'>): boolean {
  return when === 'time' && repeat.kind !== 'none'
}

/** The rule it is repeated by; null for none, or when something of it is missing. */
export function repeatRule(values: Timed & Pick<ScheduleValues, 'repeat'>): string | null {
  const first = `${values.date}T${values.time}`
  return isRepeated(values) && isWallTime(first) ? chosenRule(values.repeat, { first, zone: values.zone }) : null
}

/** As the server takes it. */
export function sentTime(values: Timed): string | null {
  return values.when === 'now' ? 'now' : (chosenInstant(values)?.toISOString() ?? null)
}

/** Where the clocks are changed some times come twice and some never: what is meant then. */
export function clockNote({ when, date, time, zone }: Timed): string | null {
  const wall = `${date}T${time}`
  if (when !== 'time' || !isWallTime(wall)) return null
  const settled = settleWall(wall, zone)
  if (settled.kind === 'once') return null
  if (settled.kind === 'twice') return `The clocks go back that night: ${time} happens twice, and the post goes out the first time.`
  return `The clocks go forward then: ${time} does not exist, so the post goes out at ${settled.wall.slice(11)}.`
}
