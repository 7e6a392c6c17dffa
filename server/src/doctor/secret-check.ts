import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { createSealer, type SecretBox } from '../secrets/sealed.ts'
import { SAMPLES, type Sample } from '../secrets/secret-mismatch.ts'
import { ok, wrong, type Check, type Finding } from './finding.ts'

/** Whether the configured secret matches the database and its running processes. */
export function secretCheck(config: Pick<Config, 'secretKey' | 'olderSecretKeys'>, client: pg.Client): Check {
  const sealer = createSealer(config.secretKey, config.olderSecretKeys)
  return { name: 'secret', run: async () => (await unread(client, sealer)) ?? (await differsFromOthers(client, sealer)) ?? FITS }
}

const FITS = ok('SECRET_KEY decrypts the stored keys and tokens.')
const FIX = 'Set SECRET_KEY to the previous value, or after a rotation add that to SECRET_KEY_OLD.'

async function unread(client: pg.Client, sealer: SecretBox): Promise<Finding | null> {
  const { rows: has } = await client.query<{ has: boolean }>(`select to_regclass('user_credentials') is not null as has`)
  if (has[0]?.has !== true) return null
  const { rows } = await client.query<Sample & pg.QueryResultRow>(SAMPLES)
  const values = rows.filter(({ sample }) => !sealer.isOurs(sample)).reduce((sum, { count }) => sum + count, 0)
  return values === 0 ? null : wrong(`Keys and tokens encrypted with another SECRET_KEY that cannot be read: ${values}.`, FIX)
}

/** All columns: tables of an earlier version have none for the secrets yet. */
const PROCESSES = `select * from processes where beat_at > now() - interval '60 seconds'`

interface Process extends pg.QueryResultRow {
  role: string
  host: string
  seals_with?: string | null
}

async function differsFromOthers(client: pg.Client, { keyIds }: SecretBox): Promise<Finding | null> {
  const { rows: has } = await client.query<{ has: boolean }>(`select to_regclass('processes') is not null as has`)
  if (has[0]?.has !== true) return null
  const ownKeyIds = new Set([keyIds.current, ...keyIds.older])
  const { rows } = await client.query<Process>(PROCESSES)
  const other = rows.find(({ seals_with: id }) => id && !ownKeyIds.has(id))
  return other ? wrong(`A running process (ROLE ${other.role} on ${other.host}) has another SECRET_KEY.`, FIX) : null
}
