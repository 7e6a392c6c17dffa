import { eq } from 'drizzle-orm'
import type { Services } from '../../services.ts'
import { users } from '../../db/schema.ts'

/** Whether codes are on, and how many recovery codes are left: their number alone. */
export async function readCodes({ db, auth }: Pick<Services, 'db' | 'auth'>, userId: string) {
  const [person] = await db.asSystem((tx) => tx.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId)))
  if (!person?.isOn) return { isOn: false, recoveryCodesLeft: 0 }
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId } })
  return { isOn: true, recoveryCodesLeft: backupCodes.length }
}
