import { and, eq, inArray, sql } from 'drizzle-orm'
import { CREDENTIAL_NAMES, CREDENTIALS, type Credential, type CredentialName } from '@ninesixteen/shared/api/credentials'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { userCredentials } from '../db/schema-connections.ts'
import type { SecretOwner, SecretBox } from '../secrets/sealed.ts'

/** A user's own API credentials, encrypted in the database. */
export interface Credentials {
  /**
   * Decrypted values, for the server only; omits unset ones. Throws CREDENTIAL_UNREADABLE if one can't be decrypted, rather than using the
   * instance's without asking.
   */
  read(userId: string, names: readonly CredentialName[]): Promise<Partial<Record<CredentialName, string>>>
  /** All credentials without their secrets. */
  list(userId: string): Promise<Credential[]>
  /** Null deletes a value. */
  set(userId: string, values: Partial<Record<CredentialName, string | null>>): Promise<void>
}

/** Binds an encrypted value to its user and name. */
export const credentialOwner = (userId: string, name: string): SecretOwner => ({ userId, purpose: `user_credentials.${name}` })

export function createCredentials({ db, sealer }: { db: Db; sealer: SecretBox }): Credentials {
  const open = (userId: string, row: { name: string; sealed: string }) => sealer.open(row.sealed, credentialOwner(userId, row.name))

  const opened = (userId: string, row: { name: string; sealed: string }) => {
    const value = open(userId, row)
    if (value === null) throw new AppError('CREDENTIAL_UNREADABLE', { name: CREDENTIALS[row.name as CredentialName].label })
    return value
  }

  return {
    async read(userId, names) {
      const rows = await db.asUser(userId, (tx) =>
        tx
          .select()
          .from(userCredentials)
          .where(and(eq(userCredentials.userId, userId), inArray(userCredentials.name, [...names]))),
      )
      return Object.fromEntries(rows.map((row) => [row.name, opened(userId, row)]))
    },

    async list(userId) {
      const rows = await db.asUser(userId, (tx) => tx.select().from(userCredentials).where(eq(userCredentials.userId, userId)))
      return CREDENTIAL_NAMES.map((name) => {
        const row = rows.find((one) => one.name === name)
        if (!row) return { name, set: false, readable: true, last4: null, value: null, updatedAt: null }
        const { secret } = CREDENTIALS[name]
        const value = open(userId, row)
        return {
          name,
          set: true,
          readable: value !== null,
          last4: secret ? row.last4 : null,
          value: secret ? null : value,
          updatedAt: row.updatedAt.toISOString(),
        }
      })
    },

    async set(userId, values) {
      const entries = Object.entries(values) as [CredentialName, string | null | undefined][]
      await db.asUser(userId, async (tx) => {
        for (const [name, value] of entries) {
          if (value === undefined) continue
          if (!value) {
            await tx.delete(userCredentials).where(and(eq(userCredentials.userId, userId), eq(userCredentials.name, name)))
            continue
          }
          const sealed = sealer.seal(value, credentialOwner(userId, name))
          const last4 = lastFour(value, CREDENTIALS[name].secret)
          await tx
            .insert(userCredentials)
            .values({ userId, name, sealed, last4 })
            .onConflictDoUpdate({
              target: [userCredentials.userId, userCredentials.name],
              set: { sealed, last4, updatedAt: sql`now()` },
            })
        }
      })
    },
  }
}

/** Four characters would reveal too much of a short secret. */
function lastFour(value: string, isSecret: boolean): string {
  return isSecret && value.length >= 12 ? value.slice(-4) : ''
}
