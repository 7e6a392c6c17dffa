/*
 * The choices of a recurrence, and the RFC 5545 rule that stores them. This half has no dependencies and goes into the page; the server
 * computes the occurrences (occurrences.ts).
 */

/** Longest rule, in characters. */
export const RULE_MAX = 300
/** Most occurrences that a rule may count. */
export const RECURRENCE_COUNT_MAX = 1000
/** Most occurrences on one day. */
export const OCCURRENCES_PER_DAY_MAX = 10
/** How far ahead a recurring post has individual posts. */
export const RECURRENCE_DAYS_AHEAD = 60

export type RecurrencePattern =
  | { kind: 'daily' }
  | { kind: 'weekdays' }
  /** 0 is Sunday. */
  | { kind: 'weekly'; days: number[] }
  | { kind: 'fortnightly'; days: number[] }
  /** On this day of the month, and on the last one of months that are shorter. */
  | { kind: 'monthly'; day: number }
  /** A rule as it is, without `RRULE:`, COUNT and UNTIL. */
  | { kind: 'custom'; rule: string }

export type RuleEnd =
  | { kind: 'never' }
  /** The last instant at which it may occur. */
  | { kind: 'on'; last: Date }
  | { kind: 'after'; count: number }

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The rule in canonical form, as it is stored. */
export function ruleText(pattern: RecurrencePattern, end: RuleEnd = { kind: 'never' }): string {
  return [patternText(pattern), ...endText(end)].join(';')
}

function patternText(pattern: RecurrencePattern): string {
  switch (pattern.kind) {
    case 'daily':
      return 'FREQ=DAILY'
    case 'weekdays':
      return 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${daysText(pattern.days)}`
    case 'fortnightly':
      return `FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=${daysText(pattern.days)}`
    case 'monthly':
      return `FREQ=MONTHLY;${monthDayText(pattern.day)}`
    case 'custom':
      return cleanRule(pattern.rule)
  }
}

function daysText(days: readonly number[]): string {
  return [...new Set(days)]
    .toSorted((one, other) => one - other)
    .map((day) => DAYS[day] ?? '')
    .join(',')
}

/** A month that has no such day would be left out: of the days up to it, the last one there is. */
function monthDayText(day: number): string {
  if (day <= 28) return `BYMONTHDAY=${day}`
  const days = [28, 29, 30, 31].filter((candidate) => candidate <= day)
  return `BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
}

function endText(end: RuleEnd): string[] {
  if (end.kind === 'after') return [`COUNT=${end.count}`]
  if (end.kind === 'never') return []
  return [`UNTIL=${end.last.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`]
}

export function cleanRule(rule: string): string {
  return rule
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
}

/** The parts of a rule by name; null when a part is not `NAME=VALUE` or occurs twice. */
export function ruleParts(rule: string): Map<string, string> | null {
  const parts = new Map<string, string>()
  for (const part of rule.split(';')) {
    const [, name, value] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? []
    if (name === undefined || value === undefined || parts.has(name)) return null
    parts.set(name, value)
  }
  return parts
}

/** A rule as a choice of the form; rules that the form can't express are custom. */
export function readRule(rule: string): { pattern: RecurrencePattern; end: RuleEnd } {
  const parts = ruleParts(rule) ?? new Map<string, string>()
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  const end: RuleEnd = count
    ? { kind: 'after', count: Number(count) }
    : until
      ? { kind: 'on', last: untilInstant(until) ?? new Date(0) }
      : { kind: 'never' }
  const bare = rule
    .split(';')
    .filter((part) => !/^(COUNT|UNTIL)=/.test(part))
    .join(';')
  return { pattern: readPattern(bare, parts), end }
}

function readPattern(rule: string, parts: ReadonlyMap<string, string>): RecurrencePattern {
  const days = (parts.get('BYDAY') ?? '').split(',').map((day) => DAYS.indexOf(day))
  const lastDay = Number(parts.get('BYMONTHDAY')?.split(',').at(-1))
  const candidates: RecurrencePattern[] = [
    { kind: 'daily' },
    { kind: 'weekdays' },
    { kind: 'weekly', days },
    { kind: 'fortnightly', days },
    { kind: 'monthly', day: lastDay },
  ]
  return candidates.find((candidate) => patternText(candidate) === rule) ?? { kind: 'custom', rule }
}

/** The last instant of a rule: RFC 5545 wants it in UTC. Null when it is written otherwise. */
export function untilInstant(until: string): Date | null {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(until) ?? []
  if (year === undefined) return null
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at.getTime()) ? null : at
}

const NAMES = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A rule in words: `Every week on Monday and Friday`. */
export function ruleSummary(rule: string): string {
  const { pattern } = readRule(rule)
  switch (pattern.kind) {
    case 'daily':
      return 'Every day'
    case 'weekdays':
      return 'Every weekday'
    case 'weekly':
      return `Every week on ${dayNames(pattern.days)}`
    case 'fortnightly':
      return `Every two weeks on ${dayNames(pattern.days)}`
    case 'monthly':
      return pattern.day > 28 ? `Every month on day ${pattern.day}, or the last day` : `Every month on day ${pattern.day}`
    case 'custom':
      return `By the rule ${pattern.rule}`
  }
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

function dayNames(days: readonly number[]): string {
  return list.format(days.map((day) => NAMES[day] ?? ''))
}
