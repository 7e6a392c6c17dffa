import { instantOf, weekdayOf } from './wall-clock.ts'
import { ruleText, type RecurrencePattern } from './recurrence-rule.ts'

export const RECURRENCE_KINDS = ['none', 'daily', 'weekdays', 'weekly', 'fortnightly', 'monthly', 'custom'] as const
export type RecurrenceKind = (typeof RECURRENCE_KINDS)[number]
export type RecurrenceEnd = 'never' | 'on' | 'after'

/** Everything chosen and typed in the recurrence form. Fields that the current choice doesn't need stay for when it is reverted. */
export interface RecurrenceChoice {
  kind: RecurrenceKind
  /** 0 is Sunday. Empty: the weekday of the first time. */
  days: number[]
  /** A custom rule. */
  rule: string
  ending: RecurrenceEnd
  /** The last day, `YYYY-MM-DD`. */
  lastDay: string
  count: number
  /** Each occurrence uses the slides at the time of its creation. */
  usesLatest: boolean
}

export const NO_RECURRENCE: RecurrenceChoice = {
  kind: 'none',
  days: [],
  rule: '',
  ending: 'never',
  lastDay: '',
  count: 10,
  usesLatest: false,
}

export interface FirstTime {
  /** `YYYY-MM-DDTHH:MM` */
  first: string
  zone: string
}

/** The weekdays of a weekly recurrence: the chosen ones, or that of its first time. */
export function recurrenceDays({ days }: RecurrenceChoice, first: string): number[] {
  return days.length > 0 ? days : [weekdayOf(first.slice(0, 10))]
}

/** The rule of what was chosen; null for none, or when something that is needed is missing. */
export function chosenRule(choice: RecurrenceChoice, { first, zone }: FirstTime): string | null {
  const pattern = patternOf(choice, first)
  if (!pattern) return null
  if (choice.ending === 'after') return choice.count >= 1 ? ruleText(pattern, { kind: 'after', count: choice.count }) : null
  if (choice.ending === 'never') return ruleText(pattern)
  if (!/^\d{4}-\d\d-\d\d$/.test(choice.lastDay)) return null
  const last = new Date(instantOf(`${choice.lastDay}T23:59`, zone).getTime() + 59_000)
  return ruleText(pattern, { kind: 'on', last })
}

function patternOf(choice: RecurrenceChoice, first: string): RecurrencePattern | null {
  switch (choice.kind) {
    case 'none':
      return null
    case 'daily':
    case 'weekdays':
      return { kind: choice.kind }
    case 'weekly':
    case 'fortnightly':
      return { kind: choice.kind, days: recurrenceDays(choice, first) }
    case 'monthly':
      return { kind: 'monthly', day: Number(first.slice(8, 10)) }
    case 'custom':
      return choice.rule.trim() === '' ? null : { kind: 'custom', rule: choice.rule }
  }
}
