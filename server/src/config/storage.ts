import { ConfigError } from '../config-error.ts'
import type { SettingValues } from './read-settings.ts'

/** Location and size limits of the file store. */
export interface StorageSettings {
  storageUrl: string | null
  /** Origin of the S3 store for browsers; null if images are served by this server. */
  storagePublicUrl: string | null
  /** Storage quota per user, in bytes. */
  storageQuota: number
  /** Default target of the copy commands; null if not set. */
  copyTo: string | null
}

export function storageSettings(set: SettingValues): StorageSettings {
  const { STORAGE_URL, STORAGE_PUBLIC_URL } = set
  if (STORAGE_PUBLIC_URL !== undefined && !STORAGE_URL?.startsWith('s3'))
    throw new ConfigError('STORAGE_PUBLIC_URL needs an S3 store in STORAGE_URL. See .env.example.')
  return {
    storageUrl: STORAGE_URL ?? null,
    storagePublicUrl: STORAGE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    storageQuota: set.STORAGE_QUOTA_MB * 1024 * 1024,
    copyTo: set.COPY_TO ?? null,
  }
}
