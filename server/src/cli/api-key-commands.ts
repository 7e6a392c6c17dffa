import { ConfigError } from '../config-error.ts'
import { newApiKeySchema, type ApiKeyRow } from '@ninesixteen/shared/api/api-keys'
import type { Db } from '../db/db.ts'

export const KEY_USAGE = `       npm run account -- keys EMAIL
       npm run account -- key-create EMAIL NAME SCOPE,SCOPE... [DAYS]
       npm run account -- key-revoke EMAIL ID`

async function ownerOf(db: Db, email: string): Promise<string> {
  const { accountOf } = await import('../billing/grant-plan.ts')
  const ownerId = await db.asSystem((tx) => accountOf(tx, email))
  if (ownerId === null) throw new ConfigError(`There is no account with the email ${email}.`)
  return ownerId
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: ApiKeyRow): string {
  if (revokedAt !== null) return `revoked ${revokedAt}`
  return `${expiresAt === null ? 'no expiry' : `expires ${expiresAt}`}, ${lastUsedAt === null ? 'not used yet' : `last used ${lastUsedAt}`}`
}

/** Lists, creates or revokes API keys of an account. Returns what to print, or null for another command. */
export async function runKeyCommand(db: Db, [action, email = '', ...rest]: readonly string[]): Promise<string | null> {
  const { createKey, listKeys, revokeKey } = await import('../api-keys/api-keys.ts')
  if (action === 'keys' && rest.length === 0) {
    const ownerId = await ownerOf(db, email)
    const keys = await db.asUser(ownerId, (tx) => listKeys(tx, ownerId))
    if (keys.length === 0) return `${email} has no API keys.`
    return keys.map((key) => `${key.id}  …${key.ending}  ${key.name}  ${key.scopes.join(',')}  ${stateOf(key)}`).join('\n')
  }
  if (action === 'key-create' && (rest.length === 2 || rest.length === 3)) {
    const [name, scopes = '', days] = rest
    const input = newApiKeySchema.safeParse({ name, scopes: scopes.split(','), days: days === undefined ? null : Number(days) })
    if (!input.success) throw new ConfigError(`Not valid: ${input.error.issues.map(({ path }) => path.join('.')).join(', ')}.`)
    const ownerId = await ownerOf(db, email)
    const { secret } = await db.asUser(ownerId, (tx) => createKey(tx, ownerId, input.data))
    return `${secret}\nCopy it now: it is not stored.`
  }
  if (action === 'key-revoke' && rest.length === 1) {
    const ownerId = await ownerOf(db, email)
    const keys = await db.asUser(ownerId, (tx) => listKeys(tx, ownerId))
    const key = keys.find(({ id }) => id === rest[0])
    if (!key) throw new ConfigError(`${email} has no such API key.`)
    await db.asUser(ownerId, (tx) => revokeKey(tx, ownerId, key.id))
    return `The API key "${key.name}" is revoked.`
  }
  return null
}
