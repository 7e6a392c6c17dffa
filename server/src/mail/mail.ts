import type { z } from 'zod'
import type { Tx } from '../db/db.ts'
import type { MailContent } from './compose.ts'

/** A kind of mail, as who orders it knows it. How it is composed stands where its subject lives, and is listed in `kinds.ts`. */
export interface Mail<Data extends object = object> {
  /** Kept in the database with every mail: it stays as it is. */
  name: string
  /** What it says beyond what its person's rows say by then. No secret in clear: a link that lets somebody in is made when the mail is sent. */
  data: z.ZodType<Data>
  /** Somebody waits for it, who asked for it just now: it is tried even where the address was refused before. */
  isAwaited?: boolean
}

export function defineMail<Data extends object>(mail: Mail<Data>): Mail<Data> {
  return mail
}

/** A mail that is about to be sent. */
export interface MailToCompose<Data> {
  id: string
  userId: string
  /** Where it goes. */
  address: string
  data: Data
}

/** A kind, and how it is composed: of what there is to say by now; null where there is nothing any more. */
export interface MailWork extends Omit<Mail, 'data'> {
  compose(tx: Tx, mail: MailToCompose<unknown>): Promise<MailContent | null>
}

export function composing<Data extends object>(
  { data: schema, ...mail }: Mail<Data>,
  compose: (tx: Tx, mail: MailToCompose<Data>) => Promise<MailContent | null>,
): MailWork {
  return { ...mail, compose: (tx, { data, ...known }) => compose(tx, { ...known, data: schema.parse(data) }) }
}
