import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { EmailState } from '@ninesixteen/shared/api/account'
import type { Tx } from '../db/db.ts'
import { emailChanges, users } from '../db/schema-accounts.ts'
import { mails } from '../db/schema-notifications.ts'

/** Problems with delivery to the user's address, and a pending change. */
export async function readEmailState(tx: Tx, userId: string): Promise<EmailState> {
  const waiting = and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, sql`now()`))
  const [[user], [change]] = [
    await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)),
    await tx.select().from(emailChanges).where(waiting),
  ]
  const isRefused = async (address: string): Promise<boolean> => {
    const ended = and(eq(mails.userId, userId), eq(mails.address, address), inArray(mails.state, ['sent', 'refused']))
    const [last] = await tx.select({ state: mails.state }).from(mails).where(ended).orderBy(desc(mails.createdAt)).limit(1)
    return last?.state === 'refused'
  }
  return {
    isRefused: user ? await isRefused(user.email) : false,
    change: change
      ? {
          email: change.email,
          isApproved: change.approvedAt !== null,
          isConfirmed: change.confirmedAt !== null,
          isRefused: await isRefused(change.email),
          expiresAt: change.expiresAt.toISOString(),
        }
      : null,
  }
}
