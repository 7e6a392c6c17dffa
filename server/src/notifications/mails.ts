import { z } from 'zod'
import { defineMail } from '../mail/mail.ts'

/** The notices that were put into it; they name the mail. */
export const noticesMailKind = defineMail({ name: 'notices', data: z.looseObject({}) })
