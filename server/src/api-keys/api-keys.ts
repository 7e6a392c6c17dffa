import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { ApiKeyRow, NewApiKey } from '@ninesixteen/shared/api/api-keys'
import { API_KEYS_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { API_KEY_PREFIX, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { hasPlanNow, type PlanRule } from '../auth/has-plan.ts'
import type { Db, Tx } from '../db/db.ts'
import { apiKeys } from '../db/schema-api-keys.ts'
import { companies } from '../db/schema-companies.ts'
import { lockFor } from '../db/lock-for.ts'
import { ACCESS_TOKEN, oauthRecordId, secretHash } from './secret-hash.ts'

const SECRET_BYTES = 32

/** A valid key or connected app, as a request of the public API sees it. */
export interface ApiKey {
  id: string
  /** Owner of everything that the key reads and writes; today a user's id. */
  ownerId: string
  scopes: readonly ApiScope[]
  /** Null: all companies. */
  companyId: string | null
}

type Row = typeof apiKeys.$inferSelect

function present({ id, name, ending, scopes, companyId, clientId, expiresAt, lastUsedAt, revokedAt, createdAt }: Row): ApiKeyRow {
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  const times = { expiresAt: iso(expiresAt), lastUsedAt: iso(lastUsedAt), revokedAt: iso(revokedAt), createdAt: createdAt.toISOString() }
  return { id, name, ending, scopes, companyId, isApp: clientId !== null, ...times }
}

/** Keys and connected apps, newest first, without those revoked more than a month ago. */
export async function listKeys(tx: Tx, ownerId: string): Promise<ApiKeyRow[]> {
  const isListed = or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, sql`now() - interval '30 days'`))
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isListed))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(present)
}

type NewRow = Omit<typeof apiKeys.$inferInsert, 'expiresAt'> & { expiresAt?: SQL | null }

async function insertKey(tx: Tx, row: NewRow): Promise<ApiKeyRow> {
  const { userId: ownerId, companyId = null } = row
  // Serialized, so that concurrent requests are all counted.
  await lockFor(tx, `api-keys:${ownerId}`)
  const earlier =
    row.id === undefined
      ? []
      : await tx
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.userId, ownerId), eq(apiKeys.id, row.id)))
  if (earlier[0]) return present(earlier[0])
  const [inUse] = await tx
    .select({ total: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt)))
  if ((inUse?.total ?? 0) >= API_KEYS_MAX) throw new AppError('ROWS_MAX', { limit: API_KEYS_MAX, what: 'API keys' })
  if (companyId !== null) await requireCompany(tx, ownerId, companyId)
  const [created] = await tx
    .insert(apiKeys)
    .values({ ...row, scopes: [...new Set(row.scopes)] })
    .returning()
  if (!created) throw new Error('Insert returned no key')
  return present(created)
}

/** Creates a key. `secret` exists only in this result. */
export async function createKey(tx: Tx, ownerId: string, input: NewApiKey): Promise<{ key: ApiKeyRow; secret: string }> {
  const { days, ...reach } = input
  const secret = API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  const expiresAt = days === null ? null : sql`now() + make_interval(days => ${days}::integer)`
  const key = await insertKey(tx, { ...reach, userId: ownerId, hash: secretHash(secret), ending: secret.slice(-4), expiresAt })
  return { key, secret }
}

/** Connects an app, which gets tokens for the scopes of `input`. A repeated id returns the app that has it. */
export function connectApp(tx: Tx, ownerId: string, input: Omit<NewApiKey, 'days'> & { id: string; clientId: string }): Promise<ApiKeyRow> {
  return insertKey(tx, { ...input, userId: ownerId, ending: '' })
}

async function requireCompany(tx: Tx, ownerId: string, companyId: string): Promise<void> {
  const isOwn = and(eq(companies.userId, ownerId), eq(companies.id, companyId))
  if ((await tx.$count(companies, isOwn)) === 0) throw new AppError('INVALID_INPUT', { fields: 'companyId' })
}

