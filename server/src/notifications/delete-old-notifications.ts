import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mails, notifications } from '../db/schema-notifications.ts'
import { defineJob } from '../jobs/job.ts'
import type { Db } from '../db/db.ts'

/** Retention of notifications and mails, and their maximum number per user. */
const RETENTION = '90 days'
const PER_USER = 500

export const deleteOldNotificationsJob = defineJob({
  name: 'tidy-notices',
  data: z.looseObject({}),
  retries: 2,
  seconds: 600,
  every: '17 3 * * *',
})

/** Deletes old notifications, and all but the newest of a user with very many. */
export async function deleteOldNotifications({ db }: { db: Db }, limits = { kept: RETENTION, perUser: PER_USER }): Promise<void> {
  const old = sql`now() - ${limits.kept}::interval`
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
