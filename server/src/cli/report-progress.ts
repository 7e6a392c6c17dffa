import { ConfigError } from '../config-error.ts'

/** Interval of progress reports on a terminal and in a log, in milliseconds. */
const TERMINAL_MS = 200
const LOG_MS = 10_000

export interface ProgressReporter {
  /** Aborted by Ctrl-C or another stop signal. */
  signal: AbortSignal
  /** Reports progress, throttled. */
  report(text: string): void
  end(): void
}

/** Runs long work with progress reports and a way to stop it; `stopped` is the message then. */
export async function withProgress(stopped: string, run: (work: ProgressReporter) => Promise<void>): Promise<void> {
  const work = watched(process.stderr)
  try {
    await run(work)
  } catch (error) {
    throw work.signal.aborted ? new ConfigError(stopped, { cause: error }) : error
  } finally {
    work.end()
  }
}

/** The same for a copy. */
export function reportCopyProgress(
  { verb, stopped }: { verb: string; stopped: string },
  copy: (work: Pick<ProgressReporter, 'signal' | 'end'> & { onBytes(bytes: number): void }) => Promise<void>,
): Promise<void> {
  let bytes = 0
  return withProgress(stopped, ({ signal, report, end }) => {
    const onBytes = (more: number) => {
      bytes += more
      report(`${Math.round(bytes / 1e6)} MB ${verb}`)
    }
    return copy({ signal, end, onBytes })
  })
}

function watched(out: NodeJS.WriteStream): ProgressReporter {
  const stop = new AbortController()
  const stopOnSignal = () => stop.abort()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stopOnSignal)
  const [every, prefix, suffix] = out.isTTY ? [TERMINAL_MS, '\r\u001B[K', ''] : [LOG_MS, '', '\n']
  let last = performance.now()
  let isOpen = false
  return {
    signal: stop.signal,
    report(text) {
      if (performance.now() - last < every) return
      last = performance.now()
      isOpen = out.isTTY
      out.write(`${prefix}${text}${suffix}`)
    },
    end() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stopOnSignal)
      if (isOpen) out.write(prefix)
    },
  }
}
