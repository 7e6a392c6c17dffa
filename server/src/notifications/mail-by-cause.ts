import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { NotificationKind } from '@ninesixteen/shared/api/notifications'
import type { Tx, Db } from '../db/db.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { notifications } from '../db/schema-notifications.ts'
import { enqueueMail } from '../mail/mails.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { mailOfCauseJob } from './notifications.ts'
import { defineMail } from '../mail/mail.ts'

/** The notifications refer to their mail. */
export const notificationMailKind = defineMail({ name: 'notices', data: z.object({}) })

/** Minimum interval between mails of one cause, in seconds. */
const INTERVAL_SECONDS = 60 * 60
/** Older notifications are outdated. */
const OLDEST = '24 hours'
/** Maximum number of notifications in one mail. */
const ROWS_MAX = 500

const SETTING = {
  failed: 'mailFailed',
  attention: 'mailAttention',
  'hand-over': 'mailHandOver',
  approval: 'mailAttention',
} as const satisfies Record<NotificationKind, string>

/** Sends one mail with all of a user's unseen notifications of a cause, or schedules it if the last one was sent within the hour. */
export async function mailOfCause(
  { db, jobs }: { db: Db; jobs: Jobs },
  { userId, cause }: { userId: string; cause: string },
): Promise<void> {
  await db.asSystem(async (tx) => {
    const of = and(eq(notifications.userId, userId), eq(notifications.cause, cause))
    const isOpen = and(
      of,
      isNull(notifications.mailedAt),
      isNull(notifications.seenAt),
      gt(notifications.createdAt, sql`now() - ${OLDEST}::interval`),
    )
    // Skips rows that a concurrent run is processing.
    const open = await tx
      .select({ id: notifications.id, kind: notifications.kind })
      .from(notifications)
      .where(isOpen)
      .orderBy(asc(notifications.createdAt))
      .limit(ROWS_MAX)
      .for('update')
    const kind = open[0]?.kind
    if (kind === undefined || !(await acceptsMail(tx, userId, kind))) return
    const waitSeconds = await secondsToWait(tx, userId, cause)
    if (waitSeconds > 0) {
      await jobs.send(mailOfCauseJob, { userId, cause }, { tx, key: `${userId} ${cause}`, startAfter: waitSeconds })
      return
    }
    const mailId = await enqueueMail({ jobs, tx, userId, mail: notificationMailKind, data: {} })
    await tx
      .update(notifications)
      .set({ mailedAt: sql`now()`, mailId })
      .where(
        inArray(
          notifications.id,
          open.map(({ id }) => id),
        ),
      )
  })
}

/** False for demos, whose addresses are invalid. */
async function acceptsMail(tx: Tx, userId: string, kind: NotificationKind): Promise<boolean> {
  const [found] = await tx
    .select({ wants: userSettings[SETTING[kind]], demo: demos.userId })
    .from(userSettings)
    .leftJoin(demos, eq(demos.userId, userSettings.userId))
    .where(eq(userSettings.userId, userId))
  return found?.wants === true && found.demo === null
}

async function secondsToWait(tx: Tx, userId: string, cause: string): Promise<number> {
  const [last] = await tx
    .select({ ago: sql<string | null>`extract(epoch from now() - max(${notifications.mailedAt}))` })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.cause, cause)))
  const ago = last?.ago ?? null
  return ago === null ? 0 : Math.max(0, Math.ceil(INTERVAL_SECONDS - Number(ago)))
}
