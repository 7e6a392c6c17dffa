import { ConfigError } from '../config-error.ts'
import type { SettingValues } from './read-settings.ts'

/** The database; without a URL the embedded one of the data folder. */
export interface DatabaseSettings {
  databaseUrl: string | null
  /** URL that bypasses the pooler of `databaseUrl`; null without a pooler. */
  databaseDirectUrl: string | null
  /** URL of a replica for reads that may be one second stale; null without one. */
  databaseReplicaUrl: string | null
  /** Path of the CA certificates for the connection; null to use the URL's options. */
  databaseCa: string | null
}

export function databaseSettings(set: SettingValues): DatabaseSettings {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'DATABASE_CA'] as const)
    if (set[name] !== undefined && set.DATABASE_URL === undefined)
      throw new ConfigError(`${name} is set but DATABASE_URL isn't: set both or neither. See .env.example.`)
  return {
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL ?? null,
    databaseCa: set.DATABASE_CA ?? null,
  }
}
