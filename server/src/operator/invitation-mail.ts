import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { INVITATION_DAYS } from '@ninesixteen/shared/api/limits'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import type { Config } from '../config/config.ts'
import { invitations } from '../db/schema-operator.ts'
import { mailWork, defineMail, type MailWork } from '../mail/mail.ts'
import { invitationPath } from '../auth/invitation-token.ts'

/** Its link is created when it is sent: the mail stores only the invitation's id. */
export const invitationMail = defineMail({ name: 'invitation', data: z.object({ invitationId: z.uuid() }), isAwaited: true })

export function invitationMails({ publicUrl, secretKey }: Pick<Config, 'publicUrl' | 'secretKey'>): MailWork[] {
  const { host } = new URL(publicUrl)
  return [
    mailWork(invitationMail, async (tx, { data: { invitationId } }) => {
      const isGood = and(
        eq(invitations.id, invitationId),
        isNull(invitations.usedAt),
        isNull(invitations.revokedAt),
        sql`${invitations.expiresAt} > now()`,
      )
      if ((await tx.$count(invitations, isGood)) === 0) return null
      return {
        subject: `You are invited to ${PRODUCT_NAME}`,
        heading: `You are invited to ${PRODUCT_NAME}`,
        paragraphs: [
          `The operator of ${PRODUCT_NAME} at ${host} invites you to a studio for vertical slideshows, from a topic to finished slides over your own photos.`,
          `The invitation is for this email address and works for ${INVITATION_DAYS} days.`,
        ],
        action: { label: 'Create your account', href: invitationPath(secretKey, invitationId) },
        footer: 'If you did not expect this, you can ignore it: no account is created without the link.',
      }
    }),
  ]
}
