import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { databaseNow } from '../../database-clock.ts'
import { HttpError } from '../http-error.ts'
import type { Fetch } from '../http.ts'

/** Why a request failed, and whether a retry can help. */
export interface Failure {
  error: AppError
  /** `later` starts with longer pauses, because the provider is overloaded. */
  retry: 'never' | 'soon' | 'later'
  /** Milliseconds from the provider's Retry-After; null without one. */
  afterMs: number | null
  /** For the log: status, error code and request id, but never the provider's message, which quotes keys and prompts. */
  facts: Record<string, string | number>
  /** A refused parameter that a simpler request can omit. */
  refusedParameter: string | null
}

/** Seconds to wait if the provider sends no Retry-After. */
const DEFAULT_WAIT_SECONDS = 20

/**
 * 429 codes for which waiting doesn't help: the account has run out of credit. `insufficient_quota` is the older one, and can be in `type`.
 */
const QUOTA_CODES = new Set([
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
])

const PARAMETERS = ['max_tokens', 'temperature', 'response_format', 'stream_options'] as const

/** Error codes are strings at OpenAI and numbers on some compatible servers; anything else is ignored. */
const codeSchema = z.union([z.string().regex(/^[\w.-]{1,60}$/), z.number().transform(String)]).catch('')

function headerOf(error: APIError, name: string): string | null {
  const headers: unknown = error.headers
  return headers instanceof Headers ? headers.get(name) : null
}

/** `retry-after-ms`, or `retry-after` in seconds or as a date; null beyond an hour. */
export function retryAfterMs(headers: { ms: string | null; after: string | null }, now: number): number | null {
  const ms = Number(headers.ms ?? Number.NaN)
  const seconds = Number(headers.after ?? Number.NaN)
  const asked = Number.isFinite(ms) ? ms : Number.isFinite(seconds) ? seconds * 1000 : Date.parse(headers.after ?? '') - now
  return Number.isFinite(asked) && asked >= 0 && asked <= 3_600_000 ? asked : null
}

/** A refusal's message, wherever the server puts it; never shown or logged. */
function wordsOf(error: APIError): string {
  const { error: body } = error
  // OpenAI uses `message`; other servers send plain text or their own fields.
  return typeof body === 'string' ? body : `${error.message} ${JSON.stringify(body ?? '')}`
}

/** Servers that generate by a grammar (llama.cpp) refuse a schema they can't convert. */
const GRAMMAR = /failed to (?:parse|initialize) (?:the )?grammar/i

function refusedParameter(error: APIError, code: string): string | null {
  const { status } = error
  if ((status !== 400 && status !== 422) || code === 'context_length_exceeded') return null
  const { param } = z
    .object({ param: z.string().nullish().catch(null) })
    .catch({ param: null })
    .parse(error.error)
  const words = wordsOf(error)
  return (
    PARAMETERS.find((name) => param === name || param?.startsWith(`${name}.`)) ??
    PARAMETERS.find((name) => words.includes(name)) ??
    (GRAMMAR.test(words) ? 'response_format' : null)
  )
}

/** Ollama and vLLM send no code: their 404 names the missing model, a wrong URL's doesn't. */
function isMissingModel(error: APIError, model: string): boolean {
  const words = wordsOf(error).toLowerCase()
  return error.status === 404 && (/\bmodel\b/.test(words) || words.includes(model.toLowerCase()))
}

function byStatus(
  error: APIError,
  { code, seconds, model }: { code: string; seconds: number; model: string },
): Pick<Failure, 'error' | 'retry'> {
  const type = codeSchema.parse(error.type)
  if (QUOTA_CODES.has(code) || QUOTA_CODES.has(type)) return { error: new AppError('AI_QUOTA'), retry: 'never' }
  if (code === 'model_not_found' || isMissingModel(error, model)) return { error: new AppError('AI_MODEL', { model }), retry: 'never' }
  if (code === 'rate_limit_exceeded') return { error: new AppError('AI_BUSY', { seconds }), retry: 'soon' }
  if (code === 'invalid_api_key') return { error: new AppError('AI_KEY_REFUSED'), retry: 'never' }
  switch (error.status) {
    case 401:
      return { error: new AppError('AI_KEY_REFUSED'), retry: 'never' }
    case 403:
      return { error: new AppError('AI_FAILED', { message: 'the AI provider does not serve this account or region' }), retry: 'never' }
    case 404:
      return { error: new AppError('AI_FAILED', { message: 'there is no chat API at the base URL' }), retry: 'never' }
    case 408:
      return { error: new AppError('AI_TIMEOUT'), retry: 'soon' }
    case 409:
      return { error: new AppError('AI_DOWN'), retry: 'soon' }
    case 429:
      return { error: new AppError('AI_BUSY', { seconds }), retry: code === 'slow_down' ? 'later' : 'soon' }
    case 503:
      return { error: new AppError('AI_BUSY', { seconds }), retry: 'later' }
    default:
      break
  }
  if (error.status === undefined || error.status >= 500) return { error: new AppError('AI_DOWN'), retry: 'soon' }
  const message =
    code === 'context_length_exceeded' || type === 'exceed_context_size_error'
      ? 'topic and context are too long for this model'
      : 'the AI provider did not accept the request'
  return { error: new AppError('AI_FAILED', { message }), retry: 'never' }
}

