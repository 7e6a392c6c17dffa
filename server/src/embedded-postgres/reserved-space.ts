import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'kept-for-a-full-disk'
const CHUNK = 1024 * 1024

/**
 * Reserved space on the database's disk, released when the disk is full, so that PostgreSQL can complete crash recovery: without space for
 * its WAL it can't even serve reads.
 */
export interface ReservedSpace {
  path: string
  /** Reserves the space if enough remains free; false otherwise. */
  fill(signal?: AbortSignal): Promise<boolean>
  release(): Promise<void>
  /** Whether the space can be reserved with as much left free. */
  hasSpace(): Promise<boolean>
}

export function createReservedSpace(folder: string, bytes: number): ReservedSpace {
  const path = join(folder, NAME)
  const temporaryPath = `${path}.new`

  async function hasSpace(): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= 3 * bytes
  }

  async function write(signal?: AbortSignal): Promise<void> {
    const file = await open(temporaryPath, 'w', 0o600)
    try {
      // Random data, because compressing file systems would reserve nothing for zeros.
      const chunk = randomBytes(Math.min(CHUNK, bytes))
      for (let at = 0; at < bytes; at += chunk.length) {
        signal?.throwIfAborted()
        await file.write(chunk)
      }
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  }

  return {
    path,
    hasSpace,
    async fill(signal) {
      const existing = await stat(path).catch(() => null)
      if (existing && existing.size >= bytes) return true
      if (!(await hasSpace())) return false
      try {
        await write(signal)
        return true
      } catch {
        // The disk filled up in between, or the product is shutting down: the next start tries again.
        await rm(temporaryPath, { force: true })
        return false
      }
    },
    release: async () => {
      await rm(path, { force: true })
      await rm(temporaryPath, { force: true })
    },
  }
}
