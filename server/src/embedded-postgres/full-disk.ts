import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createReservedSpace } from './reserved-space.ts'

/** State of the database's disk, and the handling of a full one. */
export interface FullDisk {
  /** Reserved space, which is released when the disk is full. */
  path: string
  /** Reserves the space if there is plenty. */
  prepare(): Promise<void>
  isFull(): boolean
  /** Logs the full disk, once, and releases the reserved space. */
  begin(): Promise<void>
  /** Resolves to true when there is space again, and to false when the caller stops waiting. */
  end(): Promise<boolean>
  /** Waits at most this long; free space on a full disk ends the wait. */
  pause(ms: number): Promise<void>
}

export interface FullDiskParts {
  folder: string
  ballastBytes: number
  /** Polling interval, in milliseconds. */
  pollMs: number
  log: Logger
  signal: AbortSignal
}

export function watchDisk({ folder, ballastBytes, pollMs, log, signal }: FullDiskParts): FullDisk {
  const ballast = createReservedSpace(folder, ballastBytes)
  let isFull = false
  const pause = (ms: number): Promise<void> => wait(Math.min(ms, pollMs), undefined, { signal }).catch(() => undefined)

  return {
    path: ballast.path,
    prepare: async () => void (await ballast.fill(signal)),
    isFull: () => isFull,
    async begin() {
      isFull = true
      log.error({ folder }, `The disk of ${folder} is full: the database is read-only until there is space`)
      await ballast.release()
    },
    async end() {
      while (!signal.aborted && !(await ballast.fill(signal))) await pause(pollMs)
      if (signal.aborted) return false
      isFull = false
      log.warn({ folder }, `The disk of ${folder} has space again`)
      return true
    },
    async pause(ms) {
      const end = performance.now() + ms
      while (performance.now() < end && !signal.aborted) {
        await pause(ms)
        if (isFull && (await ballast.hasSpace())) return
      }
    },
  }
}
