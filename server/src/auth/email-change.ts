import { and, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { addressGroup } from '../config/client-address.ts'
import { endSessions, endSessionsBut } from './end-sessions.ts'
import type { Confirmed } from './recovery.ts'
import type { LinkPurpose, MailLinks } from './mail-link.ts'
import { approveEmailMail, confirmNewEmailMail, emailChangedMail, existingAccountMail, convertDemoMail } from './mails/mails.ts'
import { isUniqueViolation } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { emailChanges, users } from '../db/schema-accounts.ts'
import { demos } from '../db/schema-demos.ts'
import { projects } from '../db/schema-projects.ts'
import { isOwnDemo, createAccountFromDemo, type NewSignIn } from './keep-demo.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { enqueueMail } from '../mail/mails.ts'

/** How long a change stays valid. */
const LIFE = sql`now() + interval '24 hours'`
/** Maximum number of demos and trials with a pending confirmation, during which their content is stored. */
const PENDING_MAX = 100
/** New pending confirmations per network and day. */
const PENDING_PER_NETWORK = 20
const DAY_MS = 24 * 60 * 60 * 1000
/** An arbitrary advisory lock number. */
const PENDING_LOCK = 916_0013

export interface RequestedEmailChange {
  userId: string
  email: string
  /** The session that asks; it survives the change. */
  sessionId: string
}

/** State of a change for the page of its link. */
export interface EmailChangeState {
  /** The new address. */
  email: string
  /** Which of the two addresses got the link. */
  at: 'old' | 'new'
  state: 'asked' | 'waits-for-old' | 'waits-for-new' | 'done' | 'refused' | 'taken'
}

/** Changes an account's address once both addresses have confirmed, in any order. Never reveals whether the new one has an account. */
export interface EmailChanges {
  begin(change: RequestedEmailChange): Promise<void>
  /**
   * Starts turning a demo into an account, which takes effect when the address is confirmed; its content stays until then. False without a
   * demo; throws KEEP_FULL.
   */
  beginDemoConversion(userId: string, signIn: NewSignIn & { address: string }): Promise<boolean>
  /** Handles a mail's link; null if it is not valid any more. */
  answer(token: string, answer: 'look' | 'agree' | 'refuse'): Promise<EmailChangeState | null>
  convertDemo(token: string): Promise<Confirmed | null>
  cancel(userId: string): Promise<void>
}

type Change = typeof emailChanges.$inferSelect
const SIDES: Partial<Record<LinkPurpose, 'old' | 'new'>> = { 'approve-email': 'old', 'confirm-new-email': 'new' }

export function createEmailChanges({ db, jobs, links }: { db: Db; jobs: Jobs; links: MailLinks }): EmailChanges {
  /** Mails the new address, or a note to the account that already has it. */
  async function toNewAddress(tx: Tx, change: Change, mail: typeof confirmNewEmailMail): Promise<void> {
    const { userId, email, id } = change
    const [owner] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
    if (owner) await enqueueMail({ jobs, tx, userId: owner.id, mail: existingAccountMail, data: {} })
    else await enqueueMail({ jobs, tx, userId, mail, data: { changeId: id }, to: email })
  }

  async function readLink(token: string): Promise<{ userId: string; id: string; purpose: LinkPurpose } | null> {
    const link = await links.read(token)
    return link && { userId: link.userId, id: link.stamp, purpose: link.purpose }
  }

  return {
    begin: ({ userId, email, sessionId }) =>
      db.asSystem(async (tx) => {
        const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
        if (!user) return
        // An old address that was never confirmed has no say, and is only notified.
        const approvedAt = user.emailVerified ? null : sql`now()`
        const change = await put(tx, { userId, email, sessionId, approvedAt })
        if (user.emailVerified) await enqueueMail({ jobs, tx, userId, mail: approveEmailMail, data: { changeId: change.id } })
        await toNewAddress(tx, change, confirmNewEmailMail)
      }),

    async beginDemoConversion(userId, { email, name, hash, address }) {
      const { count } = await countUse(db, `keep:${addressGroup(address)}`, DAY_MS)
      if (count > PENDING_PER_NETWORK) throw new AppError('KEEP_FULL')
      return db.asSystem(async (tx) => {
        if ((await tx.$count(demos, isOwnDemo(userId))) === 0) return false
        await requirePendingSlot(tx, userId)
        const change = await put(tx, { userId, email, keepName: name, keepHash: hash, approvedAt: sql`now()` })
        await toNewAddress(tx, change, convertDemoMail)
        return true
      })
    },

    async answer(token, decision) {
      const found = await readLink(token)
      const at = found && SIDES[found.purpose]
      if (!found || !at) return null
      const stateOf = (email: string, state: EmailChangeState['state']): EmailChangeState => ({ email, at, state })
      try {
        return await db.asSystem(async (tx) => {
          const change = await lockChange(tx, found)
          if (!change || change.keepHash !== null) return null
          const own = eq(emailChanges.userId, change.userId)
          if (decision === 'look') return stateOf(change.email, 'asked')
          if (decision === 'refuse') {
            await tx.delete(emailChanges).where(own)
            return stateOf(change.email, 'refused')
          }
          const agreed = at === 'old' ? { approvedAt: new Date() } : { confirmedAt: new Date() }
          const now = { ...change, ...agreed }
          if (!now.approvedAt || !now.confirmedAt) {
            await tx.update(emailChanges).set(agreed).where(own)
            return stateOf(change.email, at === 'old' ? 'waits-for-new' : 'waits-for-old')
          }
          await applyChange(tx, jobs, change)
          return stateOf(change.email, 'done')
        })
      } catch (error) {
        // Another account got the address in the meantime; a user with both mailboxes may learn that.
        if (isUniqueViolation(error)) return stateOf('', 'taken')
        throw error
      }
    },

    async convertDemo(token) {
      const found = await readLink(token)
      if (found?.purpose !== 'keep-demo') return null
      try {
        return await db.asSystem(async (tx) => {
          const change = await lockChange(tx, found)
          if (!change || change.keepHash === null) return null
          const { userId, email, keepName, keepHash } = change
          const signIn = { email, name: keepName ?? '', hash: keepHash }
          if (!(await createAccountFromDemo(tx, userId, { ...signIn, emailVerified: true }))) return null
          await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
          const own = tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId))
          const [newest] = await own.orderBy(desc(projects.updatedAt)).limit(1)
          return { userId, isFirst: true, projectId: newest?.id ?? null }
        })
      } catch (error) {
        if (isUniqueViolation(error)) return null
        throw error
      }
    },

    cancel: (userId) => db.asSystem(async (tx) => void (await tx.delete(emailChanges).where(eq(emailChanges.userId, userId)))),
  }
}

