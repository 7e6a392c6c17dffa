import type { Tx } from '../db/db.ts'
import { billingNotifications } from '../db/schema-billing.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { enqueueMail } from '../mail/mails.ts'
import { planMailKind, type PlanMail } from './mails/plan-mails.ts'
import type { Settled } from './user-plan.ts'

export interface BillingNotification {
  userId: string
  /** It is told once, however often this happens. */
  what: string
  mail: PlanMail
}

/** Orders a mail to a person; false where they were told before. */
export async function notifyOnce(jobs: Jobs, tx: Tx, { userId, what, mail }: BillingNotification): Promise<boolean> {
  const [row] = await tx
    .insert(billingNotifications)
    .values({ userId, what })
    .onConflictDoNothing()
    .returning({ what: billingNotifications.what })
  if (!row) return false
  await enqueueMail({ jobs, tx, userId, mail: planMailKind(mail), data: {} })
  return true
}

/** Says what changed for a person who pays: a payment that failed, an end that is coming, an end. */
export async function notifyPlanChange(jobs: Jobs, tx: Tx, { userId, settled }: { userId: string; settled: Settled }): Promise<void> {
  const { best, isGranted, isPro, wasPro } = settled
  if (best === null || isGranted) return
  const { state, row } = best
  const about = (word: string, when: string | null) => `${word} ${row.id} ${when ?? ''}`.trim()
  if (state.state === 'past-due') await notifyOnce(jobs, tx, { userId, what: about('past-due', state.since), mail: 'payment-failed' })
  if (state.state === 'ending') await notifyOnce(jobs, tx, { userId, what: about('ending', state.endsAt), mail: 'plan-ends' })
  if (wasPro && !isPro)
    await notifyOnce(jobs, tx, { userId, what: about('ended', row.periodStart?.toISOString() ?? null), mail: 'plan-ended' })
}
