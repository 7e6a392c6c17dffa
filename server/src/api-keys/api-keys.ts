import { createHash, randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { ApiKeyRow, NewApiKey } from '@ninesixteen/shared/api/api-keys'
import { API_KEYS_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { API_KEY_PREFIX, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { hasPlanNow, type PlanRule } from '../auth/has-plan.ts'
import type { Db, Tx } from '../db/db.ts'
import { apiKeys } from '../db/schema-api-keys.ts'
import { companies } from '../db/schema-companies.ts'

const SECRET_BYTES = 32

/** A valid key, as a request of the public API sees it. */
export interface ApiKey {
  id: string
  /** Owner of everything that the key reads and writes; today a user's id. */
  ownerId: string
  scopes: readonly ApiScope[]
  /** Null: all companies. */
  companyId: string | null
}

/** A random secret needs no slow hash: 256 bits can't be guessed. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type Row = typeof apiKeys.$inferSelect

function present({ id, name, ending, scopes, companyId, expiresAt, lastUsedAt, revokedAt, createdAt }: Row): ApiKeyRow {
  const iso = (moment: Date | null) => moment?.toISOString() ?? null
  const times = { expiresAt: iso(expiresAt), lastUsedAt: iso(lastUsedAt), revokedAt: iso(revokedAt), createdAt: createdAt.toISOString() }
  return { id, name, ending, scopes, companyId, ...times }
}

/** Newest first, without keys revoked more than a month ago. */
export async function listKeys(tx: Tx, ownerId: string): Promise<ApiKeyRow[]> {
  const isShown = or(isNull(apiKeys.revokedAt), gt(apiKeys.revokedAt, sql`now() - interval '30 days'`))
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isShown))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
  return rows.map(present)
}

/** Creates a key. `secret` exists only in this result. */
export async function createKey(tx: Tx, ownerId: string, given: NewApiKey): Promise<{ key: ApiKeyRow; secret: string }> {
  const { name, scopes, companyId, days } = given
  // Serialized, so that concurrent requests are all counted.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`api-keys:${ownerId}`}, 0))`)
  const [inUse] = await tx
    .select({ total: count() })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, ownerId), isNull(apiKeys.revokedAt)))
  if ((inUse?.total ?? 0) >= API_KEYS_MAX) throw new AppError('ROWS_MAX', { limit: API_KEYS_MAX, what: 'API keys' })
  if (companyId !== null) await requireCompany(tx, ownerId, companyId)
  const secret = API_KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url')
  const [row] = await tx
    .insert(apiKeys)
    .values({
      userId: ownerId,
      name,
      hash: hashOf(secret),
      ending: secret.slice(-4),
      scopes: [...new Set(scopes)],
      companyId,
      expiresAt: days === null ? null : sql`now() + make_interval(days => ${days}::integer)`,
    })
    .returning()
  if (!row) throw new Error('Insert returned no key')
  return { key: present(row), secret }
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

/** Every request begins with this query, hence one prepared statement. */
const STATEMENT = {
  name: 'api-key-with-plan',
  text: `select k.id, k.user_id as "ownerId", k.scopes, k.company_id as "companyId",
           coalesce(k.expires_at <= now(), false) as "isExpired", k.revoked_at is not null as "isRevoked",
           u.locked_at is not null as "isLocked", coalesce(k.last_used_at < now() - interval '1 minute', true) as "isUseUnrecorded",
           coalesce(p.pro_plan, false) as "proPlan",
           coalesce(case when $2::text[] is null then u.id = (select first_account from instance) else lower(u.email) = any($2) end, false)
             as "isOperator"
         from api_keys k join users u on u.id = k.user_id left join user_settings p on p.user_id = k.user_id
         where k.hash = $1`,
}

/** The key of an `Authorization` header. Throws API_KEY_MISSING, _UNKNOWN, _REVOKED or _EXPIRED, ACCOUNT_LOCKED or PRO_REQUIRED. */
export async function authenticateKey(db: Db, config: PlanRule, authorization: string | undefined): Promise<ApiKey> {
  const secret = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (secret === undefined) throw new AppError('API_KEY_MISSING')
  if (!secret.startsWith(API_KEY_PREFIX)) throw new AppError('API_KEY_UNKNOWN')
  const operators = config.operators === 'first' ? null : config.operators
  const { rows } = await db.pool.query<FoundKey>({ ...STATEMENT, values: [hashOf(secret), operators] })
  const [found] = rows
  if (!found) throw new AppError('API_KEY_UNKNOWN')
  if (found.isRevoked) throw new AppError('API_KEY_REVOKED')
  if (found.isExpired) throw new AppError('API_KEY_EXPIRED')
  if (found.isLocked) throw new AppError('ACCOUNT_LOCKED')
  if (!hasPlanNow(config, found)) throw new AppError('PRO_REQUIRED')
  const { id, ownerId, scopes, companyId } = found
  if (found.isUseUnrecorded) await recordUse(db, { id, ownerId })
  return { id, ownerId, scopes, companyId }
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
