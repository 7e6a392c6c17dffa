import { tidyUnconfirmed, tidyUnconfirmedJob } from '../account/delete-unconfirmed.ts'
import { billingJobs } from '../billing/billing-jobs.ts'
import { furnishingDemos } from '../demo/fill-demo.ts'
import { deliverMail } from '../mail/deliver.ts'
import { mailKinds } from '../mail/kinds.ts'
import { sendMailJob } from '../mail/mail-job.ts'
import { mailOfCauseJob } from '../notifications/mail-job.ts'
import { mailOfCause } from '../notifications/mail-by-cause.ts'
import { tidyNotices, tidyNoticesJob } from '../notifications/delete-old-notifications.ts'
import { tidyInvitations, tidyInvitationsJob } from '../operator/delete-old-invitations.ts'
import { drawFilmsJob, drawNextFilm } from '../posts/rendered-media/video-jobs.ts'
import { checkDuePosts, checkDuePostsJob } from '../posts/preflight/check-due-posts.ts'
import { sealAnew, sealAnewJob } from '../secrets/reencrypt.ts'
import { repeatJobs } from '../posts/recurrence/recurrence-jobs.ts'
import type { Services } from '../services.ts'
import { tidyWishes, tidyWishesJob } from '../idempotency/idempotency-keys.ts'
import { doing, type Work } from './job.ts'

/** Every kind of background job there is, and how it is done. Publishing is none of them: see docs/decisions. */
export function jobKinds(services: () => Services): Work[] {
  return [
    doing(drawFilmsJob, (data) => drawNextFilm(services(), data)),
    doing(checkDuePostsJob, (_data, { signal }) => checkDuePosts(services(), { signal })),
    furnishingDemos(services),
    ...repeatJobs(services),
    doing(mailOfCauseJob, (data) => mailOfCause(services(), data)),
    doing(sendMailJob, ({ mailId }, { attempt }) => deliverMail(services(), mailKinds(services()), { mailId, attempt })),
    ...billingJobs(services),
    doing(sealAnewJob, (_data, { signal }) => sealAnew(services(), { signal })),
    doing(tidyNoticesJob, () => tidyNotices(services())),
    doing(tidyInvitationsJob, () => tidyInvitations(services())),
    doing(tidyWishesJob, () => tidyWishes(services())),
    doing(tidyUnconfirmedJob, () => tidyUnconfirmed(services())),
  ]
}
