import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = 'kept-for-a-full-disk'
const CHUNK = 1024 * 1024

/**
 * Room on the database's disk that nothing uses until the disk is full. Then it is given back, so that PostgreSQL can end what a crash
 * left half and answer again: it cannot even read without room for its log.
 */
export interface ReservedSpace {
  path: string
  /** Takes the room, where so much is free that nobody misses it; false where not. */
  fill(signal?: AbortSignal): Promise<boolean>
  release(): Promise<void>
  /** True when so much is free that the room can be taken and as much is left. */
  hasRoom(): Promise<boolean>
}

export function createReservedSpace(folder: string, bytes: number): ReservedSpace {
  const path = join(folder, NAME)
  const unfinished = `${path}.new`

  async function hasRoom(): Promise<boolean> {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= 3 * bytes
  }

  async function write(signal?: AbortSignal): Promise<void> {
    const file = await open(unfinished, 'w', 0o600)
    try {
      // Of no pattern: disks that press zeros together would keep no room.
      const chunk = randomBytes(Math.min(CHUNK, bytes))
      for (let at = 0; at < bytes; at += chunk.length) {
        signal?.throwIfAborted()
        await file.write(chunk)
      }
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  }

  return {
    path,
    hasRoom,
    async fill(signal) {
      const kept = await stat(path).catch(() => null)
      if (kept && kept.size >= bytes) return true
      if (!(await hasRoom())) return false
      try {
        await write(signal)
        return true
      } catch {
        // Others took the room meanwhile, or the product ends: the next start tries again.
        await rm(unfinished, { force: true })
        return false
      }
    },
    release: async () => {
      await rm(path, { force: true })
      await rm(unfinished, { force: true })
    },
  }
}
