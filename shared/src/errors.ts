import { PHOTO_ERRORS } from './photos/errors.ts'
import { UPLOAD_ERRORS } from './upload-errors.ts'

/**
 * The one error table: a stable code, its HTTP status and the message for the user. `{name}` is filled from the error's details; unfiltered
 * external text is never inserted.
 */
export const ERRORS = {
  UNAUTHENTICATED: [401, 'User not authenticated'],
  PASSWORD_WRONG: [403, 'The password is wrong.'],
  EMAIL_TAKEN: [409, 'An account with this email already exists.'],
  DEMO_ACCOUNT: [403, 'Demos have no email, password or API keys. Create an account to use them.'],
  DEMO_SHARED: [403, 'Everyone shares this demo, so its settings cannot be changed.'],
  DEMO_FULL: [503, 'All demos are in use right now. Try again later, or create an account.'],
  DEMO_UNAVAILABLE: [503, 'The demo is not available right now. Try again later, or create an account.'],
  TRY_FULL: [503, 'A lot of people are trying it right now. Try again in a few minutes, or create an account.'],
  TRY_LIMIT: [429, 'You have used your free tries for now. Create an account to continue.'],
  KEEP_FULL: [503, 'Too many new accounts are waiting for their confirmation. Try again later, or sign up on the sign-in page.'],
  TRY_UNAVAILABLE: [503, 'You need an account to try it right now. Create one, or sign in.'],
  ACCOUNT_LOCKED: [403, 'This account is locked. Contact the operator of this server.'],
  SIGN_UP_CLOSED: [403, 'Sign-up is closed on this server.'],
  SIGN_UP_INVITED: [403, 'You need an invitation to sign up here. Open the link in yours, or ask the operator for one.'],
  INVITATION_GONE: [403, 'This invitation has expired. Ask for a new one.'],
  INVITATION_OTHER: [403, 'This invitation is for a different email address.'],
  OPERATOR_SELF: [409, 'This is your own account. Ask another operator, or use your settings.'],
  OPERATOR_OTHER: [409, 'This account belongs to an operator. Remove its address from OPERATORS first.'],
  EMAIL_UNKNOWN: [404, 'No account has this email.'],
  PAYMENT_ASSIGNED: [409, 'This payment already belongs to an account, or its payer is gone.'],
  EMAIL_NOT_TYPED: [400, 'That is not the email of this account. Nothing was deleted.'],
  PERSON_HAS_ACCOUNT: [409, 'An account with this email already exists.'],
  WRONG_PERSON: [409, 'Someone else is now signed in to this browser. Nothing in their account was changed.'],
  PERSON_REQUIRED: [400, 'This request does not say which account it is for. Reload the page and try again.'],
  NO_SESSION: [401, 'No active Supabase session found'],
  PRO_REQUIRED: [403, 'This needs the Pro plan.'],
  FORBIDDEN_ORIGIN: [403, 'This request did not come from {product}.'],
  API_KEY_MISSING: [401, 'This needs an API key. Send it as "Authorization: Bearer n16_...".'],
  API_KEY_UNKNOWN: [401, 'This API key is not valid.'],
  API_KEY_REVOKED: [401, 'This API key was revoked.'],
  API_KEY_EXPIRED: [401, 'This API key has expired.'],
  ACCESS_TOKEN_INVALID: [401, 'This is neither an API key nor a valid access token.'],
  APP_REQUEST_GONE: [404, 'This request has expired or was answered. Start again in the app.'],
  APP_CODE_UNKNOWN: [404, 'This code is not valid. Check it, or start again in the app.'],
  API_KEY_SCOPE: [403, 'This API key lacks the scope {scope}.'],
  API_KEY_COMPANY: [403, 'This API key is for another company.'],
  API_KEY_NAME_REQUIRED: [400, 'Please enter a name for the key'],
  API_KEY_SCOPES_REQUIRED: [400, 'Choose what the key may do'],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'This needs an Idempotency-Key header of 1 to 255 visible ASCII characters.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This Idempotency-Key was used for a different request.'],
  IDEMPOTENCY_KEY_RUNNING: [409, 'A request with this Idempotency-Key is still running. Please try again in {seconds} seconds.'],
  HOST_UNKNOWN: [
    421,
    'This server does not answer to the name you opened. Its operator has to set PUBLIC_URL to this address, or add the name to ALLOWED_HOSTS.',
  ],
  HOST_NUMBER: [
    421,
    'Open this server by its name: {url}. To use a number, its operator has to set PUBLIC_URL to that address, or add the number to ALLOWED_HOSTS.',
  ],
  NOT_FOUND: [404, 'Not found'],
  FILE_NOT_FOUND: [404, 'File not found: {path}'],
  FILE_PATH_REQUIRED: [400, 'File path is required'],
  FILE_LINK_EXPIRED: [403, 'This link has expired. Reload the page to get a new one.'],
  INVALID_INPUT: [400, 'Some fields are not valid: {fields}'],
  BODY_TOO_LARGE: [413, 'This is too large. The limit is {limit}.'],
  BODY_LATE: [408, 'This request took too long to arrive. Check your connection and try again.'],
  HEAD_TOO_LARGE: [431, 'The headers of this request are too large.'],
  REQUEST_UNREADABLE: [400, 'This request cannot be read.'],
  EXPECTATION_FAILED: [417, 'This server does not support what the request expects.'],
  CLIENT_GONE: [499, 'The connection was closed before the request had arrived.'],
  RATE_LIMITED: [429, 'Too many requests. Please try again in {seconds} seconds.'],
  VARIANT_EXISTS: [409, 'There is a variant in this language: {language}. Translate it again instead.'],
  VERSION_CONFLICT: [412, 'This slideshow was changed elsewhere. Your version stays here until you choose.'],
  BRAND_CONFLICT: [412, 'This brand was changed elsewhere. Reload it, then save again.'],
  VERSION_REQUIRED: [428, 'Missing version number. Reload and try again.'],
  INTERNAL: [500, 'Something went wrong on the server. Nothing you typed is lost; please try again.'],
  SERVER_FULL: [507, 'The server is out of disk space, so nothing was saved. Its operator has to free some.'],
  UNAVAILABLE: [503, 'The server is not ready yet. Please try again in a moment.'],
  BUSY: [503, 'The server is busy. Please try again in {seconds} seconds.'],

  ...UPLOAD_ERRORS,
  ...PHOTO_ERRORS,
  STORAGE_QUOTA: [507, 'Your storage is full: {used} of {limit} used. Delete photos or slideshows you no longer need, then try again.'],
  ROWS_MAX: [409, 'You can keep up to {limit} {what}. Delete some you no longer need, then try again.'],
  STORAGE_UNAVAILABLE: [503, 'Pictures cannot be loaded right now. Nothing is lost; please try again in {seconds} seconds.'],
  STORAGE_FULL: [507, 'The server is out of disk space. This file was not saved.'],

  MEDIA_NOT_FOUND: [404, 'Media item not found or access denied'],
  MEDIA_UNVERIFIED: [403, 'Unable to verify media ownership'],
  MEDIA_SOME_NOT_FOUND: [404, 'Some media items not found or access denied'],
  MEDIA_TOO_MANY_TAGS: [400, 'A photo can have at most {limit} tags.'],
  COMPANY_NAME_REQUIRED: [400, 'Please enter a company name.'],
  COMPANY_LAST: [409, 'The only company cannot be deleted.'],
  TOPIC_REQUIRED: [400, 'Please enter a topic for your slideshow'],
  IDEA_TOPIC_REQUIRED: [400, 'Please enter a topic for post idea generation'],
  TOPIC_TOO_LONG: [400, 'The topic is too long: {length} of at most {limit} characters.'],

  CUSTOM_MODE_NAME_REQUIRED: [400, 'Please enter a name for the custom mode'],
  TEMPLATE_NAME_REQUIRED: [400, 'Please enter a template name'],
  TEMPLATE_SLOT_NAME: [400, 'Give the text “{name}” another name: a text or column has it already.'],
  STILL_GENERATING: [409, 'This slideshow is still being written. Try again when it is finished.'],
  TEMPLATE_DELETED: [410, 'The slideshow template was deleted.'],
  TEMPLATE_TEXT_REQUIRED: [400, 'Please enter a caption or description to save'],
  CAPTION_TOO_LONG: [400, 'The caption is too long: {length} of at most {limit} characters.'],
  DESCRIPTION_TOO_LONG: [400, 'The description is too long: {length} of at most {limit} characters.'],
  STYLE_NAME_REQUIRED: [400, 'Please enter a name for the style'],
  TEMPLATE_HASHTAGS_REQUIRED: [400, 'Please enter at least one hashtag'],
  NOTHING_TO_REWRITE: [400, 'There is no text on this slide to rewrite.'],
  NOTHING_TO_CAPTION: [400, 'These slides have no text to write about. Add some text first.'],
  AI_NO_CAPTIONS: [502, 'The AI sent no usable captions. Please try again.'],

  OAUTH_STATE_MISSING: [400, 'Invalid OAuth response - missing state parameter'],
  OAUTH_STATE_INVALID: [400, 'Invalid OAuth response - state verification failed'],
  OAUTH_VERIFIER_MISSING: [400, 'Code verifier not found. Please restart the OAuth flow.'],
  OAUTH_SECRET_MISSING: [400, 'Request token secret not found. Please restart the OAuth flow.'],
  OAUTH_PARAMETERS_MISSING: [400, 'Missing OAuth parameters in callback URL'],
  OAUTH_EXCHANGE_FAILED: [502, 'Token exchange failed: {status} - {error}'],
  OAUTH_REFRESH_FAILED: [502, 'Token refresh failed: {status} - {error}'],
  OAUTH_REQUEST_TOKEN_FAILED: [502, 'Request token failed: {status} - {error}'],
  OAUTH_ACCESS_TOKEN_FAILED: [502, 'Access token failed: {status} - {error}'],
  OAUTH_USER_INFO_FAILED: [502, 'User info failed: {status} - {error}'],

  PLATFORM_NOT_SET_UP: [
    409,
    '{platform} is not set up here yet. The operator of this server has to add its client key, or you can add your own under Settings, Accounts.',
  ],
  PLATFORM_CLIENT_REFUSED: [502, '{platform} refused the client key or secret. Check them under Settings, Accounts.'],
  PLATFORM_UNREACHABLE: [503, '{platform} cannot be reached right now. Your connection is safe; please try again in a moment.'],
  PLATFORM_BUSY: [503, '{platform} is limiting requests. Please try again in {seconds} seconds.'],
  ACCOUNT_RECONNECT: [409, '{platform} no longer accepts the connection. Reconnect @{name} under Settings, Accounts.'],
  ACCOUNT_NOT_SAVED: [500, 'Account connected but failed to save to database'],
  ACCOUNT_WAITED_TOO_LONG: [410, 'This connection expired before it was saved. Please connect the account again.'],
  ACCOUNT_OF_ANOTHER: [409, 'Someone else started this connection here. It waits until they sign in.'],
  ACCOUNTS_MAX: [409, 'You can connect up to {limit} accounts.'],
  BLOG_PHOTOS_FAILED: [502, 'Blog photos failed: {status} - {error}'],
  BLOG_SEARCH_FAILED: [502, 'Search failed: {status} - {error}'],
  BLOG_SEARCH_UNREADABLE: [502, 'Invalid JSON response from search API'],
  FOLLOWING_FAILED: [502, 'Following failed: {status} - {error}'],
  CREDENTIAL_UNREADABLE: [
    409,
    'Your {name} cannot be read: it was saved with a different secret key of this server. Enter it again in the settings, or remove it there.',
  ],
  CREDENTIAL_NOT_SET: [404, 'Nothing is set here.'],
  WEBHOOK_URL_REFUSED: [400, 'This URL cannot be used here: {reason}.'],
  WEBHOOK_NO_EVENTS: [400, 'Choose at least one event'],
  WEBHOOK_OFF: [409, 'This webhook is off. Turn it on, then try again.'],
  BASE_URL_REFUSED: [400, 'This base URL cannot be used here: {reason}.'],

  BILLING_OFF: [409, 'Everyone here has the Pro plan. There is nothing to pay.'],
  BILLING_SUBSCRIBED: [409, 'You already have a subscription. See "Manage Subscription".'],
  BILLING_GRANTED: [409, 'The operator of this server gave you the Pro plan. There is nothing to pay.'],
  BILLING_NONE: [404, 'There is no subscription to manage yet.'],
  BILLING_DOWN: [503, 'The payment page cannot be reached right now. Nothing was charged; please try again in a moment.'],
  BILLING_REFUSED: [
    502,
    'The payment provider does not accept the settings of this server. Nothing was charged; its operator has to check them.',
  ],

  SCHEDULE_NO_ACCOUNT: [400, 'Please select at least one account'],
  SCHEDULE_NO_TIME: [400, 'Please select a date and time'],
  SCHEDULE_NO_PROJECT: [400, 'No project selected for scheduling'],
  SCHEDULE_NO_SLIDES: [400, 'No slides to schedule. Please generate a slideshow first.'],
  SCHEDULE_IN_PAST: [400, 'This time is in the past. Choose a later one, or "Post now".'],
  SCHEDULE_TOO_FAR: [400, 'A post can be scheduled up to two years ahead.'],
  SCHEDULE_FAILED: [500, 'Failed to schedule post. Please try again.'],
  SCHEDULED_POST_NOT_SAVED: [500, 'Failed to save scheduled post'],
  SCHEDULED_POST_NOT_UPDATED: [500, 'Failed to update scheduled post'],
  SCHEDULED_POST_NOT_DELETED: [500, 'Failed to delete scheduled post'],
  TIME_ZONE_UNKNOWN: [400, 'Unknown time zone: {zone}.'],
  PROJECT_CHANGED: [409, 'This slideshow was changed elsewhere in the meantime. Check it before you schedule it.'],
  POST_REFUSED: [422, '{message}'],
  POST_SENDING: [409, 'This post is already being sent and can no longer be changed.'],
  POST_ENDED: [409, 'This post is no longer waiting: it is {status}.'],
  POST_NOT_UNCONFIRMED: [409, 'You have already confirmed what happened to this post.'],
  POST_NOTHING_TO_CONFIRM: [409, 'There is nothing to confirm: this post {state}.'],
  REQUEST_REUSED: [409, 'This request ID was used before, with other content. Send this with a new one.'],
  RULE_UNREADABLE: [400, 'This rule cannot be read. Try one such as FREQ=WEEKLY;BYDAY=MO,WE.'],
  RULE_TOO_OFTEN: [400, 'A repeating post can go out up to {limit} times a day, at set times.'],
  RULE_TOO_MANY: [400, 'A repeating post can go out up to {limit} times. Choose an end date, or no end.'],
  RULE_EMPTY: [400, 'This rule has no dates in the future.'],
  TABLE_REFUSED: [422, 'Nothing was imported. Lines with problems: {count}. Check the file again.'],
  REPEATS_MAX: [409, 'You can have up to {limit} repeating posts at a time. Stop one you no longer need.'],
  HAND_OVER_GONE: [404, 'This link has expired. The Post Scheduler has a new one as long as the post is waiting to be posted by hand.'],
  HAND_OVER_NONE: [409, 'This post is not waiting to be posted by hand.'],
  HAND_OVER_ADDRESS: [400, 'This is not a link to a post on {platform}. Paste the one you get there, or leave it empty.'],
  APPROVAL_LINK_GONE: [404, 'This link has expired or was revoked. Ask for a new one.'],
  APPROVAL_CHANGED: [409, 'This post changed while you were looking at it. Check it again before you decide.'],
  APPROVAL_CLOSED: [409, 'This post is on its way out, so it can no longer be decided about.'],
  APPROVAL_NO_POSTS: [400, 'There is nothing to share: choose posts that have not gone out yet.'],
  APPROVAL_COMMENTS_MAX: [409, 'This post has {limit} comments, which is the most.'],
  PASSCODE_WRONG: [403, 'That is not the passcode.'],
  POSTS_MAX: [409, 'You can have up to {limit} posts scheduled at a time. Cancel some, or schedule these later.'],

  GOOGLE_OFF: [409, 'Google Drive is not set up on this server. Its operator has to add the Google keys.'],
  GOOGLE_SAID_NO: [400, 'Google OAuth error: {error}'],
  GOOGLE_NO_CODE: [400, 'No authorization code received from Google'],
  GOOGLE_FAILED: [502, 'Authentication failed'],
  GOOGLE_KEYS_REFUSED: [502, 'Google refused the keys of this server. Its operator has to check them.'],
  GOOGLE_NO_DRIVE: [403, 'Google did not grant access to Drive. Connect again and keep the Drive box checked.'],
  DRIVE_NO_TOKEN: [400, 'No Google Drive access token found. Please reconnect in Settings.'],
  DRIVE_EXPIRED: [401, 'Your Google Drive session has expired. Please reconnect in Settings.'],
  DRIVE_FULL: [409, 'Your Google Drive is full.'],
  DRIVE_GONE: [404, 'The folder is no longer in your Google Drive.'],
  DRIVE_BUSY: [429, 'Google Drive is limiting requests. Please try again in a few minutes.'],
  DRIVE_DOWN: [502, 'Google Drive cannot be reached right now.'],
  DRIVE_FOLDER_FAILED: [502, 'Failed to create folder in Google Drive'],
  DRIVE_UPLOAD_FAILED: [502, 'Upload failed'],

  PLAN_NO_ACCOUNT: [400, 'Choose at least one account with weekly posting times.'],
  PLAN_NO_SOURCE: [400, 'Add topics, a feed or unused ideas.'],
  PLAN_CONTENT_TYPE: [400, 'A plan cannot use this content type.'],
  PLAN_SILENCE: [400, 'This network wants your consent for each post, so silence cannot approve it.'],
  NO_NEW_TOPIC: [409, 'The AI found only topics that you have used. Please try again.'],
  PLAN_NO_IDEA: [409, 'There are no new ideas left. Add topics to the brief, then start again.'],
  PLAN_SLOT_CHANGED: [409, 'This post changed in the meantime. Check it again.'],
  FEED_UNREADABLE: [400, 'The feed cannot be read: {reason}.'],
  AI_FAILED: [502, 'Supabase Function error: {message}'],
  AI_NO_DATA: [502, 'No data received from Supabase Function'],
  AI_NO_CONTENT: [502, 'No content received from OpenAI API'],
  AI_UNPARSABLE: [502, 'Failed to parse slideshow content from OpenAI'],
  AI_KEY_REFUSED: [502, 'The AI provider refused the key. Check it in the settings.'],
  AI_QUOTA: [502, 'The AI account is out of credit. Its owner has to add some.'],
  AI_BUSY: [503, 'The AI provider is busy. Please try again in {seconds} seconds.'],
  AI_DOWN: [502, 'The AI provider has a problem. Please try again in a moment.'],
  AI_TIMEOUT: [504, 'The AI provider took too long to answer. Please try again.'],
  AI_TOO_LONG: [502, 'The AI provider sent an answer that is far too long. Try again, or choose another model.'],
  AI_UNREACHABLE: [502, 'The AI provider cannot be reached. Check the network and the base URL.'],
  AI_REFUSED: [502, 'The AI declined to write about this topic. Try different words.'],
  AI_BUDGET: [429, 'Your AI budget for today is used up. It resets at midnight UTC.'],
  DEMO_BUDGET: [429, 'The demos have used up their AI budget for today. It resets at midnight UTC.'],
  TRY_BUDGET: [429, 'The free tries for today are used up. They reset at midnight UTC; create an account to continue now.'],
  AI_MODEL: [
    502,
    'The AI provider does not have the model {model}. Choose another one in the settings, or get it first: with Ollama by "ollama pull {model}", with vLLM by starting it with this model.',
  ],
  AI_CANCELLED: [499, 'Cancelled before the first slide was written. Nothing was saved.'],
  AI_CANCELLED_PARTLY: [499, 'Cancelled. {kept} of {wanted} slides were saved.'],
  SLIDESHOW_DELETED: [410, 'This slideshow was deleted while it was being written.'],
  AI_NOTHING: [502, 'It ended before the first slide was written. Please try again.'],
  AI_STOPPED: [503, 'The server was stopped before the first slide was written. Please try again.'],
  AI_FEW: [502, 'The AI wrote only {kept} of {wanted} slides. They were saved.'],
  AI_LATE: [504, 'Writing took too long. {kept} of {wanted} slides were saved.'],
  SLIDES_NOT_SAVED: [503, 'The server lost its database. {kept} of {wanted} slides were saved before.'],
  AI_LOST: [502, 'The server that wrote this slideshow stopped. Slides saved: {kept}.'],
  AI_PARTIAL: [502, 'The response ended early. {kept} of {wanted} slides were saved.'],

  SLIDE_TOO_COMPLEX: [422, 'This slide is too complex to draw on the server. Use fewer or smaller boxes and pictures.'],

  VIDEO_ONE_SLIDE: [400, 'A video has exactly one slide. {count} were sent; nothing was saved.'],
  VIDEO_NO_PHOTOS: [400, 'No photos available for video export'],
  VIDEO_NO_SLIDE: [400, 'No slide data available for video export'],
  VIDEO_PHOTO_FAILED: [404, 'Failed to load photo {number}'],
  VIDEO_SOUND_MISSING: [404, 'The sound of this video was deleted. Choose another one, or none.'],
  VIDEO_RECORDING_FAILED: [500, 'Video recording failed'],
  VIDEO_NOT_MP4: [
    501,
    'Browser does not support MP4 video recording. Please use a different browser (Chrome, Edge, or Firefox) that supports MP4 encoding.',
  ],
  VIDEO_UNSUPPORTED: [501, 'Browser does not support video recording. Please use a modern browser.'],
  VIDEO_BUSY: [503, 'The server is busy with other videos. Please try again in {seconds} seconds.'],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type ErrorCode = keyof typeof ERRORS
export type ErrorDetails = Record<string, string | number>

/** Fills the `{name}` placeholders of a text. Unknown ones stay visible, so that a test catches them. */
export function fillText(text: string, details: ErrorDetails = {}): string {
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => (name in details ? String(details[name]) : hole))
}

/** An error with a message for the user. Any other error becomes INTERNAL in the response. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(fillText(ERRORS[code][1], details), options)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code][0]
  }
}

/** The body of every error response. `data` has machine-readable details; see the contract's errors. */
export interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: ErrorDetails; data?: unknown }
}
