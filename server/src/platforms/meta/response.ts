import { z } from 'zod'
import {
  faultOfStatus,
  formlessFault,
  machineCode,
  PlatformError,
  quotableWords,
  type PlatformFault,
} from '../../providers/platform-error.ts'
import { parseExactJson, retryAfter } from '../../providers/read-response.ts'

/** Error codes of the Graph API that say what kind of failure it is. */
const FAULTS: ReadonlyMap<number, PlatformFault> = new Map([
  [1, 'down'],
  [2, 'down'],
  [4, 'wait'],
  [17, 'wait'],
  [32, 'wait'],
  [101, 'client'],
  [102, 'account'],
  [190, 'account'],
  [341, 'wait'],
  [613, 'wait'],
  [80002, 'wait'],
])

const isPublishingError = (subcode: number | undefined) => subcode !== undefined && subcode >= 2_207_000 && subcode < 2_208_000

const graphErrorSchema = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
    message: z.string().optional(),
    error_user_msg: z.string().optional(),
  }),
})
/** The token endpoint's own form. */
const tokenErrorSchema = z.object({ error_type: z.string(), code: z.number().optional(), error_message: z.string().optional() })

const usageSchema = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().nonnegative() })))
const DAY_SECONDS = 24 * 60 * 60

/** Seconds until the application may call again for this account: the Graph API says it in a header of its own, in minutes. */
function regainAccess(response: Response): number | null {
  const usage = usageSchema.safeParse(parseExactJson(response.headers.get('x-business-use-case-usage') ?? ''))
  if (!usage.success) return null
  const minutes = Object.values(usage.data).flatMap((uses) => uses.map((use) => use.estimated_time_to_regain_access))
  const most = Math.max(0, ...minutes) * 60
  return most > 0 && most <= DAY_SECONDS ? most : null
}

/** Threads names some errors in their message only. */
const NAMED_ERROR = /\bTHREADS_API__[A-Z_]+\b/

/** Codes are `CODE.SUBCODE`, `CODE` or a name. Messages also tell a wrong key pair from a spent code. */
export async function readGraph<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  const { ok, status } = response
  const body = parseExactJson(await response.text())
  const retryAfterSeconds = retryAfter(response) ?? regainAccess(response)
  const graph = graphErrorSchema.safeParse(body)
  if (graph.success) {
    const { code, error_subcode: subcode, message = '', error_user_msg: userMessage } = graph.data.error
    // A subcode of publishing is the exact error; its code may also stand for a limit of requests.
    const knownFault = status === 429 ? 'wait' : isPublishingError(subcode) ? undefined : FAULTS.get(code)
    const fault = knownFault ?? (graph.data.error.is_transient === true ? 'down' : status === 401 ? 'refused' : faultOfStatus(status))
    const name = machineCode(NAMED_ERROR.exec(message)?.[0] ?? (subcode === undefined ? code : `${code}.${subcode}`), 'error')
    throw new PlatformError({
      fault,
      status,
      code: name,
      retryAfterSeconds,
      sent: 'answered',
      words: quotableWords(userMessage ?? message),
    })
  }
  const token = tokenErrorSchema.safeParse(body)
  if (token.success && !ok) {
    const isClient = /client_?(id|secret)|client secret|platform app|app (id|secret)/i.test(token.data.error_message ?? '')
    const fault = status === 429 ? 'wait' : isClient ? 'client' : status >= 500 ? 'down' : 'account'
    const code = isClient ? 'credentials_refused' : fault === 'account' ? 'invalid_grant' : machineCode(token.data.error_type, 'error')
    throw new PlatformError({ fault, status, code, retryAfterSeconds, sent: 'answered' })
  }
  // Without a code it may be a proxy's response, which says nothing about the account.
  if (!ok) throw new PlatformError({ ...formlessFault(status), status, code: 'no_error_code', retryAfterSeconds })
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new PlatformError({ fault: 'down', status, code: 'unreadable_answer' }, { cause: parsed.error })
  return parsed.data
}

/** 64-bit ids, which arrive as digits or as numbers. */
export const graphId = z.union([z.string().regex(/^[\w-]{1,80}$/), z.number().int().transform(String)])
