import type { Context } from 'hono'
import type { LedgerEntry } from '../kit/control.ts'
import type { Refusal } from '../kit/faults.ts'
import type { RecordedEnv } from '../kit/recorded.ts'

interface GraphError {
  code: number
  subcode?: number
  message: string
  title?: string
  user?: string
  isTransient?: boolean
  status?: number
}

/** Errors of the Graph API: publishing errors by subcode, the others by our own names. */
const ERRORS: Readonly<Record<string, GraphError>> = {
  'token-unknown': { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  // Unverified statuses: that these two have 401 exposes clients that look for one status only.
  'token-expired': { code: 190, subcode: 463, status: 401, message: 'Error validating access token: Session has expired.' },
  'token-revoked': {
    code: 190,
    subcode: 458,
    status: 401,
    message: 'Error validating access token: The user has not authorized application.',
  },
  permission: { code: 10, status: 403, message: '(#10) Application does not have permission for this action' },
  object: {
    code: 100,
    subcode: 33,
    message: 'Unsupported request. Object does not exist, cannot be loaded due to missing permissions, or does not support this operation',
  },
  parameter: { code: 100, message: '(#100) Invalid parameter' },
  path: { code: 2500, message: 'Unknown path components' },
  secret: { code: 1, message: 'Error validating client secret.' },
  'calls-instagram': { code: 80002, message: '(#80002) There have been too many calls to this Instagram account.', isTransient: true },
  // Unverified: the documentation gives the limit and no error.
  'calls-threads': { code: 4, message: '(#4) Application request limit reached', isTransient: true },
  server: { code: 2, status: 500, message: 'An unexpected error has occurred. Please retry your request later.', isTransient: true },
  'text-too-long': { code: 100, message: '(#100) Param text must be at most 500 characters long.' },
  2207001: { code: -1, message: 'Instagram server error. Try again.', isTransient: true },
  2207003: { code: -2, message: 'Timeout', user: 'It takes too long to download the media.', isTransient: true },
  2207004: {
    code: 36000,
    message: 'The image size is too large.',
    user: 'The image is too large to download. It should be less than 8 MiB.',
  },
  2207005: {
    code: 36001,
    message: 'The image format is not supported.',
    user: 'The image format is not supported.',
  },
  2207006: { code: 24, message: 'The requested resource does not exist', user: 'The media with this id can not be found.' },
  2207008: {
    code: 24,
    message: 'The requested resource does not exist',
    user: 'The media builder with this creation id does not exist or has been expired.',
  },
  2207009: {
    code: 36003,
    message: 'The aspect ratio is not supported.',
    user: 'The submitted image has an aspect ratio that is not supported.',
  },
  2207010: { code: 36004, message: 'The caption was too long', user: 'The caption must be at most 2,200 characters long.' },
  2207020: {
    code: -2,
    message: 'The media has expired',
    user: 'The media you are trying to access has expired. Please try to upload again.',
  },
  2207023: { code: 100, message: 'Unknown media type', user: 'The media type is unknown.' },
  2207026: { code: 352, message: 'The video format is not supported', user: 'The video format is not supported. Upload an MP4 or MOV.' },
  2207027: { code: 9007, message: 'Media ID is not available', user: 'The media is not ready for publishing, please wait for a moment.' },
  2207028: { code: 100, message: 'Invalid parameter', user: 'The number of media in a carousel is wrong, or an item is not valid.' },
  2207040: { code: 100, message: 'Invalid parameter', user: 'There are too many tags in the caption.' },
  2207042: {
    code: 9,
    message: 'Application request limit reached',
    user: 'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
  },
  2207050: { code: 25, message: 'The account is restricted', user: 'The Instagram account is restricted.' },
  2207051: { code: 4, message: 'Application request limit reached', user: 'We restrict certain activity to protect our community.' },
  2207052: {
    code: 9004,
    message: 'Only photo or video can be accepted as media type.',
    user: 'The media could not be fetched from this URI.',
  },
  2207067: { code: 100, message: 'Invalid parameter', user: 'The value VIDEO for media_type is no longer supported. Use REELS.' },
  2207082: { code: -1, message: 'An unknown error occurred', user: 'The media could not be uploaded. Try again.', isTransient: true },
  4279013: { code: 10, message: 'Application does not have permission for this action', user: 'The account is restricted.' },
}

export interface Failure {
  /** Replaces the message. */
  message?: string
  status?: number
  headers?: Record<string, string>
}

/** A context of any of the routes. */
interface Traced {
  get(key: 'entry'): LedgerEntry
}

/** The request's number, which support asks for. */
function traceId(c: Traced): string {
  return `ASANDBOX${String(c.get('entry').id).padStart(8, '0')}`
}

export function failed(c: Traced, key: string, { message, status, headers }: Failure = {}): Response {
  const error = ERRORS[key] ?? { code: Number(key) || 1, message: 'The request failed.' }
  const subcode = error.subcode ?? (/^\d{7}$/.test(key) ? Number(key) : undefined)
  return Response.json(
    {
      error: {
        message: message ?? error.message,
        type: error.code === 100 && subcode === 33 ? 'IGApiException' : 'OAuthException',
        code: error.code,
        ...(subcode !== undefined && { error_subcode: subcode }),
        is_transient: error.isTransient ?? false,
        ...(error.user && { error_user_title: error.title ?? error.message, error_user_msg: error.user }),
        fbtrace_id: traceId(c),
      },
    },
    { status: status ?? error.status ?? 400, ...(headers && { headers }) },
  )
}

/** An error of the two requests with a code, which is flat. */
export function oauthFailed(message: string, status = 400): Response {
  return Response.json({ error_type: 'OAuthException', code: status, error_message: message }, { status })
}

/** How much of its calls an account has used, in per cent, and the minutes until it has some again. */
export function usageHeader(accountId: string, { type, percent, minutes }: { type: string; percent: number; minutes: number }): string {
  const usage = { type, call_count: percent, total_cputime: 0, total_time: 0, estimated_time_to_regain_access: minutes }
  return JSON.stringify({ [accountId]: [usage] })
}

/** The response to an injected fault. */
export function refusedByFault(network: string) {
  return (c: Context<RecordedEnv>, fault: Refusal): Response => {
    const isOauth = c.req.path.includes('/oauth/')
    if (isOauth) return oauthFailed('Asked for by a fault switch.', fault.kind === 'error' ? fault.status : Number(fault.kind))
    switch (fault.kind) {
      case 'error':
        return failed(c, fault.code, { status: fault.status })
      case '401':
        return failed(c, 'token-revoked')
      case '403':
        return failed(c, 'permission')
      case '429': {
        const { retryAfter = 60 } = fault
        const usage = usageHeader('0', { type: network, percent: 100, minutes: Math.ceil(retryAfter / 60) })
        // Chaos mode waits for less than the minutes of the networks can say.
        const short = retryAfter < 60 && { 'retry-after': String(retryAfter) }
        return failed(c, `calls-${network}`, { headers: { 'x-business-use-case-usage': usage, ...short } })
      }
      default:
        return failed(c, 'server', { status: Number(fault.kind) })
    }
  }
}
