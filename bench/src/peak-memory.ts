import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, productProcesses, unlessExited, proportionalMegabytes } from './processes.ts'

const SAMPLE_MS = 100

/** Memory of server, decoders and database, without the sandbox and its guard, which a product in production doesn't run. */
export function megabytes(dataDir: string): number {
  const { server, database, others } = productProcesses(dataDir)
  const decoders = others.filter((pid) => commandOf(pid).includes('decode-process'))
  return sumOf([server, ...database, ...decoders])
}

function sumOf(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + unlessExited(() => proportionalMegabytes([pid]), 0), 0)
}

/** Runs work and returns its peak memory. */
export async function peakOf<T>(dataDir: string, work: () => Promise<T>): Promise<{ result: T; peak: number; seconds: number }> {
  const done = new AbortController()
  let peak = 0
  const sampling = (async () => {
    while (!done.signal.aborted) {
      peak = Math.max(peak, megabytes(dataDir))
      await wait(SAMPLE_MS)
    }
  })()
  const startedAt = performance.now()
  const result = await work()
  const seconds = (performance.now() - startedAt) / 1000
  done.abort()
  await sampling
  return { result, peak, seconds }
}
