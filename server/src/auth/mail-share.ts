import { createHash } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { addressGroup } from '../config/client-address.ts'

/** Mails that a caller without a session can trigger. Each kind has its own limits. */
export type RequestedMail = 'sign-up' | 'confirm-again' | 'recovery' | 'keep-demo' | 'change-email'

export interface MailRequest {
  kind: RequestedMail
  email: string
  /** Network address of the caller. */
  address: string
  /** From a browser that has signed in to this account before: its quota can't be used up by others. */
  isKnown: boolean
}

/** Mails of one kind to one address per window: from one network, and from all networks together, so that mailboxes aren't flooded. */
const PER_NETWORK = 5
const IN_TOTAL = 20
const WINDOW_MS = 15 * 60 * 1000

/** Throws RATE_LIMITED. Counts every address alike, with an account or without, so that responses don't differ. */
export async function countMailRequest(db: Db, { kind, email, address, isKnown }: MailRequest): Promise<void> {
  const mailbox = `mail:${kind}:${createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')}`
  const count = async (key: string, limit: number): Promise<void> => {
    const { count: requests, secondsLeft } = await countUse(db, key, WINDOW_MS)
    if (requests > limit) throw new AppError('RATE_LIMITED', { seconds: secondsLeft })
  }
  await count(`${mailbox}:${isKnown ? 'known' : addressGroup(address)}`, PER_NETWORK)
  if (!isKnown) await count(mailbox, IN_TOTAL)
}
