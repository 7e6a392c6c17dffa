import type { Context } from 'hono'
import type { Refusal } from '../kit/faults.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { writeJson } from './post-json.ts'

const WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Limit Exceeded',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

function json(value: unknown, status: number, headers: Record<string, string> = {}): Response {
  return new Response(writeJson(value), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } })
}

export function ok(response: unknown, status: 200 | 201 = 200): Response {
  return json({ meta: { status, msg: WORDS[status] }, response }, status)
}

export interface Fault {
  status: number
  /** The platform's own number of the error. */
  code?: number
  detail?: string
  headers?: Record<string, string>
}

/** An error as the platform sends it: `response` is an empty list, and for some errors it is not there at all. */
export function failed({ status, code = 0, detail = 'Got an error. Try again.', headers }: Fault): Response {
  const meta = { status, msg: WORDS[status] ?? 'Error' }
  if (status === 429) return json({ meta, response: { error: 'Rate Limit Exceeded' } }, status, headers)
  const errors = [{ title: meta.msg, code, detail }]
  return json(status === 400 ? { meta, errors } : { meta, response: [], errors }, status, headers)
}

export const unauthorized = () => failed({ status: 401, code: 1016, detail: 'Unable to authorize' })
export const notFound = () => failed({ status: 404 })

/** The response to an injected fault: plain text from OAuth, the JSON envelope from everything else. */
export function refusedByFault(c: Context<RecordedEnv>, fault: Refusal): Response {
  const status = fault.kind === 'error' ? fault.status : Number(fault.kind)
  if (c.req.path.includes('/oauth/')) return new Response('Asked for by a fault switch.', { status })
  if (fault.kind === 'error') return failed({ status, code: Number(fault.code) || 0 })
  if (fault.kind === '401') return unauthorized()
  if (fault.kind === '429' && fault.retryAfter !== undefined)
    return failed({ status, headers: { 'retry-after': String(fault.retryAfter) } })
  return failed({
    status,
    ...(fault.kind === '403' && { code: 8004, detail: 'You have hit a posting or media upload limit for the day.' }),
  })
}
