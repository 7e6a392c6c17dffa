import { and, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invitations } from '../db/schema-operator.ts'
import { defineJob } from '../jobs/job.ts'
import type { Db } from '../db/db.ts'

export const deleteOldInvitationsJob = defineJob({
  name: 'tidy-invitations',
  data: z.looseObject({}),
  retries: 2,
  seconds: 600,
  every: '57 3 * * *',
})

/** Deletes unused invitations, and the addresses in them, a month after they expired. */
export async function deleteOldInvitations({ db }: { db: Db }): Promise<void> {
  const isOver = lt(invitations.expiresAt, sql`now() - interval '30 days'`)
  await db.asSystem((tx) => tx.delete(invitations).where(and(isNull(invitations.usedAt), isOver)))
}
