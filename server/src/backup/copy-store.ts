import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { ConfigError } from '../config-error.ts'
import type { Db } from '../db/db.ts'
import { mimeTypeOf, originalOf } from '../storage/renditions.ts'
import { instanceId, openForCopy } from '../storage/store/store-ownership.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import { openStore, placeOf, usable, type StoreSettings } from '../storage/store/open-store.ts'
import { isPictureKey } from '../storage/store/storage-key.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { writeHashed, type CopiedPictures } from './copy-pictures.ts'

/** The folder in the data folder, where no STORAGE_URL names another place. */
const OWN_FOLDER = 'folder'
/** Pictures on their way at a time. */
const AT_ONCE = 4

export interface CopyOrder {
  settings: StoreSettings
  db: Db
  /** As STORAGE_URL names it, or `folder`. */
  to: string
  signal: AbortSignal
  onBytes(bytes: number): void
}

/**
 * Copies all pictures of the instance's file store into another one, as the way there; called again it copies what is new. Nothing is removed
 * from either of them. Throws a ConfigError for a store of another instance, or the same one.
 */
export async function copyStore({ settings, db, to, signal, onBytes }: CopyOrder): Promise<CopiedPictures> {
  const target = { ...settings, storageUrl: to === OWN_FOLDER ? null : to }
  if (target.storageUrl === settings.storageUrl) throw new ConfigError('The pictures are there already.')
  const from = await openStore(settings, db)
  const place = placeOf(target)
  const id = await instanceId(db)
  const into = await usable(place, () => openForCopy(place, id))
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-copy-'))
  const counts: CopiedPictures = { copied: 0, kept: 0 }
  try {
    await forEachConcurrently(from.list(), AT_ONCE, async ({ key }, worker) => {
      signal.throwIfAborted()
      if (!isPictureKey(key) || originalOf(key) !== key) return
      const bytes = await copyOne({ from, into, key, unfinished: join(folder, String(worker)) }, signal)
      if (bytes === null) counts.kept += 1
      else counts.copied += 1
      onBytes(bytes ?? 0)
    })
    return counts
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Bytes that were copied; null when there was nothing to copy. */
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
