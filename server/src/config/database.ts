import { ConfigError } from '../config-error.ts'
import type { SettingValues } from './read-settings.ts'

/** Where the database is; the private one of the data folder without an address. */
export interface DatabaseSettings {
  databaseUrl: string | null
  /** The same database past the pooler that `databaseUrl` leads through; null without one. */
  databaseDirectUrl: string | null
  /** A replica of it, for reads that may be a second old; null without one. */
  databaseReplicaUrl: string | null
  /** Path of the certificates that the database's has to be signed by; null for what the address says. */
  databaseCa: string | null
}

export function databaseSettings(set: SettingValues): DatabaseSettings {
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'DATABASE_CA'] as const)
    if (set[name] !== undefined && set.DATABASE_URL === undefined)
      throw new ConfigError(`${name} is set and DATABASE_URL is not: the one is of no use without the other. See .env.example.`)
  return {
    databaseUrl: set.DATABASE_URL ?? null,
    databaseDirectUrl: set.DATABASE_DIRECT_URL ?? null,
    databaseReplicaUrl: set.DATABASE_REPLICA_URL ?? null,
    databaseCa: set.DATABASE_CA ?? null,
  }
}
