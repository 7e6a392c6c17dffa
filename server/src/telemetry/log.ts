import { pino, type DestinationStream, type LogFn, type Logger } from 'pino'
import { plainLogStream } from './plain-log.ts'
import { currentRequestId } from './telemetry.ts'

const SECRET_NAMES = ['authorization', 'cookie', 'password', 'apiKey', 'token', 'accessToken', 'refreshToken', 'secretKey', 'sealed']
/** Depth of an error's logged causes. */
const CAUSES_MAX = 4
/** The query builder puts the values of a failed query into its message and stack: emails, session tokens, whole slides. */
const QUERY_VALUES = /\nparams: [^]*?(?=\n {4}at |$)/

/** The database's message for an invalid value (SQLSTATE class 22) quotes the value. */
const QUOTED = /"[^]*"/
/** Maximum length of a text, in characters: callers may send megabytes. */
const TEXT_MAX = 4_000
/** Maximum length of all texts of a line. */
const LINE_MAX = 12_000
const WARN = 40
/** Depth of the search for errors and texts in logged values, and length of logged lists. */
const DEPTH_MAX = 5
const LIST_MAX = 20

export type LogFormat = 'json' | 'plain'

/**
 * Logs to standard error, since standard output is for the product's few messages to users; structured by default. Redacts secrets by field
 * name. Lines of a request have its id.
 */
export function createLog(level: string, destination: DestinationStream = process.stderr, format: LogFormat = 'json'): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers["${name}"]`])
  // Already serialized; the logger's own serializer would repeat it.
  const serializers = { err: (serialized: unknown) => serialized }
  const redact = { paths, censor: '[redacted]' }
  const mixin = (): object => ofRequest(currentRequestId())
  return pino(
    { level, base: null, redact, mixin, hooks: { logMethod: serializing() }, serializers },
    format === 'plain' ? plainLogStream(destination) : destination,
  )
}

const ofRequest = (requestId: string | undefined): object => (requestId === undefined ? {} : { requestId })

/**
 * Serializes errors and texts anywhere in a line: the accounts library passes them in lists and custom fields. Repeated lines are only
 * counted.
 */
function serializing() {
  const throttle = createLogThrottle()
  return function logMethod(this: Logger, ...[args, method, level]: [Parameters<LogFn>, LogFn, number]): void {
    const budget = { left: LINE_MAX }
    const serialized = args.map((arg: unknown) => (arg instanceof Error ? { err: describe(arg) } : serialize(arg, budget)))
    const repeated = level < WARN ? 0 : throttle(wordsOf(serialized))
    if (repeated === null) return
    const [fields, ...words] = serialized
    const hasFields = typeof fields === 'object' && fields !== null
    const all = repeated === 0 ? serialized : hasFields ? [{ ...fields, repeated }, ...words] : [{ repeated }, ...serialized]
    method.apply(this, all as Parameters<LogFn>)
  }
}

/** The text of a line without the parts that differ between requests. */
function wordsOf([fields, ...words]: readonly unknown[]): string {
  if (typeof fields !== 'object' || fields === null) return JSON.stringify([fields, ...words])
  const { err, code, reason } = fields as Record<string, unknown>
  const message = typeof err === 'object' && err !== null && 'message' in err ? err.message : err
  return JSON.stringify([message, code, reason, ...words])
}

/** `room.left` is the rest of the line's length, in characters. */
function serialize(value: unknown, budget: { left: number }, depth = 0): unknown {
  if (budget.left <= 0 && typeof value === 'object') return '[more]'
  if (typeof value === 'string') {
    const serialized = serializeText(value)
    budget.left -= serialized.length
    return budget.left < 0 ? `${serialized.slice(0, 100)} ...` : serialized
  }
  if (value instanceof Error) {
    budget.left -= TEXT_MAX
    return describe(value)
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) return '[deeper]'
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map((one) => serialize(one, budget, depth + 1))
  if ('toJSON' in value) return value
  const entries = Object.entries(value).slice(0, LIST_MAX)
  return Object.fromEntries(entries.map(([name, one]) => [name.slice(0, 100), serialize(one, budget, depth + 1)]))
}

function serializeText(text: string): string {
  const serialized = text.replace(QUERY_VALUES, '')
  return serialized.length > TEXT_MAX ? `${serialized.slice(0, TEXT_MAX)} ...` : serialized
}

interface Described {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: unknown
}

/** Type, code, message, stack and causes of an error. Other fields are dropped: a driver's error contains rows, a client's its request. */
function describe(error: Error, depth = 0): Described {
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isRelevant = cause !== undefined && depth + 1 < CAUSES_MAX
  const cut = (text: string): string =>
    serializeText(code?.startsWith('22') ? text.replace(message, message.replace(QUOTED, '"..."')) : text)
  return {
    type: name.slice(0, 100),
    message: cut(message),
    ...(code !== undefined && { code: code.slice(0, 100) }),
    stack: cut(stack),
    ...(isRelevant && {
      cause: cause instanceof Error ? describe(cause, depth + 1) : serialize(cause, { left: TEXT_MAX }, DEPTH_MAX - 1),
    }),
  }
}

/** Equal lines logged per window; more are only counted. */
const LINES_MAX = 10
const WINDOW_MS = 10_000
/** Capacity for distinct lines. */
const KINDS_MAX = 500

/**
 * Whether to log a line: returns the number of equal lines suppressed before it, or null to suppress it. A failure that affects every
 * request is logged a few times and then counted, instead of filling the disk.
 */
export function createLogThrottle(now: () => number = () => performance.now()): (words: string) => number | null {
  const seen = new Map<string, { since: number; count: number }>()
  return (words) => {
    const previous = seen.get(words)
    if (previous && now() - previous.since < WINDOW_MS) {
      previous.count += 1
      return previous.count <= LINES_MAX ? 0 : null
    }
    // In insertion order: the oldest is evicted, so that endless new lines don't reset the counted ones.
    seen.delete(words)
    const oldest = seen.keys().next()
    if (seen.size >= KINDS_MAX && !oldest.done) seen.delete(oldest.value)
    seen.set(words, { since: now(), count: 1 })
    return Math.max(0, (previous?.count ?? 0) - LINES_MAX)
  }
}
