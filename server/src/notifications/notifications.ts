import { and, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { NOTIFICATIONS_SHOWN, type NotificationKind, type Notifications } from '@ninesixteen/shared/api/notifications'
import type { Tx } from '../db/db.ts'
import { notifications } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { mailOfCauseJob } from './mail-job.ts'

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
  const { title, body } = { title: cut(notification.title, TITLE_MAX), body: cut(notification.body, BODY_MAX) }
  await tx
    .insert(notifications)
    .values({ userId, kind: notification.kind, cause, postId: notification.postId ?? null, title, body, href: notification.href })
  await jobs.send(mailOfCauseJob, { userId, cause }, { tx, key: `${userId} ${cause}` })
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
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
