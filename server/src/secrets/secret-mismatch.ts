import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import type { Logger } from 'pino'
import type { SecretBox } from './sealed.ts'

export interface Sample {
  sample: string
  /** Number of values with the same secret. */
  count: number
}

/** One value of each secret is enough. */
export const SAMPLES = `
  select min(sealed) as sample, count(*)::integer as count
  from (select sealed from user_credentials union all select access_token from social_accounts) as stored
  group by split_part(sealed, '.', 3)`

/** Warns if the database contains values of an unknown secret, in which case its sessions are invalid, too. */
export async function warnOfOtherSecrets({ db, sealer, log }: { db: Db; sealer: SecretBox; log: Logger }): Promise<void> {
  const { rows } = await db.asSystem((tx) => tx.execute<Sample & Record<string, unknown>>(sql.raw(SAMPLES)))
  const values = rows.filter(({ sample }) => !sealer.isOurs(sample)).reduce((sum, { count }) => sum + count, 0)
  if (values === 0) return
  log.warn(
    { values },
    'The database contains keys and tokens encrypted with another SECRET_KEY. They cannot be read, and its sessions are invalid here.',
  )
}
