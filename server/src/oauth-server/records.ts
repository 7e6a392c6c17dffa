import { and, eq, gt, isNull, like, lt, or, sql, type SQL } from 'drizzle-orm'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { API_SCOPES } from '@ninesixteen/shared/public-api/scopes'
import { ACCESS_TOKEN, oauthRecordId, secretHash } from '../api-keys/secret-hash.ts'
import type { Db } from '../db/db.ts'
import { apiKeys, oauthRecords } from '../db/schema-api-keys.ts'
import { defineCron } from '../jobs/job.ts'
import type { SecretBox, SecretOwner } from '../secrets/sealed.ts'

export interface RecordParts {
  db: Db
  sealer: SecretBox
}

/** Records belong to the instance. */
export const recordOwner = (id: string): SecretOwner => ({ userId: '', purpose: `oauth.${id}` })

const CLIENT = 'Client'

/** Keeps a kind of record of the authorization server in the database, until it expires. */
export function createRecords({ db, sealer }: RecordParts, model: string): Adapter {
  const isLive = or(isNull(oauthRecords.expiresAt), gt(oauthRecords.expiresAt, sql`now()`))

  async function findBy(where: SQL): Promise<AdapterPayload | undefined> {
    const [row] = await db.asSystem((tx) => tx.select().from(oauthRecords).where(and(where, isLive)))
    const text = row && sealer.open(row.payload, recordOwner(row.id))
    if (!row || text === undefined || text === null) return undefined
    const payload = JSON.parse(text) as AdapterPayload
    return row.consumedAt === null ? payload : { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) }
  }

  return {
    async upsert(givenId, payload, seconds) {
      const id = oauthRecordId(model, givenId)
      const { grantId, userCode, scope = '' } = payload
      const values = {
        payload: sealer.seal(JSON.stringify(payload), recordOwner(id)),
        keyId: grantId ?? null,
        userCode: userCode === undefined ? null : secretHash(userCode),
        scopes: model === ACCESS_TOKEN ? API_SCOPES.filter((apiScope) => scope.split(' ').includes(apiScope)) : null,
        expiresAt: seconds === undefined ? null : sql`now() + make_interval(secs => ${seconds}::double precision)`,
      }
      await db.asSystem((tx) =>
        tx
          .insert(oauthRecords)
          .values({ id, ...values })
          .onConflictDoUpdate({ target: oauthRecords.id, set: values }),
      )
    },
    find: (id) => findBy(eq(oauthRecords.id, oauthRecordId(model, id))),
    findByUserCode: (userCode) => findBy(eq(oauthRecords.userCode, secretHash(userCode))),
    // Only sessions have one, and sessions are not stored.
    findByUid: async () => undefined,
    async consume(id) {
      const isUnused = and(eq(oauthRecords.id, oauthRecordId(model, id)), isNull(oauthRecords.consumedAt))
      const consumedAt = sql`now()`
      const { rowCount } = await db.asSystem((tx) => tx.update(oauthRecords).set({ consumedAt }).where(isUnused))
      // One of two concurrent requests gets tokens.
      if (rowCount === 0) throw new errors.InvalidGrant('the code or token was used already')
    },
    async destroy(id) {
      await db.asSystem((tx) => tx.delete(oauthRecords).where(eq(oauthRecords.id, oauthRecordId(model, id))))
    },
    async revokeByGrantId(keyId) {
      const isOfModel = like(oauthRecords.id, `${model}:%`)
      await db.asSystem((tx) => tx.delete(oauthRecords).where(and(eq(oauthRecords.keyId, keyId), isOfModel)))
    },
  }
}

/** The library's own sessions: none, because the product's session says who approves. */
export const NO_SESSIONS: Adapter = {
  upsert: async () => undefined,
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: async () => undefined,
  destroy: async () => undefined,
  revokeByGrantId: async () => undefined,
}

/** Grants are the connected apps themselves: one that the user revoked isn't found. Each is for all `resources`. */
export function createGrants({ db }: Pick<RecordParts, 'db'>, resources: readonly string[]): Adapter {
  return {
    ...NO_SESSIONS,
    async find(id) {
      const isUsable = and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt))
      const [app] = await db.asSystem((tx) => tx.select().from(apiKeys).where(isUsable))
      if (!app || app.clientId === null) return undefined
      const scope = app.scopes.join(' ')
      return {
        kind: 'Grant',
        jti: id,
        accountId: app.userId,
        clientId: app.clientId,
        resources: Object.fromEntries(resources.map((resource) => [resource, scope])),
      }
    },
    async destroy(id) {
      const revokedAt = sql`coalesce(${apiKeys.revokedAt}, now())`
      await db.asSystem((tx) => tx.update(apiKeys).set({ revokedAt }).where(eq(apiKeys.id, id)))
    },
  }
}

export const deleteOldRecordsJob = defineCron('tidy-oauth', '*/15 * * * *')

/** Deletes expired records and apps that no user connected within a day, and ends connections without a token. */
export async function deleteOldRecords({ db }: Pick<RecordParts, 'db'>): Promise<void> {
  await db.asSystem(async (tx) => {
    await tx.delete(oauthRecords).where(lt(oauthRecords.expiresAt, sql`now()`))
    await tx.execute(sql`update api_keys k set revoked_at = now()
      where client_id is not null and revoked_at is null and created_at < now() - interval '1 hour'
        and not exists (select from oauth_records r where r.key_id = k.id)`)
    await tx.execute(sql`delete from oauth_records
      where id like ${`${CLIENT}:%`} and created_at < now() - interval '1 day'
        and not exists (select from api_keys k where ${CLIENT} || ':' || encode(sha256(k.client_id::bytea), 'hex') = oauth_records.id and k.revoked_at is null)`)
  })
}
