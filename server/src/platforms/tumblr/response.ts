import { z } from 'zod'
import { faultOfStatus, formlessFault, machineCode, PlatformError } from '../../providers/platform-error.ts'
import { parseExactJson, retryAfter } from '../../providers/read-response.ts'

/** Only codes: `errors` and `response` may be absent, and `detail` is localised. */
const failureSchema = z.object({
  meta: z.object({ status: z.number() }),
  errors: z.array(z.object({ code: z.union([z.number(), z.string()]).optional() })).optional(),
})

const envelopeSchema = z.object({ meta: z.object({ status: z.number() }), response: z.unknown() })

/** Seconds until the used-up rate limit resets, hourly or daily; null without the headers. */
function untilReset(response: Response): number | null {
  const header = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN)
  const windows = ['perhour', 'perday'].map((name) => ({ left: header(`${name}-remaining`), reset: header(`${name}-reset`) }))
  const validWindows = windows.filter(({ reset }) => Number.isFinite(reset) && reset >= 0)
  const usedUp = validWindows.filter(({ left }) => left <= 0).map(({ reset }) => reset)
  const seconds = usedUp.length > 0 ? Math.max(...usedUp) : validWindows[0]?.reset
  return seconds === undefined ? null : Math.ceil(seconds)
}

/** Reads `response` of the `{ meta, response }` envelope. */
export async function readEnvelope<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await response.text()
  const body = parseExactJson(text)
  const { status } = response
  if (!response.ok) {
    const failure = failureSchema.safeParse(body)
    // A proxy's error page, or a body for another status, says nothing about the account.
    const isOwn = failure.success && failure.data.meta.status === status
    const kind = isOwn ? ({ fault: faultOfStatus(status), sent: 'answered' } as const) : formlessFault(status)
    const code = machineCode(failure.data?.errors?.[0]?.code, isOwn ? 'error' : 'unreadable_answer')
    const reset = kind.fault === 'wait' ? untilReset(response) : null
    throw new PlatformError({ ...kind, status, code, retryAfterSeconds: retryAfter(response) ?? reset })
  }
  const envelope = envelopeSchema.safeParse(body)
  const parsed = envelope.success ? schema.safeParse(envelope.data.response) : null
  if (!parsed?.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' })
  return parsed.data
}

/**
 * Reads a token and its secret. Tumblr sends them form-encoded even when JSON was requested, and failures as plain text, which is ignored.
 */
export async function readTokenPair(response: Response): Promise<{ token: string; secret: string }> {
  const { status } = response
  const fields = new URLSearchParams(await response.text())
  if (!response.ok) {
    const fault = status === 429 ? 'wait' : status >= 500 ? 'down' : status === 401 ? 'client' : 'refused'
    const code = { wait: 'rate_limit_exceeded', down: 'server_error', client: 'credentials_refused', refused: 'credentials_refused' }[fault]
    throw new PlatformError({ fault, status, code, retryAfterSeconds: retryAfter(response) })
  }
  const [token, secret] = [fields.get('oauth_token'), fields.get('oauth_token_secret')]
  if (!token || !secret) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' })
  return { token, secret }
}
