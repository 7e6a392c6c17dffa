import { createEmailChanges, type EmailChanges } from './email-change.ts'
import type { Secrets } from '../config/secret-key.ts'
import { createAccountMailing, type AccountMailing, type AccountMailingParts } from './account-mailing.ts'
import { createMailLinks, type MailLinks } from './mail-link.ts'
import { createRecovery, type Recovery } from './recovery.ts'

/** Account mails, and the actions of their links. */
export interface AccountMail {
  links: MailLinks
  mailing: AccountMailing
  recovery: Recovery
  changes: EmailChanges
}

export function createAccountMail(parts: Omit<AccountMailingParts, 'links'> & { config: Secrets }): AccountMail {
  const links = createMailLinks(parts.config)
  const { db, jobs } = parts
  return {
    links,
    mailing: createAccountMailing({ ...parts, links }),
    recovery: createRecovery({ db, jobs, links }),
    changes: createEmailChanges({ db, jobs, links }),
  }
}
