import { parse } from 'hono/utils/cookie'
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { hasPlanNow, type PlanRule } from './has-plan.ts'
import type { Db } from '../db/db.ts'
import type { Secrets } from '../config/secret-key.ts'
import type { Auth } from './auth.ts'
import { decoded, verifyWithAny } from './signed-values.ts'
import { storedToken } from './session-token.ts'
import { users } from '../db/schema-accounts.ts'

/** The user of a request. */
export interface SessionUser {
  id: string
  sessionId: string
  email: string
  name: string
  proPlan: boolean
  /** Whether the user operates this instance. */
  isOperator: boolean
  /** Whether the session came by cookie, which browsers send from any page, rather than by bearer token. */
  byCookie: boolean
  /** Null for a permanent account. */
  demo: { endsAt: Date } | null
}

/** A valid session with its user and their plan. */
export interface FoundSession {
  sessionId: string
  userId: string
  email: string
  name: string
  proPlan: boolean
  isOperator: boolean
  /** The account's last use was noted more than an hour ago. */
  isUseUnrecorded: boolean
  /** Set for a demo that has not ended. */
  demo: { endsAt: string; isUnmarked: boolean } | null
  createdAt: Date
  expiresAt: Date
  /** Whether the browser sent it automatically; a bearer token is deliberate. */
  byCookie: boolean
}

/**
 * Every request begins with this query, hence one prepared statement: by the accounts library it took seven, a third of a request's cost.
 */
const STATEMENT = {
  name: 'session-with-plan',
  text: `select s.id as "sessionId", s.user_id as "userId", u.email, u.name, coalesce(p.pro_plan, false) as "proPlan",
           coalesce(case when $2::text[] is null then u.id = (select first_account from instance) else lower(u.email) = any($2) end, false)
             as "isOperator", coalesce(u.seen_at < now() - interval '1 minute', true) as "isUseUnrecorded",
           case when d.user_id is not null
             then json_build_object('endsAt', d.ends_at, 'isUnmarked', d.used_at < now() - interval '10 minutes') end as demo,
           s.created_at as "createdAt", s.expires_at as "expiresAt"
         from sessions s join users u on u.id = s.user_id left join user_settings p on p.user_id = s.user_id
           left join demos d on d.user_id = s.user_id
         where s.token = $1 and s.expires_at > now() and u.locked_at is null and (d.ends_at is null or d.ends_at > now())`,
}

export interface LookupParts {
  auth: Auth
  db: Db
  config: PlanRule & Secrets
}

/** The session of a request's cookie or signed bearer token, or null. */
export async function findSession(headers: Headers, { auth, db, config }: LookupParts): Promise<FoundSession | null> {
  const { authCookies } = await auth.$context
  const bearer = bearerToken(headers.get('authorization'))
  const signed = bearer ?? parse(headers.get('cookie') ?? '')[authCookies.sessionToken.name]
  const token = signed === undefined ? null : verifyWithAny(signed, config)
  if (token === null) return null
  const operators = config.operators === 'first' ? null : config.operators
  const { rows } = await db.pool.query<Omit<FoundSession, 'byCookie'>>({ ...STATEMENT, values: [storedToken(token), operators] })
  const [found] = rows
  return found ? { ...found, proPlan: hasPlanNow(config, found), byCookie: bearer === undefined } : null
}

/** Raw or URL-encoded. Any other authorization header leaves the decision to the cookie. */
function bearerToken(authorization: string | null): string | undefined {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (!token?.includes('.') && !token?.includes('%')) return undefined
  return decoded(token)
}

/** Records that an account is in use, to the minute, for operators. Only one of several concurrent requests writes. */
export async function markSeen(db: Db, userId: string): Promise<void> {
  const isDue = or(isNull(users.seenAt), lt(users.seenAt, sql`now() - interval '1 minute'`))
  await db.asSystem((tx) =>
    tx
      .update(users)
      .set({ seenAt: sql`now()` })
      .where(and(eq(users.id, userId), isDue)),
  )
}
