import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { originalOf } from '../storage/renditions.ts'
import { nullOn404, type FileStore } from '../storage/store/file-store.ts'
import { isFileKey } from '../storage/store/storage-key.ts'
import { forEachConcurrently } from '../promises.ts'
import { recordFiles, backupFilePath, type BackupFolder, type BackedUpFile } from './backup-folder.ts'

/** Files copied concurrently. */
const AT_ONCE = 4
/** Maximum number of files to copy again after a crash. */
const NOTED_AT_ONCE = 64

export interface CopiedFiles {
  copied: number
  /** Files that the backup already had. */
  existing: number
}

/**
 * Copies files that the backup doesn't have, except renditions, which are regenerated on demand. Files never change under a key, so an
 * existing one with the right size is complete.
 */
export async function copyFiles(
  store: FileStore,
  backup: BackupFolder,
  { signal, onBytes }: { signal: AbortSignal; onBytes(bytes: number): void },
): Promise<CopiedFiles> {
  const counts: CopiedFiles = { copied: 0, existing: 0 }
  let missing: string[] = []
  async function copyMissing(): Promise<void> {
    const added = new Map<string, BackedUpFile>()
    try {
      await forEachConcurrently(missing, AT_ONCE, async (key) => {
        signal.throwIfAborted()
        const copied = await copyFile(store, backupFilePath(backup.path, key), { key, signal })
        // Deleted since it was listed.
        if (!copied) return
        added.set(key, copied)
        onBytes(copied.bytes)
      })
    } finally {
      if (added.size > 0) await recordFiles(backup, added)
    }
    counts.copied += added.size
    missing = []
  }
  for await (const { key } of store.list()) {
    signal.throwIfAborted()
    if (!isFileKey(key) || originalOf(key) !== key) continue
    if (await isBackedUp(backup, key)) counts.existing += 1
    else missing.push(key)
    if (missing.length >= NOTED_AT_ONCE) await copyMissing()
  }
  await copyMissing()
  return counts
}

/** Whether the file is recorded, and neither lost nor truncated since. */
async function isBackedUp({ path, files }: BackupFolder, key: string): Promise<boolean> {
  const saved = files.get(key)
  return saved !== undefined && (await nullOn404(() => stat(backupFilePath(path, key))))?.size === saved.bytes
}

/** Null if the store has no such file. */
async function copyFile(
  store: FileStore,
  path: string,
  { key, signal }: { key: string; signal: AbortSignal },
): Promise<BackedUpFile | null> {
  const found = await store.stream(key, signal)
  if (!found) return null
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporaryPath = `${path}~`
  try {
    const hashed = await writeHashed(Readable.fromWeb(found.body), temporaryPath, signal)
    await rename(temporaryPath, path)
    return hashed
  } finally {
    await rm(temporaryPath, { force: true })
  }
}

/** Writes and flushes a file; returns its hash and size. */
export async function writeHashed(from: Readable, path: string, signal: AbortSignal): Promise<BackedUpFile> {
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
