import { sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'

/**
 * Deletes a user's jobs, also finished ones, which stay for days. A running job ends without its row. An instance that never had a job has
 * no tables.
 */
export async function deleteJobsOfUser(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`)
  if (!rows[0]?.there) return
  // User ids are random, so any job that contains one is that user's.
  await tx.execute(sql`delete from pgboss.job where strpos(concat_ws(' ', data, singleton_key, output), ${userId}) > 0`)
}
