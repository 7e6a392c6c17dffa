import { createHash, randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { CalendarLink } from '@ninesixteen/shared/api/calendar-link'
import { CALENDAR_PATH } from '@ninesixteen/shared/api/limits'
import { hasPlan } from '../../auth/has-plan.ts'
import { calendarLinks } from '../../db/schema-planning.ts'
import { users } from '../../db/schema-accounts.ts'
import type { SecretOwner, SecretBox } from '../../secrets/sealed.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'

type LinkDeps = { config: Config; db: Db; sealer: SecretBox }

const SECRET = /^[\w-]{43}$/
const NONE: CalendarLink = { url: null, madeAt: null }

export const calendarOwner = (userId: string): SecretOwner => ({ userId, purpose: 'calendar.link' })
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** The existing link; its URL is null when this server no longer has the secret it was sealed with. */
export async function readLink(deps: LinkDeps, userId: string): Promise<CalendarLink> {
  const [row] = await deps.db.asUser(userId, (tx) => tx.select().from(calendarLinks).where(eq(calendarLinks.userId, userId)))
  if (!row) return NONE
  const secret = deps.sealer.open(row.sealed, calendarOwner(userId))
  return { url: secret && urlOf(deps, secret), madeAt: row.createdAt.toISOString() }
}

export async function renewLink(deps: LinkDeps, userId: string): Promise<CalendarLink> {
  const secret = randomBytes(32).toString('base64url')
  const link = { secretHash: hashOf(secret), sealed: deps.sealer.seal(secret, calendarOwner(userId)), createdAt: new Date() }
  await deps.db.asUser(userId, (tx) =>
    tx
      .insert(calendarLinks)
      .values({ userId, ...link })
      .onConflictDoUpdate({ target: calendarLinks.userId, set: link }),
  )
  return { url: urlOf(deps, secret), madeAt: link.createdAt.toISOString() }
}

export async function removeLink({ db }: LinkDeps, userId: string): Promise<CalendarLink> {
  await db.asUser(userId, (tx) => tx.delete(calendarLinks).where(eq(calendarLinks.userId, userId)))
  return NONE
}

/** The owner of a calendar link while they have the Pro plan and are not locked; null for an unknown link. */
export async function userOfLink({ db, config }: LinkDeps, secret: string): Promise<string | null> {
  if (!SECRET.test(secret)) return null
  // As the system: the caller has a secret and no session.
  const [row] = await db.asSystem((tx) =>
    tx
      .select({ userId: calendarLinks.userId, isPro: hasPlan(config, calendarLinks.userId) })
      .from(calendarLinks)
      .innerJoin(users, eq(users.id, calendarLinks.userId))
      .where(and(eq(calendarLinks.secretHash, hashOf(secret)), isNull(users.lockedAt))),
  )
  return row?.isPro ? row.userId : null
}

const urlOf = ({ config }: LinkDeps, secret: string) => `${config.publicUrl}${CALENDAR_PATH}${secret}.ics`
