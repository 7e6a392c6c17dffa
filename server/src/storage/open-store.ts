import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import { ConfigError } from '../config-error.ts'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { makeFolder } from './make-folder.ts'
import { createS3Store } from './s3-store.ts'
import { storagePlace } from './storage-place.ts'

/** A store on another machine that says nothing for so long is not there, in milliseconds. */
const ANSWER_MS = 10_000

/** The store of STORAGE_URL; absent, a folder in the data folder. Throws a ConfigError for one that does not take, give back and remove a file. */
export async function openStore(storageUrl: string | null, dataDir: string): Promise<FileStore> {
  if (storageUrl === null) return openFolder(join(dataDir, 'files'))
  const place = storagePlace(storageUrl)
  if (!place) throw new ConfigError('STORAGE_URL has to look like s3://KEY:SECRET@host/bucket?region=REGION or file:///folder.')
  try {
    const store = 's3' in place ? createS3Store(place.s3) : openFolder(place.folder)
    await tryStore(store)
    return store
  } catch (error) {
    // The system's and the store's own words, which name the bucket or the folder, and never the secret.
    const reason = error instanceof Error ? `${error.name === 'Error' ? '' : `${error.name}: `}${error.message}` : String(error)
    throw new ConfigError(`STORAGE_URL cannot be used: ${reason.replaceAll(/\s+/g, ' ').replace(/\.$/, '')}.`, { cause: error })
  }
}

function openFolder(folder: string): FileStore {
  makeFolder(folder)
  return createFolderStore(folder)
}

/** Writes, reads and removes one file: a wrong key, a missing bucket or a folder of somebody else is found now, not with the first photo. */
async function tryStore(store: FileStore): Promise<void> {
  const key = `start/${randomUUID()}`
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`it did not answer within ${ANSWER_MS / 1000} seconds`)), ANSWER_MS).unref()
  })
  const trial = async (): Promise<void> => {
    try {
      await store.put(key, Buffer.from('start'), 'text/plain')
    } catch (error) {
      // A full disk is no wrong setting: what is on it can still be read, and deleted.
      if (error instanceof AppError && error.code === 'STORAGE_FULL') return
      throw error
    }
    const found = await store.read(key)
    await store.remove([key])
    if (Buffer.from(found ?? []).toString() !== 'start') throw new Error('it did not give back what was put into it')
  }
  await Promise.race([trial(), late])
}
