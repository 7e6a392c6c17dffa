import { z } from 'zod'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ConfigError } from '../config-error.ts'

export interface Sender {
  name: string
  address: string
}

export interface MailSettings {
  /** Null if mails become files in the data folder. */
  smtpUrl: string | null
  from: Sender
}

/** `Name <address>`, or an address alone; used as the From header of every mail. */
export const senderSchema = z
  .string()
  .max(300)
  .transform((text) => /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u.exec(text))
  .transform((found) => ({ name: found?.[1] ?? '', address: found?.[2] ?? found?.[3] ?? '' }))
  .refine(({ address: of }) => z.email().safeParse(of).success, {
    error: 'it must be an address such as post@example.com, or "Ninesixteen <post@example.com>"',
  })

export function mailSettings(smtpUrl: string | undefined, from: Sender | undefined): MailSettings {
  if (smtpUrl !== undefined && from === undefined)
    throw new ConfigError('SMTP_URL is set but MAIL_FROM is not: mails need a sender. See .env.example.')
  return { smtpUrl: smtpUrl ?? null, from: { name: from?.name || PRODUCT_NAME, address: from?.address ?? 'no-reply@localhost' } }
}
