import type { Tx } from '../db/db.ts'
import type { MailContent } from './compose.ts'

export const MAIL_TEMPLATES = ['notices', 'payment-failed', 'plan-ends', 'plan-ended', 'price-changes'] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]

/** What each mail says, made of what there is to say by now; null where there is nothing any more. */
export type Templates = Record<MailTemplate, (tx: Tx, mail: { id: string; userId: string }) => Promise<MailContent | null>>
