import { z } from 'zod'
import { formlessFault, machineCode, PlatformError, type PlatformFault } from '../../providers/platform-error.ts'
import { parseExactJson, retryAfter } from '../../providers/read-answer.ts'

/** `errors` may be absent, `response` an array or absent, and `detail` is in the account's language: only codes are read. */
const failureSchema = z.object({
  meta: z.object({ status: z.number() }),
  errors: z.array(z.object({ code: z.union([z.number(), z.string()]).optional() })).optional(),
})

const envelopeSchema = z.object({ meta: z.object({ status: z.number() }), response: z.unknown() })

function faultOf(status: number): PlatformFault {
  if (status === 401) return 'account'
  if (status === 429) return 'wait'
  return status >= 500 ? 'down' : 'refused'
}

/** Seconds until calls are given anew: of the hour or of the day, whichever are used up. Headers may be missing. */
function untilReset(response: Response): number | null {
  const header = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN)
  const windows = ['perhour', 'perday'].map((name) => ({ left: header(`${name}-remaining`), reset: header(`${name}-reset`) }))
  const known = windows.filter(({ reset }) => Number.isFinite(reset) && reset >= 0)
  const usedUp = known.filter(({ left }) => left <= 0).map(({ reset }) => reset)
  const seconds = usedUp.length > 0 ? Math.max(...usedUp) : known[0]?.reset
  return seconds === undefined ? null : Math.ceil(seconds)
}

/** `response` of the `{ meta, response }` envelope. */
export async function readEnvelope<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const text = await response.text()
  const body = parseExactJson(text)
  const { status } = response
  if (!response.ok) {
    const failure = failureSchema.safeParse(body)
    // A page of a proxy in between says nothing about the account, and nor does an answer that is about another status.
    const isOwn = failure.success && failure.data.meta.status === status
    const kind = isOwn ? ({ fault: faultOf(status), sent: 'answered' } as const) : formlessFault(status)
    const code = machineCode(failure.data?.errors?.[0]?.code, isOwn ? 'error' : 'unreadable_answer')
    throw new PlatformError({ ...kind, status, code, retryAfterSeconds: retryAfter(response) ?? untilReset(response) })
  }
  const envelope = envelopeSchema.safeParse(body)
  const parsed = envelope.success ? schema.safeParse(envelope.data.response) : null
  if (!parsed?.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' })
  return parsed.data
}

/**
 * A pair of token and secret out of a form-encoded body: that is its form even where JSON was asked for. Failures of these
 * calls are plain text, which is not read.
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
