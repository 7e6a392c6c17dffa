import type { z } from 'zod'
import type { Refusal } from '../kit/faults.ts'

/** An error as the API sends it, in the form of its documents. */
export class StripeError extends Error {
  readonly status: number
  readonly error: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, error: Record<string, unknown> & { message: string }, headers: Record<string, string> = {}) {
    super(error.message)
    this.status = status
    this.error = { type: 'invalid_request_error', ...error }
    this.headers = headers
  }
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(400, { message, ...(param && { param }), ...(code && { code }) })
}

/** `No such customer: 'cus_x'`. */
export function missing(resource: string, id: string, param = 'id'): StripeError {
  const words = { code: 'resource_missing', message: `No such ${resource}: '${id.slice(0, 100)}'`, param }
  return new StripeError(404, { ...words, doc_url: 'https://docs.stripe.com/error-codes/resource-missing' })
}

export function declined(): StripeError {
  const message = 'Your card was declined.'
  return new StripeError(402, { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', message })
}

export const NO_KEY = new StripeError(401, {
  message:
    "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
})

export function wrongKey(key: string): StripeError {
  return new StripeError(401, { message: `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}` })
}

/** The first thing that is wrong with the parameters. */
export function wrongParameters(problem: z.ZodError, form: unknown): StripeError {
  const [issue] = problem.issues
  const path = issue?.path ?? []
  const nameOf = (names: readonly PropertyKey[]) => names.map((name, at) => (at === 0 ? String(name) : `[${String(name)}]`)).join('')
  if (issue?.code === 'unrecognized_keys') {
    const name = nameOf([...path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${name}`, name, 'parameter_unknown')
  }
  const name = nameOf(path)
  if (path.length > 0 && valueAt(form, path) === undefined) return invalid(`Missing required param: ${name}.`, name, 'parameter_missing')
  return invalid(`Invalid ${name || 'request'}: ${issue?.message ?? 'not understood'}`, name)
}

function valueAt(form: unknown, [name, ...rest]: readonly PropertyKey[]): unknown {
  if (name === undefined || typeof form !== 'object' || form === null) return form
  return valueAt(Object.entries(form).find(([key]) => key === String(name))?.[1], rest)
}

/** The response to an injected fault. */
export function refusal(fault: Refusal): StripeError {
  if (fault.kind === 'error') return new StripeError(fault.status, { code: fault.code, message: 'Asked for by a fault switch.' })
  const words: Record<string, Record<string, unknown> & { message: string }> = {
    401: { message: 'Invalid API Key provided: sk_test_****ault' },
    403: { message: 'The API key provided does not have access to this account.' },
    429: { code: 'rate_limit', message: 'Too many requests hit the API too quickly.' },
  }
  const headers: Record<string, string> =
    fault.kind === '429' && fault.retryAfter !== undefined ? { 'retry-after': String(fault.retryAfter) } : {}
  const ours = { type: 'api_error', message: 'Something went wrong on our end.' }
  return new StripeError(Number(fault.kind), words[fault.kind] ?? ours, headers)
}
