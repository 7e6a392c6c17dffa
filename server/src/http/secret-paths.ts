import { API_PREFIX } from '@ninesixteen/shared/api/contract'
import { APPROVAL_FILES, APPROVAL_PAGES, CALENDAR_PATH, MANUAL_POSTING_FILES, MANUAL_POSTING_PAGES } from '@ninesixteen/shared/api/limits'
import { API_KEY_PREFIX } from '@ninesixteen/shared/public-api/scopes'
import { MEDIA_PATH } from '../posts/publishing/post-order.ts'

/** Prefixes of URLs whose next segment is a secret that grants access. */
const BEFORE_SECRETS = [
  `${MANUAL_POSTING_PAGES}/`,
  `${API_PREFIX}/hand-over/`,
  `${MANUAL_POSTING_FILES}/`,
  `${APPROVAL_PAGES}/`,
  `${API_PREFIX}/approvals/`,
  `${APPROVAL_FILES}/`,
  CALENDAR_PATH,
  `${MEDIA_PATH}/`,
]

function beginningOf(path: string): string | undefined {
  return BEFORE_SECRETS.find((beginning) => path.startsWith(beginning))
}

export function hasSecret(path: string): boolean {
  return beginningOf(path) !== undefined
}

/** An API key in a path is a mistake of its owner, and still a secret. */
const API_KEYS = new RegExp(`${API_KEY_PREFIX}[\\w-]+`, 'g')

/** A path for the log, with its secret removed. */
export function withoutSecret(path: string): string {
  const beginning = beginningOf(path)
  const redacted = beginning === undefined ? path : `${beginning}…${path.slice(beginning.length).replace(/^[^/]*/, '')}`
  return redacted.replaceAll(API_KEYS, `${API_KEY_PREFIX}…`)
}
