import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { ERRORS } from '@ninesixteen/shared/errors'
import type { ApiError } from '../../../api/api-error.ts'
import type { FormProblem } from './problems.ts'

/** Error codes whose message is shown at a field. */
const FIELD_OF: Partial<Record<string, FormProblem['field']>> = {
  SCHEDULE_NO_ACCOUNT: 'accounts',
  SCHEDULE_NO_TIME: 'time',
  SCHEDULE_IN_PAST: 'time',
  SCHEDULE_TOO_FAR: 'time',
  TIME_ZONE_UNKNOWN: 'time',
  SCHEDULE_NO_PROJECT: 'project',
  SCHEDULE_NO_SLIDES: 'project',
  RULE_UNREADABLE: 'repeat',
  RULE_TOO_OFTEN: 'repeat',
  RULE_TOO_MANY: 'repeat',
  RULE_EMPTY: 'repeat',
  CAPTION_TOO_LONG: 'caption',
  DESCRIPTION_TOO_LONG: 'description',
}

/** Error codes whose message is shown by itself. */
const SELF_EXPLANATORY = ['PROJECT_CHANGED', 'POST_SENDING', 'POST_ENDED', 'POSTS_MAX', 'REPEATS_MAX', 'WRONG_PERSON']

/** Why the server rejected the request, which then created nothing. */
export interface Rejection {
  /** The field to show it at; null for the footer. */
  field: FormProblem['field'] | null
  message: string
  /** The server's reason, shown after the specified text. */
  reason: string | null
  problems: readonly PostProblem[]
}

function problemsIn(data: unknown): PostProblem[] {
  if (typeof data !== 'object' || data === null || !('problems' in data) || !Array.isArray(data.problems)) return []
  // The contract types the server's response.
  return data.problems as PostProblem[]
}

/** Texts for a request that fails as a whole. */
export interface FailureTexts {
  failed: string
  refused: string
}

const FIX_AND_RETRY = 'Fix the problem shown for the account, then try again.'
export const NOT_SCHEDULED: FailureTexts = { failed: ERRORS.SCHEDULE_FAILED[1], refused: `Nothing was scheduled. ${FIX_AND_RETRY}` }
export const NOT_CHANGED: FailureTexts = { failed: ERRORS.SCHEDULED_POST_NOT_SAVED[1], refused: `Nothing was saved. ${FIX_AND_RETRY}` }

export function rejectionOf({ code, message, data }: ApiError, texts: FailureTexts): Rejection {
  const field = FIELD_OF[code]
  if (field) return { field, message, reason: null, problems: [] }
  const problems = code === 'POST_REFUSED' ? problemsIn(data) : []
  if (problems.length > 0) return { field: null, message: texts.refused, reason: null, problems }
  if (SELF_EXPLANATORY.includes(code)) return { field: null, message, reason: null, problems: [] }
  const isGeneral = code === 'INTERNAL' || code === 'SCHEDULE_FAILED'
  return { field: null, message: texts.failed, reason: isGeneral ? null : message, problems: [] }
}

/** The slideshow's edits could not be saved before scheduling. */
export function notSaved(): Rejection {
  const reason = 'Your latest changes aren’t saved yet, so the post would go out without them.'
  return { field: null, message: ERRORS.SCHEDULE_FAILED[1], reason, problems: [] }
}
