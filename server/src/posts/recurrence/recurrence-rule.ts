import { AppError, type ErrorCode, type ErrorDetails } from '@ninesixteen/shared/errors'
import { ruleFault, type RecurrenceRule, type RuleFault } from '@ninesixteen/shared/time/occurrences'
import { cleanRule, RECURRENCE_COUNT_MAX, OCCURRENCES_PER_DAY_MAX } from '@ninesixteen/shared/time/recurrence-rule'
import { requireZone } from '../post-request.ts'

const ERROR_OF: Record<RuleFault, [ErrorCode, ErrorDetails]> = {
  unreadable: ['RULE_UNREADABLE', {}],
  'too-often': ['RULE_TOO_OFTEN', { limit: OCCURRENCES_PER_DAY_MAX }],
  'too-many': ['RULE_TOO_MANY', { limit: RECURRENCE_COUNT_MAX }],
}

/** The rule as it is stored; throws when it or its zone is invalid. */
export function parseRecurrenceRule({ rule, zone, first }: RecurrenceRule): RecurrenceRule {
  requireZone(zone)
  const repetition = { rule: cleanRule(rule), zone, first }
  const fault = ruleFault(repetition)
  if (fault) throw new AppError(...ERROR_OF[fault])
  return repetition
}
