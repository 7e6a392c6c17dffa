import { and, count, desc, eq, inArray, isNull, lte, sql, lt } from 'drizzle-orm'
import { z } from 'zod'
import { NOTIFICATIONS_SHOWN, type NotificationKind, type Notifications } from '@ninesixteen/shared/api/notifications'
import type { Tx, Db } from '../db/db.ts'
import { notifications, mails } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { defineJob, defineCron } from '../jobs/job.ts'

/** Mails a user's unseen notifications of one cause. */
export const mailOfCauseJob = defineJob({
  name: 'mail-of-cause',
  data: z.object({ userId: z.string(), cause: z.string() }),
  retries: 10,
  retryAfter: 10,
  retryAfterAtMost: 600,
  seconds: 60,
  isOneOfKey: true,
})

/** Longer texts are truncated. */
const TITLE_MAX = 200
const BODY_MAX = 1000
const CAUSE_MAX = 200

export interface Notification {
  kind: NotificationKind
  /** Cause, such as `failed` or `revoked:ACCOUNT`, which limits mails to one an hour. Never shown. */
  cause: string
  postId?: string | null
  title: string
  body: string
  /** Path in the product. */
  href: string
}

/** Notifies a user on the page and, if enabled, by mail, when the transaction commits. */
export async function notify(jobs: Jobs, tx: Tx, { userId, ...notification }: Notification & { userId: string }): Promise<void> {
  // The mail must not contain an external link in our name.
  if (!/^\/(?!\/)/.test(notification.href)) throw new Error('A notification must link to a path of the product')
  const cause = notification.cause.slice(0, CAUSE_MAX)
  const { title, body } = { title: truncate(notification.title, TITLE_MAX), body: truncate(notification.body, BODY_MAX) }
  await tx
    .insert(notifications)
    .values({ userId, kind: notification.kind, cause, postId: notification.postId ?? null, title, body, href: notification.href })
  await jobs.send(mailOfCauseJob, { userId, cause }, { tx, key: `${userId} ${cause}` })
}

function truncate(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`
}

/** The user's newest notifications, and the number of unseen ones. */
export async function listNotifications(tx: Tx, userId: string): Promise<Notifications> {
  const rows = await tx
    .select()
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.createdAt), desc(notifications.id))
    .limit(NOTIFICATIONS_SHOWN)
  const items = rows.map(({ id, kind, title, body, href, createdAt, seenAt }) => ({
    id,
    kind,
    title,
    body,
    href,
    createdAt: createdAt.toISOString(),
    isSeen: seenAt !== null,
  }))
  return { items, unseen: await countUnseen(tx, userId) }
}

export async function markSeen(tx: Tx, userId: string, { ids = [], until }: { ids?: string[]; until?: string }): Promise<number> {
  // The page's times have milliseconds, the database's are more precise.
  const which =
    until === undefined ? inArray(notifications.id, ids) : lte(sql`date_trunc('milliseconds', ${notifications.createdAt})`, until)
  await tx
    .update(notifications)
    .set({ seenAt: sql`now()` })
    .where(and(eq(notifications.userId, userId), isNull(notifications.seenAt), which))
  return countUnseen(tx, userId)
}

async function countUnseen(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ unseen: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), isNull(notifications.seenAt)))
  return row?.unseen ?? 0
}

/** Retention of notifications and mails, and their maximum number per user. */
const RETENTION = '90 days'
const PER_USER = 500

export const deleteOldNotificationsJob = defineCron('tidy-notices', '17 3 * * *')

/** Deletes old notifications, and all but the newest of a user with very many. */
export async function deleteOldNotifications({ db }: { db: Db }, limits = { retention: RETENTION, perUser: PER_USER }): Promise<void> {
  const old = sql`now() - ${limits.retention}::interval`
  await db.long.asSystem(async (tx) => {
    await tx.delete(notifications).where(lt(notifications.createdAt, old))
    await tx.delete(mails).where(lt(mails.createdAt, old))
    // Finds such users by an index scan, and reads no one else's rows.
    await tx.execute(sql`
      delete from notices using (
        select user_id from notices group by user_id having count(*) > ${limits.perUser}
      ) many, lateral (
        select created_at, id from notices of_one where of_one.user_id = many.user_id
        order by created_at desc, id desc offset ${limits.perUser} limit 1
      ) first_gone
      where notices.user_id = many.user_id and (notices.created_at, notices.id) <= (first_gone.created_at, first_gone.id)`)
  })
}
