import { and, eq, inArray, sql } from 'drizzle-orm'
import { CREDENTIAL_NAMES, CREDENTIALS, type Credential, type CredentialName } from '@ninesixteen/shared/api/credentials'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { userCredentials } from '../db/schema.ts'
import type { SealedFor, Sealer } from '../secrets/sealed.ts'

/** A person's own API credentials, sealed in the database. */
export interface Credentials {
  /**
   * Values in plain text, for the server's own use. What is not set is absent; what cannot be opened throws CREDENTIAL_UNREADABLE: going on
   * without it would use the instance's in its place, unasked.
   */
  read(userId: string, names: readonly CredentialName[]): Promise<Partial<Record<CredentialName, string>>>
  /** What the person may see of all of them. */
  list(userId: string): Promise<Credential[]>
  /** Null takes a value away. */
  set(userId: string, values: Partial<Record<CredentialName, string | null>>): Promise<void>
}

/** A sealed value opens for its person and name alone. */
export const credentialOwner = (userId: string, name: string): SealedFor => ({ userId, purpose: `user_credentials.${name}` })

export function createCredentials({ db, sealer }: { db: Db; sealer: Sealer }): Credentials {
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
      const given = Object.entries(values) as [CredentialName, string | null | undefined][]
      await db.asUser(userId, async (tx) => {
        for (const [name, value] of given) {
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

/** Of a short secret four characters would be too much of it. */
function lastFour(value: string, isSecret: boolean): string {
  return isSecret && value.length >= 12 ? value.slice(-4) : ''
}
