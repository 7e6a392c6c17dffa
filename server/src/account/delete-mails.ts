import { eq, inArray, or } from 'drizzle-orm'
import type { Tx } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import { mails } from '../db/schema-notifications.ts'

/** Deletes every mail of a user and every mail to their address by others; returns the ids, which name the files of mails. */
export async function deleteMails(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const addresses = own.map(({ email }) => email)
  const theirs = or(eq(mails.userId, userId), inArray(mails.ownAddress, addresses), inArray(mails.address, addresses))
  const gone = await tx.delete(mails).where(theirs).returning({ id: mails.id })
  return gone.map(({ id }) => id)
}
