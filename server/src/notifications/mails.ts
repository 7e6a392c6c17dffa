import { z } from 'zod'
import { defineMail } from '../mail/mail.ts'

/** The notifications refer to their mail. */
export const notificationMailKind = defineMail({ name: 'notices', data: z.looseObject({}) })
