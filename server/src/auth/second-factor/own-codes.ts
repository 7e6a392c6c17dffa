import { eq } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { codeSecrets, users } from '../../db/schema.ts'
import { endSessions } from '../end-sessions.ts'
import type { Auth } from '../auth.ts'
import type { Db } from '../../db/db.ts'

/** Whether codes are on, and how many recovery codes are left: their number alone. */
export async function readCodes({ db, auth }: { db: Db; auth: Auth }, userId: string) {
  const [person] = await db.asSystem((tx) => tx.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)))
  if (!person?.isOn) return { isOn: false, recoveryCodesLeft: 0 }
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return { isOn: true, recoveryCodesLeft: backupCodes.length }
}

/**
 * For whoever lost the app, the recovery codes and every passkey: the password alone signs in again, and nobody is signed in meanwhile. False where
 * no codes were on.
 */
export async function takeCodesOff(tx: Tx, userId: string): Promise<boolean> {
  const [person] = await tx.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)).for('update')
  if (!person?.isOn) return false
  await tx.delete(codeSecrets).where(eq(codeSecrets.userId, userId))
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  await endSessions(tx, userId)
  return true
}