/** Every process refuses the key with its next request: keys are read for each. Throws NOT_FOUND for a key of another owner. */
export async function revokeKey(tx: Tx, ownerId: string, id: string): Promise<ApiKeyRow> {
  const [row] = await tx
    .update(apiKeys)
    .set({ revokedAt: sql`coalesce(${apiKeys.revokedAt}, now())` })
    .where(and(eq(apiKeys.userId, ownerId), eq(apiKeys.id, id)))
    .returning()
  if (!row) throw new AppError('NOT_FOUND')
  return present(row)
}

interface FoundKey extends ApiKey {
  isExpired: boolean
  isRevoked: boolean
  isLocked: boolean
  isUseUnrecorded: boolean
  proPlan: boolean
  isOperator: boolean
}

interface KeyQuery {
  from: string
  scopes: string
  where: string
}

/** Every request begins with one of these queries, hence prepared statements. */
const statement = (name: string, { from, scopes, where }: KeyQuery) => ({
  name,
  text: `select k.id, k.user_id as "ownerId", ${scopes} as scopes, k.company_id as "companyId",
           coalesce(k.expires_at <= now(), false) as "isExpired", k.revoked_at is not null as "isRevoked",
           u.locked_at is not null as "isLocked", coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUseUnrecorded",
           coalesce(p.pro_plan, false) as "proPlan",
           coalesce(case when $2::text[] is null then u.id = (select first_account from instance) else lower(u.email) = any($2) end, false)
             as "isOperator"
         from ${from} join users u on u.id = k.user_id left join user_settings p on p.user_id = k.user_id
         where ${where}`,
})
const BY_KEY = statement('api-key-with-plan', { from: 'api_keys k', scopes: 'k.scopes', where: 'k.hash = $1' })
const BY_TOKEN = statement('access-token-with-plan', {
  from: 'oauth_records r join api_keys k on k.id = r.key_id',
  scopes: 'array(select unnest(r.scopes) intersect select unnest(k.scopes))',
  where: 'r.id = $1 and r.expires_at > now()',
})

/**
 * The key or app of an `Authorization` header. Throws API_KEY_MISSING, _UNKNOWN, _REVOKED or _EXPIRED, ACCESS_TOKEN_INVALID, ACCOUNT_LOCKED or
 * PRO_REQUIRED.
 */
export async function authenticateKey(db: Db, config: PlanRule, authorization: string | undefined): Promise<ApiKey> {
  const secret = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (secret === undefined) throw new AppError('API_KEY_MISSING')
  const isKey = secret.startsWith(API_KEY_PREFIX)
  const [by, id] = isKey ? [BY_KEY, secretHash(secret)] : [BY_TOKEN, oauthRecordId(ACCESS_TOKEN, secret)]
  const operators = config.operators === 'first' ? null : config.operators
  const { rows } = await db.pool.query<FoundKey>({ ...by, values: [id, operators] })
  const [found] = rows
  if (!found) throw new AppError(isKey ? 'API_KEY_UNKNOWN' : 'ACCESS_TOKEN_INVALID')
  if (!isKey && found.isRevoked) throw new AppError('ACCESS_TOKEN_INVALID')
  if (found.isRevoked) throw new AppError('API_KEY_REVOKED')
  if (found.isExpired) throw new AppError('API_KEY_EXPIRED')
  if (found.isLocked) throw new AppError('ACCOUNT_LOCKED')
  if (!hasPlanNow(config, found)) throw new AppError('PRO_REQUIRED')
  const { id: keyId, ownerId, scopes, companyId } = found
  if (found.isUseUnrecorded) await recordUse(db, { id: keyId, ownerId })
  return { id: keyId, ownerId, scopes, companyId }
}

async function recordUse(db: Db, { id, ownerId }: Pick<ApiKey, 'id' | 'ownerId'>): Promise<void> {
  const isDue = sql`coalesce(${apiKeys.lastUsedAt} < now() - interval '1 minute', true)`
  await db.asUser(ownerId, (tx) =>
    tx
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), isDue)),
  )
}
