import { and, desc, eq, gt, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db, Tx } from '../db/db.ts'
import { accounts, emailChanges, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { mails } from '../db/schema-notifications.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail.ts'
import { enqueueMail } from '../mail/mails.ts'
import {
  codesOffMail,
  codesOnMail,
  confirmEmailMail,
  existingAccountMail,
  convertDemoMail,
  newDeviceMail,
  passkeyAddedMail,
  passwordChangedMail,
  recoveryMail,
  type RequestOrigin,
} from './mails/mails.ts'
import type { MailLinks } from './mail-link.ts'
import { countMailRequest, type MailRequest } from './mail-share.ts'
import type { Passwords } from './passwords.ts'

export interface NewAccount {
  email: string
  name: string
  password: string
  /** As in the response: the new account's id, or a made-up one if the account exists. */
  userId: string
}

/** Account mails, queued after the response, so that neither its wording nor its timing reveals whether an account exists. */
export interface AccountMailing {
  /** Call before a mail is requested. Throws RATE_LIMITED. */
  allow(request: MailRequest): Promise<void>
  /** After a sign-up that needs confirmation: sends the link, or a note that the account exists. */
  signedUp(account: NewAccount): void
  /** Sends the link again if one is pending. */
  resendConfirmation(email: string): void
  recover(email: string): void
  /** Tells an account's owner that a demo or another account wants to use their address. */
  addressTaken(email: string): void
  passwordChanged(userId: string, seen: RequestOrigin): void
  newDevice(userId: string, seen: RequestOrigin): void
  passkeyAdded(userId: string, seen: RequestOrigin): void
  codesOn(userId: string, seen: RequestOrigin): void
  codesOff(userId: string, seen: RequestOrigin): void
  /** A ticket with which a page can ask for the delivery of the mail it waits for. */
  ticket(email: string): Promise<string>
  /** Whether the mail server has rejected mail to that address since; null for an invalid ticket. */
  isRefused(ticket: string): Promise<boolean | null>
  /** Resolves when all requested mails are queued. */
  flush(): Promise<void>
}

const TICKET_SECONDS = 60 * 60

export interface AccountMailingParts {
  db: Db
  links: MailLinks
  jobs: Jobs
  log: Logger
  passwords: Passwords
}

export function createAccountMailing({ db, jobs, links, log, passwords }: AccountMailingParts): AccountMailing {
  const pending = new Set<Promise<void>>()

  function runAfterResponse(work: () => Promise<void>): void {
    const done = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => log.warn({ err: error }, 'Account mail not queued'))
      .finally(() => pending.delete(done))
    pending.add(done)
  }

  const enqueue = (tx: Tx, userId: string, mail: Mail<Record<string, never>>) => enqueueMail({ jobs, tx, userId, mail, data: {} })
  const toAddress = (email: string, queueFor: (tx: Tx, user: Account) => Promise<unknown>): void =>
    runAfterResponse(() =>
      db.asSystem(async (tx) => {
        const user = await accountOf(tx, email)
        if (user) await queueFor(tx, user)
      }),
    )
  const notifySeen = (userId: string, mail: Mail<RequestOrigin>, data: RequestOrigin): void =>
    runAfterResponse(() => db.asSystem(async (tx) => void (await enqueueMail({ jobs, tx, userId, mail, data }))))

  /** Sends the link of the latest sign-up from a demo again. */
  async function resendConversionLink(tx: Tx, email: string): Promise<void> {
    const address = email.trim().toLowerCase()
    const isWaiting = and(eq(emailChanges.email, address), isNotNull(emailChanges.keepHash), gt(emailChanges.expiresAt, sql`now()`))
    const [change] = await tx.select().from(emailChanges).where(isWaiting).orderBy(desc(emailChanges.expiresAt)).limit(1)
    if (change) await enqueueMail({ jobs, tx, userId: change.userId, mail: convertDemoMail, data: { changeId: change.id }, to: address })
  }

  /** The latest sign-up sets the password: links of earlier mails stop working. */
  async function signedUp({ email, name, password, userId }: NewAccount): Promise<void> {
    const existing = await db.asSystem((tx) => accountOf(tx, email))
    if (!existing) return
    const hash = existing.awaits && existing.id !== userId ? await passwords.hash(password) : null
    await db.asSystem(async (tx) => {
      if (hash !== null) await replacePassword(tx, existing.id, { name, hash })
      await enqueue(tx, existing.id, existing.awaits ? confirmEmailMail : existingAccountMail)
    })
  }

  return {
    allow: (request) => countMailRequest(db, request),
    signedUp: (account) => runAfterResponse(() => signedUp(account)),
    resendConfirmation: (email) =>
      runAfterResponse(() =>
        db.asSystem(async (tx) => {
          const user = await accountOf(tx, email)
          if (user?.awaits) await enqueue(tx, user.id, confirmEmailMail)
          if (!user) await resendConversionLink(tx, email)
        }),
      ),
    recover: (email) => toAddress(email, (tx, { id }) => enqueue(tx, id, recoveryMail)),
    addressTaken: (email) => toAddress(email, (tx, { id }) => enqueue(tx, id, existingAccountMail)),
    passwordChanged: (userId, seen) => notifySeen(userId, passwordChangedMail, seen),
    newDevice: (userId, seen) => notifySeen(userId, newDeviceMail, seen),
    passkeyAdded: (userId, seen) => notifySeen(userId, passkeyAddedMail, seen),
    codesOn: (userId, seen) => notifySeen(userId, codesOnMail, seen),
    codesOff: (userId, seen) => notifySeen(userId, codesOffMail, seen),
    ticket: (email) =>
      links.make({ purpose: 'mail-state', userId: email.trim().toLowerCase(), stamp: new Date().toISOString() }, TICKET_SECONDS),
    async isRefused(ticket) {
      const link = await links.read(ticket)
      if (link?.purpose !== 'mail-state') return null
      return db.asSystem((tx) => wasRefused(tx, link.userId, new Date(link.stamp)))
    },
    async flush() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

interface Account {
  id: string
  awaits: boolean
}

/** The account of an address; null for a demo's made-up address. */
async function accountOf(tx: Tx, email: string): Promise<Account | null> {
  const [found] = await tx
    .select({ id: users.id, awaits: users.awaitsConfirmation, demo: demos.userId })
    .from(users)
    .leftJoin(demos, eq(demos.userId, users.id))
    .where(eq(users.email, email.trim().toLowerCase()))
  return found && found.demo === null ? { id: found.id, awaits: found.awaits } : null
}

/** Only while the address is unconfirmed: otherwise this would take over an account. */
async function replacePassword(tx: Tx, userId: string, { name, hash }: { name: string; hash: string }): Promise<void> {
  const waiting = and(eq(users.id, userId), eq(users.awaitsConfirmation, true))
  const changed = await tx.update(users).set({ name }).where(waiting).returning({ id: users.id })
  if (changed.length === 0) return
  const own = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
  await tx.update(accounts).set({ password: hash }).where(own)
}

/** The result of the latest mail to that address, for any account. */
async function wasRefused(tx: Tx, address: string, since: Date): Promise<boolean> {
  const ended = and(eq(mails.address, address), gte(mails.createdAt, since), inArray(mails.state, ['sent', 'refused']))
  const [last] = await tx.select({ state: mails.state }).from(mails).where(ended).orderBy(desc(mails.createdAt)).limit(1)
  return last?.state === 'refused'
}
