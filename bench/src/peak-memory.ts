import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, productProcesses, unlessExited, proportionalMegabytes } from './processes.ts'

const LOOK_MS = 100

/** Memory of server, decoders and database; the imitated providers and their guard are no part of a product in use. */
export function megabytes(dataDir: string): number {
  const { server, database, others } = productProcesses(dataDir)
  const decoders = others.filter((pid) => commandOf(pid).includes('decode-process'))
  return sumOf([server, ...database, ...decoders])
}

function sumOf(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + unlessExited(() => proportionalMegabytes([pid]), 0), 0)
}

/** The most memory while some work is done. */
export async function peakOf<T>(dataDir: string, work: () => Promise<T>): Promise<{ result: T; peak: number; seconds: number }> {
  const done = new AbortController()
  let peak = 0
  const watching = (async () => {
    while (!done.signal.aborted) {
      peak = Math.max(peak, megabytes(dataDir))
      await wait(LOOK_MS)
    }
  })()
  const begun = performance.now()
  const result = await work()
  const seconds = (performance.now() - begun) / 1000
  done.abort()
  await watching
  return { result, peak, seconds }
}
