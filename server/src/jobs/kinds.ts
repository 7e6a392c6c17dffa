import { billingJobs } from '../billing/billing-jobs.ts'
import { PLAN_MAILS } from '../billing/mails/plan-mails.ts'
import { furnishingDemos } from '../demo/furnish-demo.ts'
import { deliverMail } from '../mail/deliver.ts'
import { sendMailJob } from '../mail/mail-job.ts'
import { mailOfCauseJob } from '../notices/mail-job.ts'
import { mailOfCause } from '../notices/mail-of-cause.ts'
import { noticesMail } from '../notices/notices-mail.ts'
import { tidyNotices, tidyNoticesJob } from '../notices/tidy-notices.ts'
import { drawFilmsJob, drawNextFilm } from '../scheduling/freeze/draw-films.ts'
import { checkDuePosts, checkDuePostsJob } from '../scheduling/preflight/check-due-posts.ts'
import { repeatJobs } from '../scheduling/repeats/repeat-jobs.ts'
import type { Services } from '../services.ts'
import { doing, type Work } from './job.ts'

/** Every kind of background job there is, and how it is done. Publishing is none of them: see docs/decisions. */
export function jobKinds(services: () => Services): Work[] {
  return [
    doing(drawFilmsJob, (data) => drawNextFilm(services(), data)),
    doing(checkDuePostsJob, () => checkDuePosts(services())),
    furnishingDemos(services),
    ...repeatJobs(services),
    doing(mailOfCauseJob, (data) => mailOfCause(services(), data)),
    doing(sendMailJob, ({ mailId }, { attempt }) => {
      const { mail: handOver } = services().handOvers
      return deliverMail(services(), { ...PLAN_MAILS, notices: (tx, { id }) => noticesMail(tx, { id, handOver }) }, { mailId, attempt })
    }),
    ...billingJobs(services),
    doing(tidyNoticesJob, () => tidyNotices(services())),
  ]
}
