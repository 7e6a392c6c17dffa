import type { Tx } from '../db/db.ts'
import { billingNotifications } from '../db/schema-billing.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { enqueueMail } from '../mail/mails.ts'
import { planMailKind, type PlanMail } from './mails/plan-mails.ts'
import type { Settled } from './user-plan.ts'

export interface BillingNotification {
  userId: string
  /** Key that limits the notification to once. */
  what: string
  mail: PlanMail
}

/** Queues a mail to a user; false if they got it before. */
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

/** Notifies a subscriber about a failed payment, a coming end, or an end. */
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
