import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createReservedSpace } from './reserved-space.ts'

/** What is known of the disk that a database lies on, and what is done about it. */
export interface FullDisk {
  /** Room kept on it, to be given back when it is full. */
  path: string
  /** Takes that room, where there is plenty. */
  prepare(): Promise<void>
  isFull(): boolean
  /** Says so, once, and gives the kept room back. */
  begin(): Promise<void>
  /** Resolves to true when there is room again, and to false when nobody waits any more. */
  end(): Promise<boolean>
  /** So long at most: room on a full disk ends it. */
  pause(ms: number): Promise<void>
}

export interface FullDiskParts {
  folder: string
  ballastBytes: number
  /** How often it is looked at, in milliseconds. */
  lookMs: number
  log: Logger
  signal: AbortSignal
}

export function watchDisk({ folder, ballastBytes, lookMs, log, signal }: FullDiskParts): FullDisk {
  const ballast = createReservedSpace(folder, ballastBytes)
  let isFull = false
  const look = (ms: number): Promise<void> => wait(Math.min(ms, lookMs), undefined, { signal }).catch(() => undefined)

  return {
    path: ballast.path,
    prepare: async () => void (await ballast.fill(signal)),
    isFull: () => isFull,
    async begin() {
      isFull = true
      log.error({ folder }, `The disk of ${folder} is full: what is there can be read, nothing can be saved until there is room`)
      await ballast.release()
    },
    async end() {
      while (!signal.aborted && !(await ballast.fill(signal))) await look(lookMs)
      if (signal.aborted) return false
      isFull = false
      log.warn({ folder }, `There is room on the disk of ${folder} again`)
      return true
    },
    async pause(ms) {
      const end = performance.now() + ms
      while (performance.now() < end && !signal.aborted) {
        await look(ms)
        if (isFull && (await ballast.hasRoom())) return
      }
    },
  }
}
