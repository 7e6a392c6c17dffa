import { z } from 'zod'
import type { Sent } from '../http-error.ts'
import { faultOfStatus, machineCode, PlatformError, type PlatformFault } from '../platform-error.ts'
import { parseJson, retryAfter } from '../read-response.ts'

const oauthErrorSchema = z.object({ error: z.string().min(1) })

/** Error codes of the token endpoint. Any other code is a refusal. */
const OAUTH_FAULTS: Record<string, PlatformFault> = {
  invalid_grant: 'account',
  invalid_token: 'account',
  invalid_client: 'client',
  unauthorized_client: 'client',
  internal_failure: 'down',
  server_error: 'down',
}

const driveErrorSchema = z.object({
  error: z.object({ errors: z.array(z.object({ reason: z.string() })).default([]), status: z.string().optional() }),
})

/** Drive's reasons that are more precise than their status; the status decides the rest. */
const DRIVE_FAULTS: Record<string, PlatformFault> = {
  authError: 'account',
  rateLimitExceeded: 'wait',
  userRateLimitExceeded: 'wait',
  backendError: 'down',
}

/** Reads the flat object of the token and userinfo endpoints. */
export async function readOauthAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const body = parseJson(await response.text())
  const failed = oauthErrorSchema.safeParse(body)
  if (response.ok && !failed.success) return parsed(response, body, schema)
  const code = machineCode(failed.data?.error, 'no_error_code')
  // Without a code, it may be a proxy's 401, which must not disconnect the account.
  const known = failed.success ? (OAUTH_FAULTS[code] ?? faultOfStatus(response.status)) : 'down'
  const fault = response.status === 429 ? 'wait' : known
  throw new PlatformError({ fault, status: response.status, code, retryAfterSeconds: retryAfter(response), sent: sentOf(failed.success) })
}

/** Reads Drive's response. The first error's reason decides, then its status word, then the HTTP status. */
export async function readDriveAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const body = parseJson(await response.text())
  if (response.ok) return parsed(response, body, schema)
  throw driveError(response, body)
}

/** The error for a refusal whose body was read. */
export function driveError(response: Response, body: unknown): PlatformError {
  const failed = driveErrorSchema.safeParse(body)
  const code = machineCode(failed.data?.error.errors[0]?.reason ?? failed.data?.error.status, 'no_reason')
  // A 401 without Drive's own body comes from a proxy.
  const usual = failed.success || response.status !== 401 ? faultOfStatus(response.status) : 'down'
  const fault = DRIVE_FAULTS[code] ?? usual
  return new PlatformError({ fault, status: response.status, code, retryAfterSeconds: retryAfter(response), sent: sentOf(failed.success) })
}

function sentOf(isOwnForm: boolean): Sent {
  return isOwnForm ? 'answered' : 'maybe'
}

function parsed<T>(response: Response, body: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(body)
  if (read.success) return read.data
  throw new PlatformError({ fault: 'down', status: response.status, code: 'unreadable_answer' }, { cause: read.error })
}
