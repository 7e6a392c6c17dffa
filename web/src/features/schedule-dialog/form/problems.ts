import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { ERRORS, fillText } from '@ninesixteen/shared/errors'
import type { AccountPost, PostTexts } from '../accounts/account-post.ts'
import type { PostContent } from '../content/post-content.ts'
import type { FieldErrors } from '../platforms/platform-form.ts'
import { chosenInstant, isRecurring, recurrenceRuleOf } from './post-time.ts'
import type { ScheduleValues } from './schedule-values.ts'

/** Seconds that a time may be in the past, because the user was still filling in the form. Such a post is sent at once. */
const LATE_SECONDS = 60

/** The server accepts posts up to two years ahead. */
const DAYS_AHEAD_MAX = 2 * 366
const DAY_MS = 24 * 60 * 60_000

/** The invalid part of the time; `time` for both. */
export type TimeField = 'date' | 'clock' | 'time'

/** A validation error, shown at its field. */
export interface FormProblem {
  field: 'accounts' | TimeField | 'repeat' | 'project' | 'caption' | 'description' | 'agreed' | `account:${string}`
  message: string
  /** Name of the platform option, for fields of an account. */
  choice?: string
}

export interface FormCheck {
  values: ScheduleValues
  content: PostContent | null
  now: Date
  /** Errors of the platform options, by selected account. */
  errors: readonly { accountId: string; errors: FieldErrors }[]
  /** Error of a missing consent; null if none is required or all are given. */
  notAgreed: string | null
}

const isReady = (content: PostContent | null): content is PostContent =>
  content !== null && (content.projectId !== null || content.files !== null)

/** The first missing required field. */
function firstMissing({ values, content, now }: FormCheck): FormProblem | null {
  const { accounts, when, date, time } = values
  if (accounts.length === 0) return { field: 'accounts', message: ERRORS.SCHEDULE_NO_ACCOUNT[1] }
  const instant = chosenInstant(values)
  if (when === 'time' && !instant) return { field: invalidTimeField(date, time), message: ERRORS.SCHEDULE_NO_TIME[1] }
  if (!isReady(content)) return { field: 'project', message: ERRORS.SCHEDULE_NO_PROJECT[1] }
  if (content.slides.length === 0 && !content.files) return { field: 'project', message: ERRORS.SCHEDULE_NO_SLIDES[1] }
  if (content.photos?.length === 0) return { field: 'project', message: ERRORS.VIDEO_NO_PHOTOS[1] }
  if (instant && instant.getTime() < now.getTime() - LATE_SECONDS * 1000) return { field: 'time', message: ERRORS.SCHEDULE_IN_PAST[1] }
  if (instant && instant.getTime() > now.getTime() + DAYS_AHEAD_MAX * DAY_MS) return { field: 'time', message: ERRORS.SCHEDULE_TOO_FAR[1] }
  return null
}

function invalidTimeField(date: string, time: string): TimeField {
  if ((date === '') === (time === '')) return 'time'
  return date === '' ? 'date' : 'clock'
}

export function timeProblemOf(at: (field: TimeField) => string | null): { field: TimeField; message: string } | null {
  for (const field of ['date', 'clock', 'time'] as const) {
    const message = at(field)
    if (message !== null) return { field, message }
  }
  return null
}

/** Texts that are too long, by field. */
function tooLong({ caption, description }: PostTexts): { field: 'caption' | 'description'; message: string }[] {
  const overLimit = (text: string, length: number, limit: number) => (length > limit ? [fillText(text, { length, limit })] : [])
  return [
    ...overLimit(ERRORS.CAPTION_TOO_LONG[1], caption.length, CAPTION_MAX).map((message) => ({ field: 'caption' as const, message })),
    ...overLimit(ERRORS.DESCRIPTION_TOO_LONG[1], description.length, POST_DESCRIPTION_MAX).map((message) => ({
      field: 'description' as const,
      message,
    })),
  ]
}

/** Errors of an account's own texts. */
export function textErrors({ texts }: AccountPost): FieldErrors {
  return Object.fromEntries((texts ? tooLong(texts) : []).map(({ field, message }) => [field, message]))
}

/** A recurrence without its last day or rule. */
function incompleteRecurrence(values: ScheduleValues): FormProblem[] {
  if (!isRecurring(values) || recurrenceRuleOf(values) !== null) return []
  return [{ field: 'repeat', message: values.repeat.kind === 'custom' ? 'Enter a rule' : 'Choose when the repeat ends' }]
}

/** Validates the form; errors are in the order of the fields. Drafts skip the platforms' options. */
export function problemsOf(check: FormCheck): FormProblem[] {
  const first = firstMissing(check)
  if (first) return [first]
  const problems = [...tooLong(check.values), ...incompleteRecurrence(check.values)]
  if (check.values.when === 'draft') return problems
  for (const { accountId, errors } of check.errors) {
    problems.push(...Object.entries(errors).map(([choice, message]) => ({ field: `account:${accountId}` as const, choice, message })))
  }
  if (check.notAgreed !== null) problems.push({ field: 'agreed', message: check.notAgreed })
  return problems
}

/** The errors of one account's options, by name. */
export function fieldErrorsOf(problems: readonly FormProblem[], accountId: string): FieldErrors {
  const accountProblems = problems.filter(({ field }) => field === `account:${accountId}`)
  return Object.fromEntries(accountProblems.map(({ choice = '', message }) => [choice, message]))
}

export function messageOf(problems: readonly FormProblem[], field: FormProblem['field']): string | null {
  return problems.find((problem) => problem.field === field)?.message ?? null
}
