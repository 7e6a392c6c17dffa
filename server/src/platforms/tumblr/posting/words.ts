import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ACCOUNTS_HREF, type AnswerTable, type PostingOutcome, postingOutcome } from '../../posting-outcome.ts'

const OURS = `Tumblr did not accept the post the way ${PRODUCT_NAME} sent it, and nothing was posted. Try again; if that fails too, report it as a bug.`
const REBLOG = `Tumblr took this for a reblog, which ${PRODUCT_NAME} never makes, and nothing was posted. Report this as a bug.`

/** Tumblr's errors when a post is created, by status and code, or by status (API, "Errors and Error Subcodes"). */
export const TUMBLR_ANSWERS = {
  400: { kind: 'refused', code: 'invalid', text: OURS },
  '400.8001': { kind: 'refused', code: 'invalid', text: OURS },
  '400.8002': { kind: 'refused', code: 'invalid', text: REBLOG },
  '400.8005': {
    kind: 'refused',
    code: 'media-format',
    text: 'Tumblr did not accept the format of an image or of the video. Schedule the slideshow again to make a new one.',
  },
  '400.8016': { kind: 'refused', code: 'invalid', text: OURS },
  401: { kind: 'account' },
  403: {
    kind: 'refused',
    code: 'blog',
    text: 'Tumblr does not let this account post to the blog. Choose another blog, then schedule the post again.',
  },
  '403.8004': {
    kind: 'refused',
    code: 'day-limit',
    text: '@{name} has reached Tumblr’s limit of images for today. Reschedule the post for tomorrow.',
  },
  '403.8008': { kind: 'refused', code: 'invalid', text: REBLOG },
  // Tumblr is still transcoding an earlier video.
  '403.8010': { kind: 'wait', seconds: 300 },
  '403.8011': {
    kind: 'refused',
    code: 'day-limit',
    text: '@{name} has reached Tumblr’s limit of videos for today. Reschedule the post for tomorrow.',
  },
  '403.8022': {
    kind: 'refused',
    code: 'queue-full',
    text: 'The queue of this blog is full. Remove posts from it on Tumblr, or choose "Published" in place of the queue, then schedule the post again.',
  },
  '403.8023': {
    kind: 'refused',
    code: 'day-limit',
    text: '@{name} has reached Tumblr’s limit for today. Reschedule it for tomorrow.',
  },
  404: {
    kind: 'refused',
    code: 'blog-gone',
    text: 'Tumblr no longer knows this blog. If it was renamed, reconnect the account; otherwise choose another blog, then schedule the post again.',
    fixHref: ACCOUNTS_HREF,
  },
  // Our own code: the draft was gone when it was to be published.
  post_gone: {
    kind: 'refused',
    code: 'post-gone',
    text: 'The draft of this post was deleted on Tumblr. Schedule it again if you still want it.',
  },
  429: { kind: 'wait', seconds: 60 },
  // The post may have been created.
  500: { kind: 'unknown' },
  '500.8006': { kind: 'unknown' },
  '500.8009': { kind: 'unknown' },
  // Tumblr has turned posting off, for all users or for applications.
  503: { kind: 'wait', seconds: 300 },
} as const satisfies AnswerTable

/** Classifies a failed request that creates or publishes a post; `name` is the account's. */
export function tumblrOutcome(thrown: unknown, name: string): PostingOutcome {
  return postingOutcome(thrown, { table: TUMBLR_ANSWERS, keysOf: ({ status, code }) => [`${status}.${code}`, code, String(status)], name })
}
