import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { instantOf, wallOf } from './wall-clock.ts'
import { RECURRENCE_COUNT_MAX, OCCURRENCES_PER_DAY_MAX, RULE_MAX, ruleParts, untilInstant } from './recurrence-rule.ts'

export interface RecurrenceRule {
  /** The parts of a rule of RFC 5545, without `RRULE:`. */
  rule: string
  zone: string
  /** Where the rule begins, as the clock of the zone shows it. */
  first: string
}

export interface Occurrence {
  /** Wall time according to the rule. It identifies the occurrence, also when the zone's rules change. */
  wall: string
  at: Date
}

export interface Span {
  /** Both included. */
  from: Date
  to: Date
}

/** Allowed parts of a rule. Hourly and finer rules are rejected: posts don't need them, and they take longest to compute. */
const PARTS = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYSETPOS',
  'BYHOUR',
  'BYMINUTE',
])
const FREQUENCIES = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'])
/** A rule takes milliseconds to evaluate, and one without occurrences is given up after a tenth of a second. */
const EFFORT = { maxIterations: 10_000, maxCandidateEvaluations: 20_000 }
const DAY_MS = 86_400_000

export type RuleFault = 'unreadable' | 'too-often' | 'too-many'

/** Why a rule cannot be used; null when it can. */
export function ruleFault(repetition: RecurrenceRule): RuleFault | null {
  const { rule } = repetition
  const parts = rule.length <= RULE_MAX ? ruleParts(rule) : null
  if (!parts || [...parts.keys()].some((name) => !PARTS.has(name))) return 'unreadable'
  const frequency = parts.get('FREQ') ?? ''
  if (frequency.endsWith('LY') && !FREQUENCIES.has(frequency)) return 'too-often'
  if (Number(parts.get('COUNT') ?? 1) > RECURRENCE_COUNT_MAX) return 'too-many'
  if (Number(parts.get('INTERVAL') ?? 1) > 1000) return 'unreadable'
  if (timesADay(parts) > OCCURRENCES_PER_DAY_MAX) return 'too-often'
  const until = parts.get('UNTIL')
  if (until !== undefined && (!untilInstant(until) || parts.has('COUNT'))) return 'unreadable'
  return canBeRead(repetition) ? null : 'unreadable'
}

function timesADay(parts: ReadonlyMap<string, string>): number {
  return ['BYHOUR', 'BYMINUTE'].reduce((times, name) => times * new Set((parts.get(name) ?? '').split(',')).size, 1)
}

function canBeRead(repetition: RecurrenceRule): boolean {
  try {
    ruleOf(repetition)
    return true
  } catch {
    // The library says what is wrong with a rule by various errors; all of them are about the rule.
    return false
  }
}

/**
 * Occurrences within a span, in order. The rule is evaluated in wall time, without zones, and each result then becomes an instant like any other
 * wall time: a daily post at 02:30 goes out at 03:30 on the day that skips 02:30.
 */
export function occurrences(repetition: RecurrenceRule, { from, to }: Span): Occurrence[] {
  const { rule, zone } = repetition
  const until = untilInstant(ruleParts(rule)?.get('UNTIL') ?? '')
  const last = until && until < to ? until : to
  if (last < from) return []
  // A wall time and its instant are less than a day apart where a clock leaves out most of one.
  const [begin, end] = [clockMs(from, zone) - DAY_MS, clockMs(last, zone) + DAY_MS]
  const wallTimes = between(ruleOf(repetition), new Date(begin), new Date(end))
  const inOrder = wallTimes
    .map((wall) => ({ wall, at: instantOf(wall, zone) }))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return inOrder.filter(({ at }, index) => at >= from && at <= last && at.getTime() !== inOrder[index - 1]?.at.getTime())
}

/** The next occurrences; fewer when the rule ends or has none within five years. */
export function nextOccurrences(repetition: RecurrenceRule, after: Date, count: number): Occurrence[] {
  const next: Occurrence[] = []
  const end = after.getTime() + REACH_DAYS * DAY_MS
  for (let [begin, days] = [after.getTime(), 40]; next.length < count && begin < end; days *= 4) {
    const to = Math.min(begin + days * DAY_MS, end)
    next.push(...occurrences(repetition, { from: new Date(begin), to: new Date(to) }))
    begin = to + 1
  }
  return next.slice(0, count)
}

/** Five years: the rarest day, February 29, comes every four. */
const REACH_DAYS = 5 * 365

function between(rule: RRuleTemporal, begin: Date, end: Date): string[] {
  try {
    return rule.between(begin, end, true).map((time) => time.toPlainDateTime().toString({ smallestUnit: 'minute' }))
  } catch (error) {
    // A rule that has no day, such as February 30, never occurs.
    if (error instanceof Error && error.message.startsWith('Maximum ')) return []
    throw error
  }
}

/** On a clock without zones: UTC. COUNT counts what the rule yields; UNTIL is an instant, and is looked at when there are instants. */
function ruleOf({ rule, first }: RecurrenceRule): RRuleTemporal {
  const rruleString = rule
    .split(';')
    .filter((part) => !part.startsWith('UNTIL='))
    .join(';')
  const dtstart = Temporal.PlainDateTime.from(first).toZonedDateTime('UTC')
  return new RRuleTemporal({ rruleString, dtstart, temporal: Temporal, strict: true, cache: false, ...EFFORT })
}

function clockMs(at: Date, zone: string): number {
  return Date.parse(`${wallOf(at, zone)}Z`)
}
