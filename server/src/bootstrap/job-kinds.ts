import { deleteUnconfirmed, deleteUnconfirmedJob } from '../account/delete-account.ts'
import { billingJobs } from '../billing/billing-cron.ts'
import { adoptEarlierWork } from './adopt-earlier-work.ts'
import { renewTokens, renewTokensJob } from '../connections/renew-tokens.ts'
import { batchWork } from '../slideshow-batches/run-batch.ts'
import { fillDemoWork } from '../demo/fill-demo.ts'
import { planWork } from '../content-plan/follow-plans.ts'
import { deliverMail } from '../mail/deliver.ts'
import { sendMailJob } from '../mail/mails.ts'
import { mailOfCauseJob, deleteOldNotifications, deleteOldNotificationsJob } from '../notifications/notifications.ts'
import { mailOfCause, notificationMailKind } from '../notifications/mail-by-cause.ts'
import { deleteOldInvitations, deleteOldInvitationsJob } from '../operator/invitations.ts'
import { renderVideosJob, renderNextVideo } from '../posts/rendered-media/video-jobs.ts'
import { checkDuePosts, checkDuePostsJob } from '../posts/preflight/check-due-posts.ts'
import { reencrypt, reencryptJob } from '../secrets/reencrypt.ts'
import { recurrenceJobs } from '../posts/recurrence/extend-recurrences.ts'
import type { Services } from '../routes/services.ts'
import { deleteExpiredKeys, deleteExpiredKeysJob } from '../idempotency/once.ts'
import { encryptedColumnSets } from './encrypted-columns.ts'
import { deleteOldRecords, deleteOldRecordsJob } from '../oauth-server/records.ts'
import { deliverWebhooks, deliverWebhooksJob, type SentRequests } from '../webhooks/deliver.ts'
import { deleteOldDeliveries } from '../webhooks/record-attempt.ts'
import { workFor, type Work } from '../jobs/job.ts'
import { accountMails } from '../auth/mails/account-mails.ts'
import { planMails } from '../billing/mails/plan-mails.ts'
import { notificationMail } from '../notifications/notification-mail.ts'
import { invitationMails } from '../operator/invitation-mail.ts'
import { mailWork, type MailWork } from '../mail/mail.ts'

/** All background jobs. Publishing isn't one of them: see docs/decisions. */
export function jobKinds(services: () => Services): Work[] {
  const sending: SentRequests = new Map()
  return [
    workFor(renderVideosJob, (data) => renderNextVideo(services(), data)),
    workFor(checkDuePostsJob, (_data, { signal }) => checkDuePosts(services(), { signal })),
    workFor(renewTokensJob, (_data, { signal }) => renewTokens(services(), { signal })),
    fillDemoWork(services),
    ...recurrenceJobs(services),
    ...planWork(services),
    batchWork(services),
    workFor(mailOfCauseJob, (data) => mailOfCause(services(), data)),
    workFor(sendMailJob, ({ mailId }, { attempt }) => deliverMail(services(), mailKinds(services()), { mailId, attempt })),
    ...billingJobs(services),
    workFor(reencryptJob, (_data, { signal }) => reencrypt({ ...services(), columnSets: encryptedColumnSets(services()) }, { signal })),
    workFor(deliverWebhooksJob, (_data, { signal }) => deliverWebhooks(services(), { signal, sending })),
    workFor(deleteOldNotificationsJob, async () => {
      await deleteOldNotifications(services())
      await deleteOldDeliveries(services())
    }),
    workFor(deleteOldInvitationsJob, () => deleteOldInvitations(services())),
    workFor(deleteOldRecordsJob, () => deleteOldRecords(services())),
    workFor(deleteExpiredKeysJob, async () => {
      await deleteExpiredKeys(services())
      await services().runs.deleteExpired()
      await adoptEarlierWork(services())
    }),
    workFor(deleteUnconfirmedJob, () => deleteUnconfirmed(services())),
  ]
}

/** All kinds of mail with their templates. */
function mailKinds({ config, manualPosting, accountMail }: Services): MailWork[] {
  return [
    mailWork(notificationMailKind, (tx, { id }) => notificationMail(tx, { id, manualPostingMail: manualPosting.mail })),
    ...accountMails(accountMail.links),
    ...planMails,
    ...invitationMails(config),
  ]
}
