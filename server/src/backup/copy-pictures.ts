import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { originalOf } from '../storage/renditions.ts'
import { nullOn404 } from '../storage/store/null-on-404.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { isPictureKey } from '../storage/store/storage-key.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { notePictures, picturePath, type BackupFolder, type KeptPicture } from './backup-folder.ts'

/** Pictures on their way at a time. */
const AT_ONCE = 4
/** Pictures that a crash makes this copy again, at most. */
const NOTED_AT_ONCE = 64

export interface CopiedPictures {
  copied: number
  /** That were in the backup already. */
  kept: number
}

/** Copies what the backup does not have yet, but no renditions, which are made again when they are asked for. A picture is never changed under its name, so a name that is there is enough, if its file is. */
export async function copyPictures(
  store: FileStore,
  backup: BackupFolder,
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<CopiedPictures> {
  const counts: CopiedPictures = { copied: 0, kept: 0 }
  let missing: string[] = []
  async function copyMissing(): Promise<void> {
    const added = new Map<string, KeptPicture>()
    try {
      await forEachConcurrently(missing, AT_ONCE, async (key) => {
        signal.throwIfAborted()
        const picture = await copyPicture(store, picturePath(backup.path, key), { key, signal })
        // Deleted since it was listed.
        if (!picture) return
        added.set(key, picture)
        onBytes(picture.bytes)
      })
    } finally {
      if (added.size > 0) await notePictures(backup, added)
    }
    counts.copied += added.size
    missing = []
  }
  for await (const { key } of store.list()) {
    signal.throwIfAborted()
    if (!isPictureKey(key) || originalOf(key) !== key) continue
    if (await isKept(backup, key)) counts.kept += 1
    else missing.push(key)
    if (missing.length >= NOTED_AT_ONCE) await copyMissing()
  }
  await copyMissing()
  return counts
}

/** Noted, and not lost or cut short since on the backup's disk. */
async function isKept({ path, pictures }: BackupFolder, key: string): Promise<boolean> {
  const noted = pictures.get(key)
  return noted !== undefined && (await nullOn404(() => stat(picturePath(path, key))))?.size === noted.bytes
}

/** Null when the store has none of this name. */
async function copyPicture(
  store: FileStore,
  path: string,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<KeptPicture | null> {
  const found = await store.stream(key, signal)
  if (!found) return null
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const fresh = `${path}~`
  try {
    const picture = await writeHashed(Readable.fromWeb(found.body), fresh, signal)
    await rename(fresh, path)
    return picture
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Writes a file to the disk itself, and says what was written. */
export async function writeHashed(from: Readable, path: string, signal: AbortSignal): Promise<KeptPicture> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      hash.update(chunk)
      bytes += chunk.length
      pass(null, chunk)
    },
  })
  await pipeline(from, counted, createWriteStream(path, { mode: 0o600 }), { signal })
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}
