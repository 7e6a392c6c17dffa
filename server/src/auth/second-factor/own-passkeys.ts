import { and, count, desc, eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../../db/db.ts'
import { passkeys } from '../../db/schema-second-factor.ts'

/** More than a user's devices and password managers. */
const PASSKEYS_MAX = 20

export async function requirePasskeySlot(db: Db, userId: string): Promise<void> {
  const isOwn = eq(passkeys.userId, userId)
  const [have] = await db.asUser(userId, (tx) => tx.select({ count: count() }).from(passkeys).where(isOwn))
  if ((have?.count ?? 0) >= PASSKEYS_MAX) throw new AppError('ROWS_MAX', { limit: PASSKEYS_MAX, what: 'passkeys' })
}

/** Passkeys as the page shows them, newest first, without key material. */
export async function listPasskeys(db: Db, userId: string) {
  const rows = await db.asUser(userId, (tx) =>
    tx.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.createdAt), passkeys.id),
  )
  return rows.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
    id,
    name: name ?? 'Passkey',
    isSynced: backedUp,
    createdAt: createdAt.toISOString(),
    usedAt: lastUsedAt?.toISOString() ?? null,
  }))
}

/** Returns false if the user has no such passkey. */
export async function renamePasskey(db: Db, userId: string, { id, name }: { id: string; name: string }): Promise<boolean> {
  const one = and(eq(passkeys.userId, userId), eq(passkeys.id, id))
  const { rowCount } = await db.asUser(userId, (tx) => tx.update(passkeys).set({ name }).where(one))
  return rowCount === 1
}

/** Returns false if the user has no such passkey. The password keeps working. */
export async function removePasskey(db: Db, userId: string, id: string): Promise<boolean> {
  const one = and(eq(passkeys.userId, userId), eq(passkeys.id, id))
  const { rowCount } = await db.asUser(userId, (tx) => tx.delete(passkeys).where(one))
  return rowCount === 1
}