function ofConnection(thrown: unknown): Failure {
  const cause = thrown instanceof HttpError ? thrown : thrown instanceof Error && thrown.cause instanceof HttpError ? thrown.cause : null
  if (cause?.fault === 'too-large') {
    const error = new AppError('AI_TOO_LONG', {}, { cause: thrown })
    return { error, retry: 'never', afterMs: null, facts: { fault: cause.fault }, refusedParameter: null }
  }
  const isLate = cause?.fault === 'timeout' || thrown instanceof APIConnectionTimeoutError
  // `not-public` looks like a name that doesn't exist, so that users can't probe internal names.
  const code = isLate ? 'AI_TIMEOUT' : cause?.fault === 'broken-off' ? 'AI_DOWN' : 'AI_UNREACHABLE'
  return {
    error: new AppError(code, {}, { cause: thrown }),
    // After a timeout, a retry would double the wait.
    retry: isLate || cause?.fault === 'redirected' ? 'never' : 'soon',
    afterMs: null,
    facts: { fault: cause?.fault ?? 'unreachable' },
    refusedParameter: null,
  }
}

/** Classifies an error, by its code first: messages change, and some quote the key. */
export function explainFailure(thrown: unknown, model: string): Failure {
  if (thrown instanceof AppError)
    return { error: thrown, retry: 'never', afterMs: null, facts: { code: thrown.code }, refusedParameter: null }
  if (thrown instanceof APIUserAbortError)
    return { error: new AppError('AI_CANCELLED'), retry: 'never', afterMs: null, facts: { fault: 'cancelled' }, refusedParameter: null }
  if (thrown instanceof HttpError || thrown instanceof APIConnectionError) return ofConnection(thrown)
  if (!(thrown instanceof APIError)) {
    return {
      error: new AppError('AI_NO_DATA', {}, { cause: thrown }),
      retry: 'never',
      afterMs: null,
      facts: { fault: 'unexpected' },
      refusedParameter: null,
    }
  }
  const code = codeSchema.parse(thrown.code)
  const afterMs = retryAfterMs(
    { ms: headerOf(thrown, 'retry-after-ms'), after: headerOf(thrown, 'retry-after') },
    Date.parse(headerOf(thrown, 'date') ?? '') || databaseNow(),
  )
  const seconds = afterMs === null ? DEFAULT_WAIT_SECONDS : Math.max(1, Math.ceil(afterMs / 1000))
  const explained = byStatus(thrown, { code, seconds, model })
  const mayRetry = headerOf(thrown, 'x-should-retry') !== 'false'
  return {
    error: explained.error,
    retry: mayRetry ? explained.retry : 'never',
    afterMs,
    facts: { status: thrown.status ?? 0, code: code || 'none', providerRequestId: codeSchema.parse(thrown.requestID ?? '') || 'none' },
    refusedParameter: refusedParameter(thrown, code),
  }
}

/** The features a server or model supports; each refusal makes requests simpler. */
export interface Dialect {
  /** Reasoning models refuse `max_tokens`; older servers don't know `max_completion_tokens`. */
  tokens: 'max_tokens' | 'max_completion_tokens'
  temperature: boolean
  format: 'json_schema' | 'json_object' | 'text'
  usage: boolean
}

export const FULL_DIALECT: Dialect = { tokens: 'max_tokens', temperature: true, format: 'json_schema', usage: true }

/** The dialect without the refused feature; null if there is nothing simpler. */
export function simplerDialect(dialect: Dialect, refused: string): Dialect | null {
  if (refused === 'max_tokens' && dialect.tokens === 'max_tokens') return { ...dialect, tokens: 'max_completion_tokens' }
  if (refused === 'temperature' && dialect.temperature) return { ...dialect, temperature: false }
  if (refused === 'stream_options' && dialect.usage) return { ...dialect, usage: false }
  if (refused === 'response_format' && dialect.format === 'json_schema') return { ...dialect, format: 'json_object' }
  if (refused === 'response_format' && dialect.format === 'json_object') return { ...dialect, format: 'text' }
  return null
}

/** Moves the fields of an error body into `error`, as OpenAI does: vLLM and FastAPI send them at the top level. */
function inError(text: string): string {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return text
  }
  return typeof body === 'object' && body !== null && !('error' in body) ? JSON.stringify({ error: body }) : text
}

/** A fetch whose error bodies all have OpenAI's form: the package drops fields in any other place. */
export function withRefusalForm(send: Fetch): Fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.ok) return response
    const { status, statusText, headers } = response
    return new Response(inError(await response.text()), { status, statusText, headers })
  }
}

/** Attempts in all. */
export const ATTEMPTS_MAX = 3
/** The user is watching: report a longer wait instead of waiting. */
const PATIENCE_MS = 8_000
const FIRST_PAUSE_MS = { soon: 500, later: 2_000 } as const

/** Milliseconds until the next attempt; null to give up. `attempt` counts from 1, `random` returns 0 up to 1. */
export function retryPause(failure: Pick<Failure, 'retry' | 'afterMs'>, attempt: number, random: () => number): number | null {
  if (failure.retry === 'never' || attempt >= ATTEMPTS_MAX) return null
  const pause = failure.afterMs ?? FIRST_PAUSE_MS[failure.retry] * 2 ** (attempt - 1) * (1 - random() / 4)
  return pause <= PATIENCE_MS ? pause : null
}
