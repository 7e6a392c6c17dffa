import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import type { Logger } from 'pino'
import type { Sealer } from './sealed.ts'

export interface Sample {
  sample: string
  /** Values that the same secret sealed. */
  count: number
}

/** One value of each secret, which says enough. */
export const SAMPLES = `
  select min(sealed) as sample, count(*)::integer as count
  from (select sealed from user_credentials union all select access_token from social_accounts) as stored
  group by split_part(sealed, '.', 3)`

/** Says when the database holds what this instance's secret does not open: then its sessions are of another secret, too. */
export async function warnOfOtherSecrets({ db, sealer, log }: { db: Db; sealer: Sealer; log: Logger }): Promise<void> {
  const { rows } = await db.asSystem((tx) => tx.execute<Sample & Record<string, unknown>>(sql.raw(SAMPLES)))
  const values = rows.filter(({ sample }) => !sealer.knows(sample)).reduce((sum, { count }) => sum + count, 0)
  if (values === 0) return
  log.warn(
    { values },
    'This database holds keys and tokens that were sealed under another SECRET_KEY. They cannot be read, and sessions begun under it are none here.',
  )
}
