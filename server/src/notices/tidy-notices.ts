import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mails, notices } from '../db/schema-notices.ts'
import { defineJob } from '../jobs/job.ts'
import type { Services } from '../services.ts'

/** How long notices and mails are kept, and how many of one person. */
const KEPT = '90 days'
const OF_ONE = 500

export const tidyNoticesJob = defineJob({ name: 'tidy-notices', data: z.looseObject({}), retries: 2, seconds: 600, every: '17 3 * * *' })

/** What is old goes, and of somebody with very many all but the newest. */
export async function tidyNotices({ db }: Services, limits = { kept: KEPT, ofOne: OF_ONE }): Promise<void> {
  const old = sql`now() - ${limits.kept}::interval`
  await db.long.asSystem(async (tx) => {
    await tx.delete(notices).where(lt(notices.createdAt, old))
    await tx.delete(mails).where(lt(mails.createdAt, old))
    await tx.execute(sql`
      delete from notices using (
        select id, row_number() over (partition by user_id order by created_at desc, id desc) as place from notices
      ) ranked where notices.id = ranked.id and ranked.place > ${limits.ofOne}`)
  })
}
