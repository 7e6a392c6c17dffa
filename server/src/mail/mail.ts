import type { z } from 'zod'
import type { Tx } from '../db/db.ts'
import { parseMessage } from '../process-message.ts'
import type { MailContent } from './compose.ts'

/** A kind of mail. Its template is in the domain of its subject, and listed in `kinds.ts`. */
export interface Mail<Data extends object = object> {
  /** Stored with every mail: it must not change. */
  name: string
  /** Template data beyond the user's rows. No plain-text secrets: links that grant access are created on sending. */
  data: z.ZodType<Data>
  /** A user is waiting for it: try even if the address was rejected before. */
  isAwaited?: boolean
}

export function defineMail<Data extends object>(mail: Mail<Data>): Mail<Data> {
  return mail
}

/** A mail about to be sent. */
export interface MailToCompose<Data> {
  id: string
  userId: string
  /** The recipient. */
  address: string
  data: Data
}

/** A kind with its template, which returns null if the mail is outdated. */
export interface MailWork extends Omit<Mail, 'data'> {
  compose(tx: Tx, mail: MailToCompose<unknown>): Promise<MailContent | null>
}

export function mailWork<Data extends object>(
  { data: schema, ...mail }: Mail<Data>,
  compose: (tx: Tx, mail: MailToCompose<Data>) => Promise<MailContent | null>,
): MailWork {
  return { ...mail, compose: (tx, { data, ...context }) => compose(tx, { ...context, data: parseMessage(schema, data) }) }
}
