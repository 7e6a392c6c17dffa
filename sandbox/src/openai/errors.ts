import type { OpenaiFault } from '../kit/faults.ts'

/** An error as the API sends it: all four keys, `param` and `code` may be null. */
export interface ApiError {
  status: number
  error: { message: string; type: string; param: string | null; code: string | null }
  headers?: Record<string, string>
}

export function invalidRequest(message: string, param: string | null = null, code: string | null = null): ApiError {
  return { status: 400, error: { message, type: 'invalid_request_error', param, code } }
}

/** Quotes parts of the key like the real message, to catch callers that show it. */
export function wrongKey(key: string): ApiError {
  const shown = key.length > 8 ? `${key.slice(0, 8)}****${key.slice(-4)}` : key
  const message = `Incorrect API key provided: ${shown}. You can find your API key at https://platform.openai.com/account/api-keys.`
  return { status: 401, error: { message, type: 'invalid_request_error', param: null, code: 'invalid_api_key' } }
}

export const missingKey: ApiError = {
  status: 401,
  error: {
    message:
      "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth (i.e. Authorization: Bearer YOUR_KEY).",
    type: 'invalid_request_error',
    param: null,
    code: null,
  },
}

export function unknownModel(model: string): ApiError {
  return {
    status: 404,
    error: {
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      type: 'invalid_request_error',
      param: null,
      code: 'model_not_found',
    },
  }
}

interface Limited {
  message: string
  type: string
  code: string
  /** Seconds. */
  retryAfter?: number | undefined
}

function limited({ message, type, code, retryAfter }: Limited): ApiError {
  const headers: Record<string, string> =
    retryAfter === undefined
      ? {}
      : { 'retry-after': String(retryAfter), 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': `${retryAfter}s` }
  return { status: 429, error: { message, type, param: null, code }, headers }
}

function rateLimited(model: string, retryAfter = 20): ApiError {
  const message = `Rate limit reached for ${model} in organization org-sandbox on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in ${retryAfter}s.`
  return limited({ message, type: 'requests', code: 'rate_limit_exceeded', retryAfter })
}

const unsupportedRegion: ApiError = {
  status: 403,
  error: {
    message: 'Country, region, or territory not supported',
    type: 'request_forbidden',
    param: null,
    code: 'unsupported_country_region_territory',
  },
}

const outOfCredit = limited({
  message: 'You exceeded your current quota, please check your plan and billing details.',
  type: 'insufficient_quota',
  code: 'credit_balance_exhausted',
})

const serverError: ApiError = {
  status: 500,
  error: {
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    param: null,
    code: null,
  },
}

function overloaded(retryAfter: number | undefined): ApiError {
  return {
    status: 503,
    error: {
      message: 'The engine is currently overloaded, please try again later',
      type: 'service_unavailable_error',
      param: null,
      code: 'server_is_overloaded',
    },
    headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  }
}

/** The error a fault stands for; null when the fault is one of the answer instead. */
export function errorOfFault(fault: OpenaiFault, request: { model: string; key: string }): ApiError | null {
  switch (fault.kind) {
    case '401':
      return wrongKey(request.key)
    case '403':
      return unsupportedRegion
    case 'model-not-found':
      return unknownModel(request.model)
    case '429':
      return rateLimited(request.model, fault.retryAfter)
    case 'slow-down':
      return limited({
        message: 'You are sending requests too quickly.',
        type: 'rate_limit_error',
        code: 'slow_down',
        retryAfter: fault.retryAfter,
      })
    case 'quota':
      return outOfCredit
    case '400':
      return invalidRequest(
        `Unsupported parameter: '${fault.param}' is not supported with this model.`,
        fault.param,
        'unsupported_parameter',
      )
    case '500':
      return serverError
    case '503':
      return overloaded(fault.retryAfter)
    default:
      return null
  }
}
