import { pino, type DestinationStream, type Logger } from 'pino'

const SECRET_NAMES = ['authorization', 'cookie', 'password', 'apiKey', 'token', 'accessToken', 'refreshToken', 'secretKey', 'sealed']
/** How far down the causes of an error are told. */
const CAUSES_MAX = 4
/** The query builder puts the values of a failed query into its message and stack: e-mails, session tokens, whole slides. */
const QUERY_VALUES = /\nparams: [^]*?(?=\n {4}at |$)/

/** Structured lines on standard error, so that standard output holds the product's few sentences for people. Secrets are cut out by name. */
export function createLog(level: string, destination: DestinationStream = process.stderr): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers["${name}"]`])
  return pino({ level, base: null, redact: { paths, censor: '[redacted]' }, serializers: { err: describe } }, destination)
}

interface Described {
  type: string
  message: string
  code?: string
  stack?: string
  cause?: unknown
}

/** Type, code, words, place and causes of an error. Its other fields stay out: a driver's error carries rows, a client's its request. */
function describe(error: unknown, depth = 0): Described | string {
  if (!(error instanceof Error)) return String(error)
  const { name, message, stack = '', cause } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isWorthTelling = cause !== undefined && depth + 1 < CAUSES_MAX
  return {
    type: name,
    message: message.replace(QUERY_VALUES, ''),
    ...(code !== undefined && { code }),
    stack: stack.replace(QUERY_VALUES, ''),
    ...(isWorthTelling && { cause: describe(cause, depth + 1) }),
  }
}
