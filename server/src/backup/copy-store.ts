import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { mimeTypeOf, originalOf } from '../storage/renditions.ts'
import { instanceId, openForCopy } from '../storage/store/store-ownership.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { openStore, storeLocationOf, withStoreTimeout, type StoreSettings } from '../storage/store/open-store.ts'
import { isFileKey } from '../storage/store/storage-key.ts'
import { forEachConcurrently } from '../promises.ts'
import { writeHashed, type CopiedFiles } from './copy-images.ts'

/** Names the folder in the data folder, instead of a STORAGE_URL. */
const OWN_FOLDER = 'folder'
/** Files copied concurrently. */
const AT_ONCE = 4

export interface StoreCopyOptions {
  settings: StoreSettings
  db: Db
  /** A STORAGE_URL, or `folder`. */
  to: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

/**
 * Copies all files of the instance's store into another one, in order to move; another run copies only new files. Deletes nothing. Throws a
 * ConfigError for a store of another instance, or the same store.
 */
export async function copyStore({ settings, db, to, signal, onBytes }: StoreCopyOptions): Promise<CopiedFiles> {
  const target = { ...settings, storageUrl: to === OWN_FOLDER ? null : to }
  if (target.storageUrl === settings.storageUrl) throw new ConfigError('That is the current file store. Choose another one.')
  const from = await openStore(settings, db)
  const location = storeLocationOf(target)
  const id = await instanceId(db)
  const into = await withStoreTimeout(location, () => openForCopy(location, id))
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-copy-'))
  const counts: CopiedFiles = { copied: 0, existing: 0 }
  try {
    await forEachConcurrently(from.list(), AT_ONCE, async ({ key }, worker) => {
      signal.throwIfAborted()
      if (!isFileKey(key) || originalOf(key) !== key) return
      const bytes = await copyOne({ from, into, key, unfinished: join(folder, String(worker)) }, signal)
      if (bytes === null) counts.existing += 1
      else counts.copied += 1
      onBytes(bytes ?? 0)
    })
    return counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Number of bytes copied; null if there was nothing to copy. */
async function copyOne(
  { from, into, key, unfinished }: { from: FileStore; into: FileStore; key: string; unfinished: string },
  signal: AbortSignal,
): Promise<number | null> {
  const size = await from.size(key)
  if (size === null || size === (await into.size(key))) return null
  const found = await from.stream(key, signal)
  if (!found) return null
  const { bytes } = await writeHashed(Readable.fromWeb(found.body), unfinished, signal)
  await into.putFile(key, unfinished, mimeTypeOf(key, 'original'))
  return bytes
}
