import { eq } from 'drizzle-orm'
import type { Tx, Db } from '../../db/db.ts'
import { users } from '../../db/schema-accounts.ts'
import { codeSecrets } from '../../db/schema-second-factor.ts'
import { endSessions } from '../end-sessions.ts'
import type { Auth } from '../auth.ts'

/** Whether codes are on, and the number of recovery codes left. */
export async function readCodes({ db, auth }: { db: Db; auth: Auth }, userId: string) {
  const [user] = await db.asSystem((tx) => tx.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)))
  if (!user?.isOn) return { isOn: false, recoveryCodesLeft: 0 }
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return { isOn: true, recoveryCodesLeft: backupCodes.length }
}

/**
 * For users who lost the app, the recovery codes and every passkey: turns codes off, so that the password alone signs in, and ends all
 * sessions. Returns false if codes were off.
 */
export async function turnCodesOff(tx: Tx, userId: string): Promise<boolean> {
  const [user] = await tx.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)).for('update')
  if (!user?.isOn) return false
  await tx.delete(codeSecrets).where(eq(codeSecrets.userId, userId))
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  await endSessions(tx, userId)
  return true
}