/** Throws KEEP_FULL. Serialized, so that concurrent requests are all counted. */
async function requirePendingSlot(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${PENDING_LOCK})`)
  const others = and(isNotNull(emailChanges.keepHash), gt(emailChanges.expiresAt, sql`now()`), ne(emailChanges.userId, userId))
  if ((await tx.$count(emailChanges, others)) >= PENDING_MAX) throw new AppError('KEEP_FULL')
}

type NewChange = Omit<typeof emailChanges.$inferInsert, 'id' | 'expiresAt' | 'approvedAt'> & { approvedAt: ReturnType<typeof sql> | null }

/** Replaces an earlier change, whose links stop working. */
async function put(tx: Tx, { approvedAt, ...change }: NewChange): Promise<Change> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, change.userId))
  const [row] = await tx
    .insert(emailChanges)
    .values({ ...change, approvedAt, expiresAt: LIFE })
    .returning()
  if (!row) throw new Error('Address change not stored')
  return row
}

async function lockChange(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<Change | null> {
  const own = and(eq(emailChanges.userId, userId), eq(sql`${emailChanges.id}::text`, id), gt(emailChanges.expiresAt, sql`now()`))
  const [change] = await tx.select().from(emailChanges).where(own).for('update')
  return change ?? null
}

async function applyChange(tx: Tx, jobs: Jobs, { userId, email, sessionId }: Change): Promise<void> {
  const [previous] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  if (!previous) return
  await tx
    .update(users)
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
  // As with a new password: sessions from before the change end.
  if (sessionId === null) await endSessions(tx, userId)
  else await endSessionsBut(tx, { userId, sessionId })
  if (!previous.emailVerified)
    await enqueueMail({ jobs, tx, userId, mail: emailChangedMail, data: { at: new Date().toISOString() }, to: previous.email })
}
