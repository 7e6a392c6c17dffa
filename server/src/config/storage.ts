import { ConfigError } from '../config-error.ts'
import type { SettingValues } from './read-settings.ts'

/** Where files are, and how much of them. */
export interface StorageSettings {
  storageUrl: string | null
  /** Origin under which browsers reach the S3 store; null where pictures go through this server. */
  storagePublicUrl: string | null
  /** Bytes of pictures each person may keep. */
  storageQuota: number
  /** Where a command copies pictures or the database to that is not told so by a word; null where nothing is set. */
  copyTo: string | null
}

export function storageSettings(set: SettingValues): StorageSettings {
  const { STORAGE_URL, STORAGE_PUBLIC_URL } = set
  if (STORAGE_PUBLIC_URL !== undefined && !STORAGE_URL?.startsWith('s3'))
    throw new ConfigError(
      'STORAGE_PUBLIC_URL is set and STORAGE_URL is no S3 store: browsers get pictures from this server. See .env.example.',
    )
  return {
    storageUrl: STORAGE_URL ?? null,
    storagePublicUrl: STORAGE_PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    storageQuota: set.STORAGE_QUOTA_MB * 1024 * 1024,
    copyTo: set.COPY_TO ?? null,
  }
}
