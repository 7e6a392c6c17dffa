import { eq } from 'drizzle-orm'
import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { userSettings } from '../db/schema.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Auth } from './auth.ts'
import type { SessionUser } from './session-user.ts'

/** Longest life of a session, however often it is used. */
const SESSION_MAX_MS = 30 * 24 * 60 * 60 * 1000

interface SessionParts {
  auth: Auth
  db: Db
}

/** Who sends this request, by cookie or signed bearer token; asked of the database once a request. */
export async function sessionUser(c: Context<AppEnv>, { auth }: SessionParts): Promise<SessionUser | null> {
  const known = c.get('sessionUser')
  if (known !== undefined) return known
  const user = await resolve(c, auth)
  c.set('sessionUser', user)
  return user
}

async function resolve(c: Context<AppEnv>, auth: Auth): Promise<SessionUser | null> {
  const headers = c.req.raw.headers
  if (!headers.has('cookie') && !headers.has('authorization')) return null
  const { response: found, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
  // A session in use is prolonged once a day; the cookie with it.
  for (const cookie of answer.getSetCookie()) c.header('set-cookie', cookie, { append: true })
  if (!found || Date.now() - found.session.createdAt.getTime() > SESSION_MAX_MS) return null
  return { id: found.user.id, sessionId: found.session.id, email: found.user.email, name: found.user.name }
}

export async function requireUser(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser> {
  const user = await sessionUser(c, parts)
  if (!user) throw new AppError('UNAUTHENTICATED')
  return user
}

/** Every protected call: a session, and the Pro plan. */
export async function requirePro(c: Context<AppEnv>, parts: SessionParts): Promise<SessionUser> {
  const user = await requireUser(c, parts)
  if (!(await hasPro(parts.db, user.id))) throw new AppError('PRO_REQUIRED')
  return user
}

export function proOnly(parts: SessionParts) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await requirePro(c, parts)
    await next()
  })
}

async function hasPro(db: Db, userId: string): Promise<boolean> {
  const [row] = await db.asUser(userId, (tx) =>
    tx.select({ proPlan: userSettings.proPlan }).from(userSettings).where(eq(userSettings.userId, userId)),
  )
  return row?.proPlan ?? false
}
