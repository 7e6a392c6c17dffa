import type { DestinationStream } from 'pino'

const LEVELS: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
/** Control characters, which a terminal would interpret. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g

interface Line {
  level: number
  time: number
  msg?: string
  err?: unknown
}

/**
 * The log in a format for humans: one line each, with stacks indented below, so that no user input can imitate a log line. The logger's own
 * printer needs eleven packages.
 */
export function plainLogStream(destination: DestinationStream): DestinationStream {
  return { write: (json) => destination.write(plainLine(JSON.parse(json) as Line)) }
}

function plainLine({ level, time, msg = '', err, ...facts }: Line): string {
  const pairs = Object.entries(facts).map(([name, value]) => `${oneLine(name)}=${oneLine(wordOf(value))}`)
  const head = [new Date(time).toISOString(), (LEVELS[level] ?? String(level)).padEnd(5), oneLine(msg), ...pairs].join(' ')
  return `${head}\n${below(err)}`
}

const wordOf = (value: unknown): string => (typeof value === 'string' && /^[\w./:@=-]+$/.test(value) ? value : JSON.stringify(value))

function oneLine(text: string): string {
  return text.replaceAll('\n', '\\n').replace(CONTROL, '')
}

/** An error and its causes, as serialized by the log. */
function below(err: unknown): string {
  if (err === undefined) return ''
  const described =
    typeof err === 'object' && err !== null ? (err as { stack?: unknown; message?: unknown; code?: unknown; cause?: unknown }) : {}
  const words = [described.stack, described.message, typeof err === 'string' ? err : JSON.stringify(err)].find(
    (one): one is string => typeof one === 'string' && one !== '',
  )
  const code = typeof described.code === 'string' ? `${described.code} ` : ''
  const lines = `${code}${words ?? ''}`.split('\n').map((line) => `    ${line.replace(CONTROL, '')}\n`)
  return lines.join('') + (described.cause === undefined ? '' : below(described.cause))
}
