import { deleteUnconfirmed, deleteUnconfirmedJob } from '../account/delete-unconfirmed.ts'
import { billingJobs } from '../billing/billing-jobs.ts'
import { demoFilling } from '../demo/fill-demo.ts'
import { deliverMail } from '../mail/deliver.ts'
import { mailKinds } from './mail-kinds.ts'
import { sendMailJob } from '../mail/mail-job.ts'
import { mailOfCauseJob } from '../notifications/mail-job.ts'
import { mailOfCause } from '../notifications/mail-by-cause.ts'
import { deleteOldNotifications, deleteOldNotificationsJob } from '../notifications/delete-old-notifications.ts'
import { deleteOldInvitations, deleteOldInvitationsJob } from '../operator/delete-old-invitations.ts'
import { renderVideosJob, renderNextVideo } from '../posts/rendered-media/video-jobs.ts'
import { checkDuePosts, checkDuePostsJob } from '../posts/preflight/check-due-posts.ts'
import { reencrypt, reencryptJob } from '../secrets/reencrypt.ts'
import { recurrenceJobs } from '../posts/recurrence/recurrence-jobs.ts'
import type { Services } from '../routes/services.ts'
import { deleteExpiredKeys, deleteExpiredKeysJob } from '../idempotency/idempotency-keys.ts'
import { sealedPlaces } from './sealed-places.ts'
import { doing, type Work } from '../jobs/job.ts'

/** All background jobs. Publishing isn't one of them: see docs/decisions. */
export function jobKinds(services: () => Services): Work[] {
  return [
    doing(renderVideosJob, (data) => renderNextVideo(services(), data)),
    doing(checkDuePostsJob, (_data, { signal }) => checkDuePosts(services(), { signal })),
    demoFilling(services),
    ...recurrenceJobs(services),
    doing(mailOfCauseJob, (data) => mailOfCause(services(), data)),
    doing(sendMailJob, ({ mailId }, { attempt }) => deliverMail(services(), mailKinds(services()), { mailId, attempt })),
    ...billingJobs(services),
    doing(reencryptJob, (_data, { signal }) => reencrypt({ ...services(), places: sealedPlaces(services()) }, { signal })),
    doing(deleteOldNotificationsJob, () => deleteOldNotifications(services())),
    doing(deleteOldInvitationsJob, () => deleteOldInvitations(services())),
    doing(deleteExpiredKeysJob, () => deleteExpiredKeys(services())),
    doing(deleteUnconfirmedJob, () => deleteUnconfirmed(services())),
  ]
}
