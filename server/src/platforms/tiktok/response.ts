import { z } from 'zod'
import { faultOfStatus, formlessFault, machineCode, PlatformError, type PlatformFault } from '../../providers/platform-error.ts'
import { parseExactJson, retryAfter } from '../../providers/read-response.ts'

/** OAuth error codes of token requests. Any other code is a refusal. */
const OAUTH_FAULTS: Record<string, PlatformFault> = {
  invalid_grant: 'account',
  access_denied: 'account',
  invalid_client: 'client',
  unauthorized_client: 'client',
  server_error: 'down',
  temporarily_unavailable: 'down',
}

/** Error codes of all other requests. */
const API_FAULTS: Record<string, PlatformFault> = {
  access_token_invalid: 'account',
  rate_limit_exceeded: 'wait',
  internal_error: 'down',
}

const oauthErrorSchema = z.object({ error: z.string().min(1) })

const envelopeSchema = z.object({ data: z.unknown().optional(), error: z.object({ code: z.string() }) })

interface TokenResponse {
  status: number
  body: unknown
  retryAfterSeconds: number | null
}

async function read(response: Response): Promise<TokenResponse> {
  return { status: response.status, body: parseExactJson(await response.text()), retryAfterSeconds: retryAfter(response) }
}

/**
 * Reads the flat object of a token response. `error` comes before the status: TikTok has sent errors with status 200, and doesn't document
 * their status.
 */
export async function readOauthResponse<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const { status, body, retryAfterSeconds } = await read(response)
  const failed = oauthErrorSchema.safeParse(body)
  if (failed.success) {
    const code = machineCode(failed.data.error, 'error')
    const fault = status === 429 ? 'wait' : (OAUTH_FAULTS[code] ?? (status >= 500 ? 'down' : 'refused'))
    throw new PlatformError({ fault, status, code, retryAfterSeconds, sent: 'answered' })
  }
  // Without a code, it may be a proxy's 401, which must not disconnect the account.
  if (!response.ok) throw new PlatformError({ ...formlessFault(status), status, code: 'no_error_code', retryAfterSeconds })
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' }, { cause: parsed.error })
  return parsed.data
}

/** Reads `data` of the `{ data, error }` envelope. Success is `error.code === 'ok'`, whatever the status. */
export async function readEnvelope<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const { status, body, retryAfterSeconds } = await read(response)
  const envelope = envelopeSchema.safeParse(body)
  if (!envelope.success) {
    throw new PlatformError({ ...formlessFault(status), status, code: 'unreadable_answer', retryAfterSeconds }, { cause: envelope.error })
  }
  const { code } = envelope.data.error
  if (code !== 'ok') {
    const errorCode = machineCode(code, 'error')
    // A missing scope doesn't invalidate the token.
    const fault = API_FAULTS[errorCode] ?? (errorCode.startsWith('scope_') ? 'refused' : faultOfStatus(status))
    throw new PlatformError({ fault, status, code: errorCode, retryAfterSeconds, sent: 'answered' })
  }
  const data = schema.safeParse(envelope.data.data)
  if (!data.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' }, { cause: data.error })
  return data.data
}
