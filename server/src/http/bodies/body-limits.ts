import { DRIVE_JSON_FILE_MAX, GOOGLE_DRIVE_FILE, GOOGLE_DRIVE_FUNCTION } from '@ninesixteen/shared/api/google-drive'
import { TABLE_BYTES_MAX, TRACKS_PATH } from '@ninesixteen/shared/api/limits'
import type { JsonLimits } from '../../json-limits.ts'

/**
 * The only requests whose body is read before authentication: sign-up and sign-in, connecting TikTok signed out, reports by manual posting
 * link, decisions and comments of clients, and platform webhooks. Additions need a reason.
 */
const OPEN_CALLS = [
  // Forms of a few short fields, with or without a session.
  /^\/api\/auth\/[a-z-]+(\/[a-z-]+)?$/,
  // This platform can be connected before the visitor has an account.
  /^\/api\/tiktok-(token|userinfo|refresh)$/,
  /^\/api\/v1\/accounts\/[a-z-]+\/(begin|finish)$/,
  // From a phone without a session; the token in the path grants access.
  /^\/api\/v1\/hand-over\/[^/]+\/(posted|not-posted)$/,
  // A client without an account; the token in the path grants access.
  /^\/api\/v1\/approvals\/[^/]+\/(unlock|decide|comments)$/,
  // Invited users have no account yet; the link grants access.
  /^\/api\/v1\/invitations\/look$/,
  // Platforms sign the bytes of the body.
  /^\/webhooks\/[a-z-]+$/,
]

export function isPublicEndpoint(path: string): boolean {
  return OPEN_CALLS.some((call) => call.test(path))
}

/** Limits of a JSON body. */
export interface BodyLimit extends JsonLimits {
  bytes: number
  /** The size limit as text for the error message. */
  words: string
}

const KB = 1024
const MB = 1024 * KB
/** Deeper than any document of the product. */
const DEPTH = 32

/** For unauthenticated callers: forms of a few short fields. */
const UNAUTHENTICATED: BodyLimit = { bytes: 64 * KB, words: '64 kB', depth: DEPTH, values: 10_000 }
/** The longest is a template: caption and description of 100,000 characters each, in any script. */
const USERS: BodyLimit = { bytes: MB, words: '1 MB', depth: DEPTH, values: 50_000 }
/** A project of 35 full slides is under 4 MB of JSON and under 30,000 values: 40 text boxes and 40 image boxes each, of ten values. */
const WITH_SLIDES: BodyLimit = { bytes: 4 * MB, words: '4 MB', depth: DEPTH, values: 60_000 }
/** Base64 is a third larger than the file; the rest of the body is small. */
const DRIVE_FILES: BodyLimit = {
  bytes: Math.ceil((DRIVE_JSON_FILE_MAX * 4) / 3) + 64 * KB,
  words: `${DRIVE_JSON_FILE_MAX / MB} MB`,
  depth: DEPTH,
  values: 10_000,
}

/** A CSV file of a megabyte, with every line break and quote escaped. */
const POST_TABLES: BodyLimit = { bytes: 2 * TABLE_BYTES_MAX + 64 * KB, words: '1 MB', depth: DEPTH, values: 100 }

/** Import of posts, and tables of slideshows. */
const TABLES = /^\/api\/v1\/(?:post|slideshow)-tables(\/check)?$/

/** Requests that contain slides, or a photo as text. */
const SLIDES =
  /^\/mcp$|^\/api\/(v1\/(projects|custom-modes|slideshow-templates)(\/[^/]+)?|public\/v1\/(slideshows(\/[^/]+)?|photos\/import)|video|rewrite)$/

/** Raw files, which their routes stream with limits of their own, after authentication. */
const FILES = ['/api/files', '/api/fonts', TRACKS_PATH, GOOGLE_DRIVE_FILE]

/** Limits for this path; null for a file. */
export function bodyLimit(path: string): BodyLimit | null {
  if (FILES.includes(path)) return null
  if (isPublicEndpoint(path)) return UNAUTHENTICATED
  if (path === GOOGLE_DRIVE_FUNCTION) return DRIVE_FILES
  if (TABLES.test(path)) return POST_TABLES
  return SLIDES.test(path) ? WITH_SLIDES : USERS
}
