import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileStore } from './file-store.ts'
import { createFolderStore } from './folder-store.ts'
import { createS3Store, type S3Place } from './s3-store.ts'

/**
 * The store of STORAGE_URL: `file:///folder`, `s3://KEY:SECRET@host/bucket?region=eu-1` (TLS), or
 * `s3+http://...` for a store on a trusted network. Absent, a folder in the data folder.
 */
export async function openStore(storageUrl: string | null, dataDir: string): Promise<FileStore> {
  if (storageUrl !== null && !storageUrl.startsWith('file:')) return createS3Store(s3Place(storageUrl))
  const folder = storageUrl === null ? join(dataDir, 'files') : fileURLToPath(storageUrl)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return createFolderStore(folder)
}

/** Throws with a sentence for the operator when the address is not complete. */
export function s3Place(storageUrl: string): S3Place {
  const url = new URL(storageUrl)
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[url.protocol]
  const bucket = url.pathname.replace(/^\/|\/$/g, '')
  if (!scheme || !url.host || !bucket || bucket.includes('/') || !url.username || !url.password) {
    throw new Error('STORAGE_URL must look like s3://KEY:SECRET@host/bucket?region=REGION or file:///folder')
  }
  return {
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
