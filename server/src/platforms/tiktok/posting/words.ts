import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ACCOUNTS_HREF, type AnswerTable, type PostingOutcome, type Refusal, messageFor, postingOutcome } from '../../posting-outcome.ts'

const DAY_LIMIT = '@{name} has reached TikTok’s limit for today. Reschedule it for tomorrow.'
const BANNED = 'TikTok does not let @{name} post right now. Open the TikTok app to see why, then schedule the post again.'
const SPAM = 'TikTok considered this post spam and did not publish it. Change its text or slides, then schedule it again.'
const SPAM_TEXT = 'TikTok considered the text of this post spam and did not publish it. Change it, then schedule the post again.'
const OURS = `TikTok did not accept the post the way ${PRODUCT_NAME} sent it, and nothing was posted. Post it by hand for now, and report this as a bug.`
const NO_PERMISSION = '@{name} is connected without permission to post. Reconnect the account and allow posting.'
const UNKNOWN_POST = 'TikTok no longer knows this post. Check @{name} on TikTok before posting it again.'

/** TikTok's error codes when a post is started or its creator queried (Content Posting API). */
export const TIKTOK_ANSWERS = {
  spam_risk_too_many_posts: { kind: 'refused', code: 'day-limit', text: DAY_LIMIT },
  spam_risk_user_banned_from_posting: { kind: 'refused', text: BANNED },
  spam_risk: { kind: 'refused', text: SPAM },
  spam_risk_text: { kind: 'refused', text: SPAM_TEXT },
  spam_risk_too_many_pending_share: {
    kind: 'refused',
    text: 'Too many drafts of @{name} are waiting in the TikTok inbox. Finish or delete some of them in the TikTok app, then schedule the post again.',
  },
  reached_active_user_cap: {
    kind: 'refused',
    code: 'app-day-limit',
    text: 'TikTok lets this server post for only a few accounts a day, and today’s are used up. Reschedule the post for tomorrow.',
  },
  // The documentation says one, responses the other.
  invalid_param: { kind: 'refused', text: OURS },
  invalid_params: { kind: 'refused', text: OURS },
  app_version_check_failed: {
    kind: 'refused',
    text: 'The TikTok app of @{name} is too old to take a draft. Update the app to 31.8 or newer, then schedule the post again.',
  },
  access_token_invalid: { kind: 'account' },
  scope_not_authorized: { kind: 'refused', code: 'scope', text: NO_PERMISSION, fixHref: ACCOUNTS_HREF },
  scope_permission_missed: { kind: 'refused', code: 'scope', text: NO_PERMISSION, fixHref: ACCOUNTS_HREF },
  unaudited_client_can_only_post_to_private_accounts: {
    kind: 'refused',
    code: 'not-audited',
    text: 'TikTok has not audited the app of this server yet, so it may post only to private accounts, for "Only me". Make @{name} private and choose "Only me", or post by hand from your phone.',
  },
  url_ownership_unverified: {
    kind: 'refused',
    code: 'address-not-verified',
    text: 'TikTok only fetches photos from verified addresses, and this server’s is not one. Its operator can verify it in the TikTok developer portal; until then, post by hand from your phone.',
  },
  privacy_level_option_mismatch: {
    kind: 'refused',
    code: 'audience',
    text: '@{name} no longer offers the audience you chose. Choose another one, then schedule it again.',
  },
  rate_limit_exceeded: { kind: 'wait', seconds: 60 },
  // The post may have been created.
  internal_error: { kind: 'unknown' },
  invalid_publish_id: { kind: 'refused', code: 'post-unknown', text: UNKNOWN_POST },
  token_not_authorized_for_specified_publish_id: { kind: 'refused', code: 'post-unknown', text: UNKNOWN_POST },
  publish_not_cancellable: {
    kind: 'refused',
    text: 'It is too late to cancel this post. If it should not stay, delete it in the TikTok app.',
  },
} as const satisfies AnswerTable

/** Classifies a failed request that starts a post; `name` is the account's. */
export function tiktokOutcome(thrown: unknown, name: string): PostingOutcome {
  return postingOutcome(thrown, { table: TIKTOK_ANSWERS, keysOf: ({ code }) => [code], name })
}

interface FailWords {
  code?: string
  text: string
  fixHref?: string
  /** One sentence about the failure if a retry may succeed; null otherwise. */
  retryReason?: string
}

/** `fail_reason` of an accepted post that failed. */
const FAIL_REASONS: Readonly<Record<string, FailWords>> = {
  file_format_check_failed: {
    text: 'TikTok did not accept the format of the pictures or the video. Schedule the slideshow again to make new ones.',
  },
  duration_check_failed: {
    text: 'TikTok did not accept the length of the video. Make it longer or shorter, then schedule it again.',
  },
  frame_rate_check_failed: {
    text: 'TikTok did not accept the frame rate of the video. Schedule the slideshow again to make a new video.',
  },
  picture_size_check_failed: {
    text: 'TikTok did not accept the size of a picture. Schedule the slideshow again to make new pictures.',
  },
  internal: {
    text: 'Something went wrong at TikTok, and this post was not published. Try again.',
    retryReason: 'Something went wrong at TikTok.',
  },
  video_pull_failed: {
    text: 'TikTok could not fetch the video from this server. Check that the server can be reached from outside, then try again.',
    retryReason: 'TikTok could not fetch the video from this server.',
  },
  photo_pull_failed: {
    text: 'TikTok could not fetch the pictures from this server. Check that the server can be reached from outside, then try again.',
    retryReason: 'TikTok could not fetch the pictures from this server.',
  },
  publish_cancelled: { text: 'The post was cancelled on TikTok before it went out. Schedule it again if you still want it.' },
  auth_removed: {
    code: 'account',
    text: `@{name} took back the permission for ${PRODUCT_NAME} before this post went out. Reconnect @{name}, then schedule it again.`,
    fixHref: ACCOUNTS_HREF,
  },
  spam_risk_too_many_posts: { code: 'day-limit', text: DAY_LIMIT },
  spam_risk_user_banned_from_posting: { text: BANNED },
  spam_risk_text: { text: SPAM_TEXT },
  spam_risk: { text: SPAM },
}

/** The documented reasons. */
export const TIKTOK_FAIL_REASONS = Object.keys(FAIL_REASONS)

/** Why an accepted post failed. It is not public. */
export function tiktokFailure(reason: string, name: string): Refusal & { retryReason: string | null } {
  const documented = Object.hasOwn(FAIL_REASONS, reason) ? FAIL_REASONS[reason] : undefined
  const {
    code = reason,
    text,
    fixHref = null,
    retryReason = null,
  } = documented ?? {
    text: 'TikTok did not publish this post and gave no clear reason. Open the TikTok app to see whether it says more, then schedule the post again.',
  }
  return { code, message: messageFor(text, name), fixHref, retryReason }
}
