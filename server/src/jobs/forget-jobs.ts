import { sql } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'

/**
 * Takes a person out of the tables of jobs, where those that were done stay for days. A job that is being done ends without its row. Where no job was
 * ever ordered there are no tables yet.
 */
export async function deleteJobsOfUser(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.execute<{ there: boolean }>(sql`select to_regclass('pgboss.job') is not null as there`)
  if (!rows[0]?.there) return
  // Ids are random: what holds one is of this person.
  await tx.execute(sql`delete from pgboss.job where strpos(concat_ws(' ', data, singleton_key, output), ${userId}) > 0`)
}
