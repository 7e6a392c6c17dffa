import { expect, test } from 'vitest'
import { PlatformError } from '../../../providers/platform-error.ts'
import { TIKTOK_ANSWERS, TIKTOK_FAIL_REASONS, tiktokFailure, tiktokOutcome } from './words.ts'

/** The errors of posting that the Content Posting API documents, with what each says of what was done. */
const DOCUMENTED: [status: number, code: string, kind: string][] = [
  [200, 'spam_risk_too_many_posts', 'refused'],
  [200, 'spam_risk_user_banned_from_posting', 'refused'],
  [200, 'reached_active_user_cap', 'refused'],
  [400, 'invalid_param', 'refused'],
  [400, 'invalid_params', 'refused'],
  [400, 'app_version_check_failed', 'refused'],
  [400, 'invalid_publish_id', 'refused'],
  [400, 'token_not_authorized_for_specified_publish_id', 'refused'],
  [400, 'publish_not_cancellable', 'refused'],
  [400, 'scope_permission_missed', 'refused'],
  [401, 'access_token_invalid', 'account'],
  [401, 'scope_not_authorized', 'refused'],
  [403, 'spam_risk', 'refused'],
  [403, 'spam_risk_text', 'refused'],
  [403, 'spam_risk_too_many_posts', 'refused'],
  [403, 'spam_risk_too_many_pending_share', 'refused'],
  [403, 'spam_risk_user_banned_from_posting', 'refused'],
  [403, 'reached_active_user_cap', 'refused'],
  [403, 'unaudited_client_can_only_post_to_private_accounts', 'refused'],
  [403, 'url_ownership_unverified', 'refused'],
  [403, 'privacy_level_option_mismatch', 'refused'],
  [429, 'rate_limit_exceeded', 'wait'],
  [500, 'internal_error', 'unknown'],
]

/** `fail_reason` of the status of a post. */
const REASONS = [
  'file_format_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'picture_size_check_failed',
  'internal',
  'video_pull_failed',
  'photo_pull_failed',
  'publish_cancelled',
  'auth_removed',
  'spam_risk_too_many_posts',
  'spam_risk_user_banned_from_posting',
  'spam_risk_text',
  'spam_risk',
]

/** Says what happened and what to do: two sentences at least, without the platform's words, codes or what is left of a pattern. */
function expectPlain(message: string): void {
  expect(message).toMatch(/^(TikTok|@sandy|Too many|The|It|Something) .*[.?] ?[A-Z@].*\.$/)
  expect(message).not.toMatch(/[{}_]|undefined|\bAPI\b|HTTP|error/i)
}

test.each(DOCUMENTED)('classifies error %i %s as %s', (status, code, kind) => {
  const fault = kind === 'account' ? 'account' : kind === 'wait' ? 'wait' : status >= 500 ? 'down' : 'refused'
  const outcome = tiktokOutcome(new PlatformError({ fault, status, code, sent: 'answered' }), 'sandy')
  expect(outcome.kind).toBe(kind)
  if (outcome.kind === 'refused') expectPlain(outcome.message)
})

test('the table lists exactly the documented errors', () => {
  expect(Object.keys(TIKTOK_ANSWERS).toSorted()).toEqual([...new Set(DOCUMENTED.map(([, code]) => code))].toSorted())
  expect(TIKTOK_FAIL_REASONS.toSorted()).toEqual(REASONS.toSorted())
})

test.each([...REASONS, 'a_reason_of_tomorrow', 'toString'])('explains %s in plain words', (reason) => {
  const { message, code, retryReason } = tiktokFailure(reason, 'sandy')
  expectPlain(message)
  expect(code).not.toBe('')
  expect(retryReason !== null).toBe(['internal', 'photo_pull_failed', 'video_pull_failed'].includes(reason))
})

test.each(['no', 'maybe'] as const)('ignores the table for a request that was sent: %s', (sent) => {
  for (const [status, code] of DOCUMENTED) {
    const outcome = tiktokOutcome(new PlatformError({ fault: 'down', status, code, sent }), 'sandy')
    expect(outcome).toEqual({ kind: sent === 'no' ? 'unsent' : 'unknown' })
  }
  expect(tiktokOutcome(new Error('a bug'), 'sandy')).toEqual({ kind: 'unknown' })
})
