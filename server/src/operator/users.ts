import { sql, type SQL } from 'drizzle-orm'
import type { UserFilter, ListedUser, PlanSource } from '@ninesixteen/shared/api/operator'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx, Db } from '../db/db.ts'
import { microseconds, timestampOf } from '../db/keyset-cursor.ts'
import { isoTime } from '../db/columns.ts'
import { quotaOfVisitor } from '../storage/storage-quota.ts'
import { isOperatorRow } from '../auth/operators.ts'
import { readAsOperator } from './operator-reads.ts'
import type { Config } from '../config/config.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'

type Parts = { config: Config; db: Db; settings: InstanceSettings }

export interface UserQuery {
  search: string
  show: UserFilter
  after?: string | undefined
  limit: number
}

/** Accounts, newest first, with their usage. */
export async function listUsers(parts: Parts, { search, show, after, limit }: UserQuery) {
  const found = sql`${FILTERS[show]} and ${matching(search)}`
  const { rows, total } = await readAsOperator(parts.db, async (tx) => ({
    rows: await readUsers(
      tx,
      parts,
      sql`${found} ${after === undefined ? sql`` : behind(after)} order by u.created_at desc, u.id desc limit ${limit + 1}`,
    ),
    total: await countUsers(tx, found),
  }))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => present(parts, row)),
    next: rows.length > limit && last ? `${last.micros}_${last.id}` : null,
    total,
  }
}

/** One account; throws NOT_FOUND. */
export async function readUser(parts: Parts, id: string): Promise<ListedUser> {
  const [row] = await readAsOperator(parts.db, (tx) => readUsers(tx, parts, sql`u.id = ${id}`))
  if (!row) throw new AppError('NOT_FOUND')
  return present(parts, row)
}

const FILTERS: Record<UserFilter, SQL> = {
  // Excludes the internal account with the demos' sample photos.
  people: sql`(d.user_id is null and u.email <> 'template-' || u.id || '@ninesixteen.example')`,
  locked: sql`u.locked_at is not null`,
  demos: sql`d.user_id is not null`,
}

/** Escapes `%`, `_` and `\\`. */
function matching(search: string): SQL {
  if (search === '') return sql`true`
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(u.email ilike ${pattern} or u.name ilike ${pattern})`
}

/** Continues after a keyset cursor: time in microseconds, at the database's full precision, and id. */
function behind(cursor: string): SQL {
  const [, micros, id] = /^(\d{1,16})_([\w-]{1,100})$/.exec(cursor) ?? []
  if (!micros || !id) throw new AppError('INVALID_INPUT', { fields: 'after' })
  return sql`and (u.created_at, u.id) < (${timestampOf(micros)}, ${id})`
}

async function countUsers(tx: Tx, found: SQL): Promise<number> {
  const { rows } = await tx.execute<{ total: number }>(
    sql`select count(*)::int as total from users u left join demos d on d.user_id = u.id where ${found}`,
  )
  return rows[0]?.total ?? 0
}

interface UserRow extends Record<string, unknown> {
  id: string
  micros: string
  email: string
  name: string
  is_operator: boolean
  is_demo: boolean
  /** Null for an account that isn't a demo. */
  is_trial: boolean | null
  demo_ends_at: string | null
  is_confirmed: boolean
  locked_at: string | null
  created_at: string
  seen_at: string | null
  has_plan: boolean
  is_granted: boolean
  tokens_today: number
  tokens_month: number
  used: number
  waiting: number
  published: number
  failed: number
  sessions: number
}

const startOf = (span: 'day' | 'month') => sql`(date_trunc(${sql.raw(`'${span}'`)}, now() at time zone 'UTC') at time zone 'UTC')`

/** Selects the accounts of the page first, so that posts and tokens of other users aren't counted. */
async function readUsers(tx: Tx, { config }: Pick<Parts, 'config'>, which: SQL): Promise<UserRow[]> {
  const isOperator = isOperatorRow(config.operators, { id: sql`u.id`, email: sql`u.email` })
  const { rows } = await tx.execute<UserRow>(sql`
    select u.id, ${microseconds(sql`u.created_at`)} as micros, u.email, u.name, ${isOperator} as is_operator,
      d.user_id is not null as is_demo, d.is_trial, ${isoTime(sql`d.ends_at`)} as demo_ends_at, u.email_verified as is_confirmed,
      ${isoTime(sql`u.locked_at`)} as locked_at, ${isoTime(sql`u.created_at`)} as created_at, ${isoTime(sql`u.seen_at`)} as seen_at,
      coalesce(p.pro_plan, false) as has_plan, coalesce(p.plan_granted, false) as is_granted, coalesce(r.bytes, 0)::float8 as used, t.today as tokens_today, t.month as tokens_month,
      o.waiting, o.published, o.failed,
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as sessions
    from (select u.* from users u left join demos d on d.user_id = u.id where ${which}) u
      left join demos d on d.user_id = u.id
      left join user_settings p on p.user_id = u.id
      left join room_usage r on r.user_id = u.id
      cross join lateral (
        select coalesce(sum(amount) filter (where window_start >= ${startOf('day')}), 0)::float8 as today,
          coalesce(sum(amount), 0)::float8 as month
        from usage_counters c where c.user_id = u.id and c.kind = 'ai.tokens.day' and c.window_start >= ${startOf('month')}
      ) t
      cross join lateral (
        select count(*) filter (where status = 'pending' and delivery <> 'draft')::int as waiting,
          count(*) filter (where status = 'published')::int as published, count(*) filter (where status = 'failed')::int as failed
        from scheduled_posts s where s.user_id = u.id
      ) o
    order by u.created_at desc, u.id desc`)
  return rows
}

function present({ config, settings }: Pick<Parts, 'config' | 'settings'>, row: UserRow): ListedUser {
  const quota = settings.now().storageQuota
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    isOperator: row.is_operator,
    demoEndsAt: row.demo_ends_at,
    isConfirmed: row.is_confirmed,
    lockedAt: row.locked_at,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    plan: planOf(config, row),
    tokens: { today: row.tokens_today, month: row.tokens_month },
    storage: { used: row.used, limit: Math.min(quota, quotaOfVisitor(row.is_trial)) },
    posts: { waiting: row.waiting, published: row.published, failed: row.failed },
    sessions: row.sessions,
  }
}

function planOf({ billing }: Config, { is_operator, is_demo, has_plan, is_granted }: UserRow): PlanSource {
  if (is_demo) return 'demo'
  if (is_operator) return 'operator'
  if (is_granted) return 'granted'
  if (has_plan) return 'paid'
  return billing === null ? 'everybody' : 'none'
}
