import { and, eq, lt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { emailChanges, users } from '../db/schema-accounts.ts'
import { defineJob } from '../jobs/job.ts'
import { deleteAccount, type AccountDeletion } from './delete-account.ts'

/** How long an account may stay unconfirmed, until its address is available again. */
const WAITS = sql`interval '7 days'`

export const deleteUnconfirmedJob = defineJob({
  name: 'tidy-unconfirmed',
  data: z.looseObject({}),
  retries: 2,
  seconds: 600,
  every: '47 3 * * *',
})

/** Deletes accounts that were never confirmed, like any other, and expired address changes. */
export async function deleteUnconfirmed(services: AccountDeletion): Promise<void> {
  const { db } = services
  const waiting = and(eq(users.awaitsConfirmation, true), lt(users.createdAt, sql`now() - ${WAITS}`))
  const gone = await db.asSystem((tx) => tx.select({ id: users.id }).from(users).where(waiting))
  for (const { id } of gone) await deleteAccount(services, id)
  await db.asSystem((tx) => tx.delete(emailChanges).where(lte(emailChanges.expiresAt, sql`now()`)))
}
