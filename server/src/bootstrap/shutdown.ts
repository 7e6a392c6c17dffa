import type { Logger } from 'pino'
import { withTimeout } from '../promises.ts'

/** Timeout of the shutdown in total, in milliseconds; the database, which comes last, has its own. */
const ALL_MS = 30_000
/** Timeout of one part. Requests in progress may take 10 s. */
const ONE_MS = 12_000
/** Minimum for a part after the others used up the total, in milliseconds. */
const LEAST_MS = 500
/** An orderly shutdown takes about 15 s at most. */
export const DATABASE_SHUTDOWN_MS = 25_000

type End = () => unknown

export interface ShutdownHooks {
  /** Registers a shutdown step, which runs after those registered later. */
  add(part: string, end: End, limitMs?: number): void
  /** Runs all steps, the latest first. A step that fails or hangs is logged and skipped: the process must exit. */
  end(): Promise<void>
}

export function createShutdownHooks(log: Logger, { allMs = ALL_MS, oneMs = ONE_MS } = {}): ShutdownHooks {
  const parts: { part: string; end: End; limitMs: number | undefined }[] = []

  async function endOne({ part, end, limitMs }: (typeof parts)[number], leftMs: number): Promise<void> {
    const ms = limitMs ?? Math.max(LEAST_MS, Math.min(oneMs, leftMs))
    try {
      await withTimeout((async () => end())(), ms, () => log.error({ part }, 'Shutdown step timed out'))
    } catch (error) {
      log.error({ err: error, part }, 'Shutdown step failed')
    }
  }

  return {
    add: (part, end, limitMs) => void parts.push({ part, end, limitMs }),
    end: async () => {
      const startedAt = performance.now()
      for (const part of parts.splice(0).toReversed()) await endOne(part, allMs - (performance.now() - startedAt))
    },
  }
}
