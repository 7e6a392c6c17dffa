import { and, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { NOTICES_SHOWN, type NoticeKind, type Notices } from '@ninesixteen/shared/api/notifications'
import type { Tx } from '../db/db.ts'
import { notices } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { mailOfCauseJob } from './mail-job.ts'

/** Longer texts are cut. */
const TITLE_MAX = 200
const BODY_MAX = 1000
const CAUSE_MAX = 200

export interface Telling {
  kind: NoticeKind
  /** What it comes from, such as `failed` or `revoked:ACCOUNT`: of one cause there is at most one mail an hour. Never shown. */
  cause: string
  postId?: string | null
  title: string
  body: string
  /** Path in the product. */
  href: string
}

/** Tells a person something, in the page and, where they want it, by mail: both are there exactly when the transaction is committed. */
export async function tell(jobs: Jobs, tx: Tx, { userId, ...told }: Telling & { userId: string }): Promise<void> {
  // A link to elsewhere would stand in a mail in our name.
  if (!/^\/(?!\/)/.test(told.href)) throw new Error('A notice leads to a path of the product')
  const cause = told.cause.slice(0, CAUSE_MAX)
  const { title, body } = { title: cut(told.title, TITLE_MAX), body: cut(told.body, BODY_MAX) }
  await tx.insert(notices).values({ userId, kind: told.kind, cause, postId: told.postId ?? null, title, body, href: told.href })
  await jobs.send(mailOfCauseJob, { userId, cause }, { tx, key: `${userId} ${cause}` })
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** The newest of a person, and how many they have not seen. */
export async function listNotices(tx: Tx, userId: string): Promise<Notices> {
  const rows = await tx
    .select()
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(desc(notices.createdAt), desc(notices.id))
    .limit(NOTICES_SHOWN)
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
  // A moment of the page is exact to the millisecond, one of the database is more so.
  const which = until === undefined ? inArray(notices.id, ids) : lte(sql`date_trunc('milliseconds', ${notices.createdAt})`, until)
  await tx
    .update(notices)
    .set({ seenAt: sql`now()` })
    .where(and(eq(notices.userId, userId), isNull(notices.seenAt), which))
  return countUnseen(tx, userId)
}

async function countUnseen(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ unseen: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.seenAt)))
  return row?.unseen ?? 0
}
