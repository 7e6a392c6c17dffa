import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { nullOn404 } from '../storage/store/file-store.ts'

export interface DiskCacheLimits {
  /** Maximum size of all entries, in bytes; the least recently read are evicted. */
  bytesMax: number
  /** Lifetime of an entry after it was written. */
  secondsMax: number
}

/** A cache of bytes by key on disk, in a folder whose files may be deleted at any time. */
export interface DiskCache {
  read(key: string): Promise<Uint8Array | null>
  write(key: string, bytes: Uint8Array): Promise<void>
}

/** Eviction goes a little below the limit, so that it doesn't run at every write. */
const TIDIED_TO = 0.8
/** Suffix of unfinished files, which a killed process leaves behind. */
const HALF_WRITTEN = '.part'
const HALF_WRITTEN_SECONDS = 600

/** Several processes may share the folder. `now` is in milliseconds. */
export function createDiskCache(folder: string, limits: DiskCacheLimits, now: () => number = Date.now): DiskCache {
  let written: number | null = null
  let tidying: Promise<void> | null = null
  const fileOf = (key: string) => join(folder, createHash('sha256').update(key).digest('hex'))

  async function tidy(): Promise<void> {
    const names = await readdir(folder)
    const found = await Promise.all(names.map((name) => entryOf(join(folder, name))))
    const entries = found.filter((entry) => entry !== null).toSorted((a, b) => b.readAt - a.readAt)
    let kept = 0
    for (const { file, bytes, writtenAt } of entries) {
      const seconds = file.endsWith(HALF_WRITTEN) ? HALF_WRITTEN_SECONDS : limits.secondsMax
      const isCached = now() - writtenAt < seconds * 1000 && kept + bytes <= limits.bytesMax * TIDIED_TO
      if (isCached) kept += bytes
      else await rm(file, { force: true })
    }
    written = kept
  }

  return {
    async read(key) {
      const file = fileOf(key)
      const entry = await entryOf(file)
      if (!entry || now() - entry.writtenAt >= limits.secondsMax * 1000) return null
      const bytes = await nullOn404(() => readFile(file))
      // Sets the access time explicitly, since most systems don't maintain it.
      if (bytes) await nullOn404(() => utimes(file, new Date(now()), new Date(entry.writtenAt)))
      return bytes
    },
    async write(key, bytes) {
      const file = fileOf(key)
      const part = `${file}.${randomUUID()}${HALF_WRITTEN}`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(part, bytes, { mode: 0o600 })
      await utimes(part, new Date(now()), new Date(now()))
      await rename(part, file)
      written = written === null ? null : written + bytes.byteLength
      if (written === null || written > limits.bytesMax) {
        tidying ??= tidy().finally(() => (tidying = null))
        await tidying
      }
    },
  }
}

interface Entry {
  file: string
  bytes: number
  /** Milliseconds since 1970. */
  writtenAt: number
  readAt: number
}

async function entryOf(file: string): Promise<Entry | null> {
  const found = await nullOn404(() => stat(file))
  return found && { file, bytes: found.size, writtenAt: found.mtimeMs, readAt: found.atimeMs }
}
