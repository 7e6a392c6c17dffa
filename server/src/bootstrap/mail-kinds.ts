import { accountMails } from '../auth/mails/account-mails.ts'
import { planMails } from '../billing/mails/plan-mails.ts'
import { notificationMail } from '../notifications/notification-mail.ts'
import { notificationMailKind } from '../notifications/mails.ts'
import { invitationMails } from '../operator/invitation-mail.ts'
import type { Services } from '../routes/services.ts'
import { mailWork, type MailWork } from '../mail/mail.ts'

/** All kinds of mail with their templates. */
export function mailKinds({ config, handOvers, accountMail }: Services): MailWork[] {
  return [
    mailWork(notificationMailKind, (tx, { id }) => notificationMail(tx, { id, handOver: handOvers.mail })),
    ...accountMails(accountMail.links),
    ...planMails,
    ...invitationMails(config),
  ]
}
