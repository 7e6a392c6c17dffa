import { asc, count, eq } from 'drizzle-orm'
import type { NotificationKind } from '@ninesixteen/shared/api/notifications'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Tx } from '../db/db.ts'
import { notifications } from '../db/schema-notifications.ts'
import type { MailContent } from '../mail/compose.ts'

/** Number of notifications listed; the rest is counted. */
const LISTED = 10
const FOOTER = `You receive this email because email notifications are on. Turn them off in ${PRODUCT_NAME} under Settings, General.`

const SEVERAL: Record<NotificationKind, (many: number) => string> = {
  failed: (many) => `${many} posts failed`,
  attention: (many) => `${many} things need your attention`,
  'hand-over': (many) => `${many} posts are ready for you to publish`,
  approval: (many) => `${many} replies from your client`,
}

/** The mail for a post in manual posting, based on a regular notification; null if it has ended. */
export type ManualPostingMail = (tx: Tx, post: { userId: string; postId: string }, content: MailContent) => Promise<MailContent | null>

/** The mail with its notifications. */
export async function notificationMail(
  tx: Tx,
  { id, manualPostingMail }: { id: string; manualPostingMail: ManualPostingMail },
): Promise<MailContent | null> {
  const isInMail = eq(notifications.mailId, id)
  const rows = await tx
    .select()
    .from(notifications)
    .where(isInMail)
    .orderBy(asc(notifications.createdAt), asc(notifications.id))
    .limit(LISTED)
  const [first] = rows
  if (!first) return null
  const [counted] = await tx.select({ all: count() }).from(notifications).where(isInMail)
  const all = counted?.all ?? rows.length
  if (all === 1) {
    const { userId, kind, postId, title, body, href } = first
    const action = { label: `Open ${PRODUCT_NAME}`, href }
    const content = { subject: title, heading: title, paragraphs: [body], action, footer: FOOTER }
    return kind === 'hand-over' && postId !== null ? manualPostingMail(tx, { userId, postId }, content) : content
  }
  const heading = SEVERAL[first.kind](all)
  const remainder = all > rows.length ? [`These are the first ${rows.length}.`] : []
  const items = rows.map(({ title, body }) => ({ title, text: body }))
  const isSingleLink = rows.every(({ href }) => href === first.href)
  const href = isSingleLink ? first.href : '/post_scheduler'
  return { subject: heading, heading, paragraphs: remainder, items, action: { label: `Open ${PRODUCT_NAME}`, href }, footer: FOOTER }
}
