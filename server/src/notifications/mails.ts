import { z } from 'zod'
import { defineMail } from '../mail/mail.ts'

/** The notices that were put into it; they name the mail. */
export const notificationMailKind = defineMail({ name: 'notices', data: z.looseObject({}) })
