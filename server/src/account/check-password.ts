import { AppError } from '@ninesixteen/shared/errors'
import type { Services } from '../services.ts'
import type { Db } from '../db/db.ts'
import { takeTogether } from '../limits.ts'

/** Wrong or right, a person has so many tries in a window: whoever finds an open session must not guess on. */
const TRIES = { kind: 'account.password', amount: 1, limit: 10, windowSeconds: 15 * 60 }

/** Throws RATE_LIMITED when the tries of this window are used up, whatever addresses they came from. */
export async function countPasswordTry(db: Db, userId: string): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const refused = await takeTogether(tx, userId, [TRIES])
    if (refused) throw new AppError('RATE_LIMITED', { seconds: refused.retryAfterSeconds })
  })
}

/** Before what cannot be taken back: the password once more. Throws PASSWORD_WRONG, or RATE_LIMITED. */
export async function checkPassword({ auth, db }: Pick<Services, 'auth' | 'db'>, userId: string, password: string): Promise<void> {
  await countPasswordTry(db, userId)
  const { internalAdapter, password: passwords } = await auth.$context
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password
  if (!hash || !(await passwords.verify({ hash, password }))) throw new AppError('PASSWORD_WRONG')
}
