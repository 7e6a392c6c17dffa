import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import { markDemoUsed } from '../../auth/visitor-accounts.ts'
import { markSeen, findSession, type FoundSession, type LookupParts, type SessionUser } from '../../auth/session-lookup.ts'
import { databaseNow } from '../../database-clock.ts'
import type { AppEnv } from '../app-env.ts'
import { RENEW_SECONDS, SESSION_SECONDS } from '../../auth/auth.ts'
import { isDiskFullError } from '../../auth/database-failures.ts'
import { assertExpectedUser } from './expected-user.ts'
import { withCurrentSignatures } from '../../auth/signed-values.ts'

/** Longest life of a session, regardless of use. */
const SESSION_MAX_MS = 30 * 24 * 60 * 60 * 1000

export type SessionParts = LookupParts

/** The user of a request, by cookie or signed bearer token; looked up once per request. Throws if another user is expected. */
export async function sessionUser(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser | null> {
  let user = c.get('sessionUser')
  if (user === undefined) {
    user = await resolve(c, parts)
    c.set('sessionUser', user)
  }
  assertExpectedUser(c, user)
  return user
}

async function resolve(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser | null> {
  const { headers } = c.req.raw
  if (!headers.has('cookie') && !headers.has('authorization')) return null
  const found = await activeSession(headers, parts)
  if (!found) return null
  if (found.isUseUnrecorded) await unlessFull(markSeen(parts.db, found.userId))
  if (found.demo?.isUnmarked) await unlessFull(markDemoUsed(parts.db, found.userId))
  // Use doesn't extend a demo.
  if (!found.demo && found.expiresAt.getTime() - databaseNow() < (SESSION_SECONDS - RENEW_SECONDS) * 1000)
    await unlessFull(prolong(c, parts))
  const { userId: id, sessionId, email, name, proPlan, isOperator, byCookie, demo } = found
  return { id, sessionId, email, name, proPlan, isOperator, byCookie, demo: demo && { endsAt: new Date(demo.endsAt) } }
}

/** The accounts library knows neither the end of a demo nor the longest life of a session. */
export async function activeSession(headers: Headers, parts: SessionParts): Promise<FoundSession | null> {
  const found = await findSession(headers, parts)
  return found && databaseNow() - found.createdAt.getTime() <= SESSION_MAX_MS ? found : null
}

/** Skips optional writes on a full disk, so that reads continue. */
async function unlessFull(writing: Promise<void>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (!isDiskFullError(error)) throw error
  }
}

/** The accounts library renews a session in use once a day, with its cookie. */
async function prolong(c: Context<AppEnv>, { auth, config }: SessionParts): Promise<void> {
  const { headers } = await auth.api.getSession({ headers: withCurrentSignatures(c.req.raw.headers, config), returnHeaders: true })
  for (const cookie of headers.getSetCookie()) c.header('set-cookie', cookie, { append: true })
}

export async function requireUser(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser> {
  const user = await sessionUser(c, parts)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

/** Requires a session and the Pro plan. */
export async function requirePro(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser> {
  const user = await requireUser(c, parts)
  if (!user.proPlan) throw new AppError('PRO_REQUIRED')
  return user
}

/** Throws NOT_FOUND for other users, to hide the operator's routes. */
export async function requireOperator(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser> {
  const user = await requireUser(c, parts)
  if (!user.isOperator) throw new AppError('NOT_FOUND')
  return user
}

export function proOnly(parts: SessionParts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requirePro(c, parts)
    await next()
  })
}
