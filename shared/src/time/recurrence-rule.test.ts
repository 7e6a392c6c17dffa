import { expect, test } from 'vitest'
import { occurrences } from './occurrences.ts'
import { chosenRule, NO_RECURRENCE, type RecurrenceChoice } from './recurrence-choice.ts'
import { readRule, ruleSummary, ruleText, type RuleEnd, type RecurrencePattern } from './recurrence-rule.ts'

const patterns: [RecurrencePattern, string, string][] = [
  [{ kind: 'daily' }, 'FREQ=DAILY', 'Every day'],
  [{ kind: 'weekdays' }, 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
  [{ kind: 'weekly', days: [1, 5] }, 'FREQ=WEEKLY;BYDAY=MO,FR', 'Every week on Monday and Friday'],
  [{ kind: 'fortnightly', days: [0] }, 'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU', 'Every two weeks on Sunday'],
  [{ kind: 'monthly', day: 15 }, 'FREQ=MONTHLY;BYMONTHDAY=15', 'Every month on day 15'],
  [{ kind: 'monthly', day: 31 }, 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1', 'Every month on day 31, or the last day'],
  [{ kind: 'custom', rule: 'FREQ=MONTHLY;BYDAY=2TU' }, 'FREQ=MONTHLY;BYDAY=2TU', 'By the rule FREQ=MONTHLY;BYDAY=2TU'],
]
const ends: [RuleEnd, string][] = [
  [{ kind: 'never' }, ''],
  [{ kind: 'after', count: 10 }, ';COUNT=10'],
  [{ kind: 'on', last: new Date('2026-12-31T22:59:59Z') }, ';UNTIL=20261231T225959Z'],
]

test('converts choices to an RFC 5545 rule and back', () => {
  for (const [pattern, rule, words] of patterns) {
    for (const [end, suffix] of ends) {
      expect(ruleText(pattern, end)).toBe(rule + suffix)
      expect(readRule(rule + suffix)).toEqual({ pattern, end })
      expect(ruleSummary(rule + suffix)).toBe(words)
    }
  }
})

test('accepts a custom rule unchanged, without surrounding text', () => {
  expect(ruleText({ kind: 'custom', rule: ' rrule:freq=daily;interval=3; ' })).toBe('FREQ=DAILY;INTERVAL=3')
})

test('uses the last day of months without that day', () => {
  const found = (day: number) =>
    occurrences(
      { rule: ruleText({ kind: 'monthly', day }), zone: 'UTC', first: '2028-01-01T12:00' },
      { from: new Date('2028-01-01T00:00Z'), to: new Date('2028-05-01T00:00Z') },
    ).map(({ wall }) => wall.slice(5, 10))
  expect(found(31)).toEqual(['01-31', '02-29', '03-31', '04-30'])
  expect(found(30)).toEqual(['01-30', '02-29', '03-30', '04-30'])
})

test('converts complete form choices to a rule', () => {
  const first = { first: '2026-11-23T09:00', zone: 'Europe/Berlin' }
  const rule = (choice: Partial<RecurrenceChoice>) => chosenRule({ ...NO_RECURRENCE, ...choice }, first)
  expect(rule({})).toBeNull()
  expect(rule({ kind: 'weekly' })).toBe('FREQ=WEEKLY;BYDAY=MO')
  expect(rule({ kind: 'fortnightly', days: [5, 2] })).toBe('FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,FR')
  expect(rule({ kind: 'monthly', ending: 'after', count: 3 })).toBe('FREQ=MONTHLY;BYMONTHDAY=23;COUNT=3')
  // The whole last day by the clock of the zone, which is an hour ahead of UTC in winter.
  expect(rule({ kind: 'daily', ending: 'on', lastDay: '2026-12-31' })).toBe('FREQ=DAILY;UNTIL=20261231T225959Z')
  expect(rule({ kind: 'daily', ending: 'on', lastDay: '2026-07-01' })).toBe('FREQ=DAILY;UNTIL=20260701T215959Z')
  expect([rule({ kind: 'daily', ending: 'on' }), rule({ kind: 'daily', ending: 'after', count: 0 }), rule({ kind: 'custom' })]).toEqual([
    null,
    null,
    null,
  ])
})
