import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import { ConfigError } from '../../config-error.ts'
import type { Db } from '../../db/db.ts'
import { claimStore, type StoreLocation } from './store-ownership.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createFolder } from '../../config/create-folder.ts'
import { reasonOf } from './s3-failure.ts'
import { createS3Store } from './s3-store.ts'
import { parseStorageUrl } from '../../config/storage-url.ts'
import { withTimeout } from '../../promises.ts'

/** A remote store that doesn't respond for this long is unavailable, in milliseconds. */
const RESPONSE_MS = 10_000

export interface StoreSettings {
  storageUrl: string | null
  storagePublicUrl?: string | null
  dataDir: string
}

/**
 * The store of STORAGE_URL, or else a folder in the data folder, claimed for this database. Throws a ConfigError for a store of another
 * instance, or one that fails to write, read and remove a file.
 */
export async function openStore(settings: StoreSettings, db: Db, { responseMs }: { responseMs?: number } = {}): Promise<FileStore> {
  const location = storeLocationOf(settings)
  if (location.isDefault) return claimStore(location, db)
  const claimAndTry = async () => {
    const store = await claimStore(location, db)
    await tryStore(store)
    return store
  }
  return withStoreTimeout(location, claimAndTry, responseMs)
}

/** The configured store, not claimed yet. */
export function storeLocationOf({ storageUrl, storagePublicUrl = null, dataDir }: StoreSettings): StoreLocation {
  if (storageUrl === null) return folderLocation(join(dataDir, 'files'))
  const location = parseStorageUrl(storageUrl)
  if (!location) throw new ConfigError('Invalid STORAGE_URL. Use s3://KEY:SECRET@host/bucket?region=REGION or file:///folder.')
  const name = 'STORAGE_URL'
  if ('s3' in location)
    return { name, isDefault: false, open: (prefix) => createS3Store({ ...location.s3, publicUrl: storagePublicUrl }, prefix) }
  return { ...folderLocation(location.folder), name, isDefault: false }
}

function folderLocation(folder: string): StoreLocation {
  const open: StoreLocation['open'] = (prefix) => {
    createFolder(folder)
    return createFolderStore(folder, prefix)
  }
  return { name: `The folder ${folder}`, isDefault: true, open }
}

/** Runs work with a timeout, and turns every failure into one sentence. */
export async function withStoreTimeout<T>({ name }: StoreLocation, work: () => Promise<T>, responseMs = RESPONSE_MS): Promise<T> {
  try {
    return await withTimeout(work(), responseMs, () => {
      throw new Error(`no response within ${responseMs / 1000} seconds`)
    })
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`${name} cannot be used: ${reasonOf(error)}.`, { cause: error })
  }
}

/**
 * Writes, reads and removes a file, to detect wrong keys, a missing bucket or missing permissions at startup instead of at the first
 * upload.
 */
export async function tryStore(store: FileStore): Promise<void> {
  const key = `start/${randomUUID()}`
  try {
    await store.put(key, Buffer.from('start'), 'text/plain')
  } catch (error) {
    // A full disk isn't a wrong setting: reading and deleting still work.
    if (error instanceof AppError && error.code === 'STORAGE_FULL') return
    throw error
  }
  try {
    const found = await store.read(key)
    if (Buffer.from(found ?? []).toString() !== 'start') throw new Error('it returned other content than was written')
  } finally {
    await store.remove([key])
  }
}
