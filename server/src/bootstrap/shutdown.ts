import type { Logger } from 'pino'

/** Longest that all parts together may take to end, in milliseconds; the database, which comes last, has its own time on top. */
const ALL_MS = 30_000
/** One part of them. Requests in progress may take 10 s. */
const ONE_MS = 12_000
/** What a part gets although the others took all the time, in milliseconds. */
const LEAST_MS = 500
/** Orderly, it takes some 15 s at most. */
export const DATABASE_SHUTDOWN_MS = 25_000

type End = () => unknown

export interface ShutdownHooks {
  /** What has to be ended later, after all that is added after it. */
  add(part: string, end: End, mostMs?: number): void
  /** Ends all of it, the newest first. One that fails or hangs is logged and left behind: the process must come to its end. */
  end(): Promise<void>
}

export function createShutdownHooks(log: Logger, { allMs = ALL_MS, oneMs = ONE_MS } = {}): ShutdownHooks {
  const parts: { part: string; end: End; mostMs: number | undefined }[] = []

  async function endOne({ part, end, mostMs }: (typeof parts)[number], leftMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), mostMs ?? Math.max(LEAST_MS, Math.min(oneMs, leftMs)))
    })
    try {
      if ((await Promise.race([(async () => end())(), late])) === 'late')
        log.error({ part }, 'a part did not end in time and is left behind')
    } catch (error) {
      log.error({ err: error, part }, 'a part did not end in order')
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    add: (part, end, mostMs) => void parts.push({ part, end, mostMs }),
    end: async () => {
      const begun = performance.now()
      for (const part of parts.splice(0).toReversed()) await endOne(part, allMs - (performance.now() - begun))
    },
  }
}
