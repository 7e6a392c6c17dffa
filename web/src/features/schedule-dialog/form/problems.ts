import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { ERRORS, fillText } from '@ninesixteen/shared/errors'
import type { PostContent } from '../content/post-content.ts'
import type { Lacks } from '../platforms/platform-form.ts'
import { chosenInstant, isRepeated, repeatRule } from './post-time.ts'
import type { ScheduleValues } from './schedule-values.ts'

/** Seconds by which a time may have passed while somebody was still filling the form in: it goes out at once then. */
const LATE_SECONDS = 60

/** As far ahead as the server takes a post: two years. */
const DAYS_AHEAD_MAX = 2 * 366
const DAY_MS = 24 * 60 * 60_000

/** What of the time is wrong: its day, what the clock shows, or both together. */
export type TimeField = 'date' | 'clock' | 'time'

/** Something that keeps the order from being sent: the field where it is said, and its words. */
export interface FormProblem {
  field: 'accounts' | TimeField | 'repeat' | 'project' | 'caption' | 'description' | 'agreed' | `account:${string}`
  message: string
  /** Of an account: the choice. */
  choice?: string
}

export interface ToCheck {
  values: ScheduleValues
  content: PostContent | null
  now: Date
  /** What each chosen account still lacks, in its order. */
  lacks: readonly { accountId: string; lacks: Lacks }[]
  /** Words of an agreement that is not given; null when nothing has to be agreed to, or it is. */
  notAgreed: string | null
}

const isReady = (content: PostContent | null): content is PostContent =>
  content !== null && (content.projectId !== null || content.files !== null)

/** The specified ones: each is asked for only once those before it are there. */
function firstOf({ values, content, now }: ToCheck): FormProblem | null {
  const { accounts, when, date, time } = values
  if (accounts.length === 0) return { field: 'accounts', message: ERRORS.SCHEDULE_NO_ACCOUNT[1] }
  const instant = chosenInstant(values)
  if (when === 'time' && !instant) return { field: emptyOf(date, time), message: ERRORS.SCHEDULE_NO_TIME[1] }
  if (!isReady(content)) return { field: 'project', message: ERRORS.SCHEDULE_NO_PROJECT[1] }
  if (content.slides.length === 0 && !content.files) return { field: 'project', message: ERRORS.SCHEDULE_NO_SLIDES[1] }
  if (content.photos?.length === 0) return { field: 'project', message: ERRORS.VIDEO_NO_PHOTOS[1] }
  if (instant && instant.getTime() < now.getTime() - LATE_SECONDS * 1000) return { field: 'time', message: ERRORS.SCHEDULE_IN_PAST[1] }
  if (instant && instant.getTime() > now.getTime() + DAYS_AHEAD_MAX * DAY_MS) return { field: 'time', message: ERRORS.SCHEDULE_TOO_FAR[1] }
  return null
}

function emptyOf(date: string, time: string): TimeField {
  if ((date === '') === (time === '')) return 'time'
  return date === '' ? 'date' : 'clock'
}

/** The wrong part of the time with its message; null while the time is fine. */
export function timeProblemOf(at: (field: TimeField) => string | null): { field: TimeField; message: string } | null {
  for (const field of ['date', 'clock', 'time'] as const) {
    const message = at(field)
    if (message !== null) return { field, message }
  }
  return null
}

function tooLong({ caption, description }: ScheduleValues): FormProblem[] {
  const said = (text: string, length: number, limit: number) => (length > limit ? [fillText(text, { length, limit })] : [])
  return [
    ...said(ERRORS.CAPTION_TOO_LONG[1], caption.length, CAPTION_MAX).map((message) => ({ field: 'caption' as const, message })),
    ...said(ERRORS.DESCRIPTION_TOO_LONG[1], description.length, POST_DESCRIPTION_MAX).map((message) => ({
      field: 'description' as const,
      message,
    })),
  ]
}

/** A last day or a rule that was asked for and not given. */
function unfinishedRepeat(values: ScheduleValues): FormProblem[] {
  if (!isRepeated(values) || repeatRule(values) !== null) return []
  return [{ field: 'repeat', message: values.repeat.kind === 'custom' ? 'Please enter a rule' : 'Please choose when the repeat ends' }]
}

/** What is said when the order is given, in its order. A draft may still lack what the platforms want to know. */
export function problemsOf(check: ToCheck): FormProblem[] {
  const first = firstOf(check)
  if (first) return [first]
  const problems = [...tooLong(check.values), ...unfinishedRepeat(check.values)]
  if (check.values.when === 'draft') return problems
  for (const { accountId, lacks } of check.lacks) {
    problems.push(...Object.entries(lacks).map(([choice, message]) => ({ field: `account:${accountId}` as const, choice, message })))
  }
  if (check.notAgreed !== null) problems.push({ field: 'agreed', message: check.notAgreed })
  return problems
}

/** What one account lacks, of what was found. */
export function lacksOf(problems: readonly FormProblem[], accountId: string): Lacks {
  const own = problems.filter(({ field }) => field === `account:${accountId}`)
  return Object.fromEntries(own.map(({ choice = '', message }) => [choice, message]))
}

export function messageOf(problems: readonly FormProblem[], field: FormProblem['field']): string | null {
  return problems.find((problem) => problem.field === field)?.message ?? null
}
