import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { accounts, emailChanges, users } from '../db/schema-accounts.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { enqueueMail } from '../mail/mails.ts'
import { endSessions } from './end-sessions.ts'
import type { MailLinks } from './mail-link.ts'
import { passwordChangedMail, type RequestOrigin } from './mails/mails.ts'

export interface Confirmed {
  userId: string
  /** False for a link that was used before: it doesn't sign in again. */
  isFirst: boolean
  /** The slideshow from before the account, which the page shows next. */
  projectId?: string | null
}

export interface NewPassword {
  hash(): Promise<string>
  seen: RequestOrigin
}

/** Account actions of mail links. A link that doesn't match the account's current state does nothing. */
export interface Recovery {
  confirm(token: string): Promise<Confirmed | null>
  /** Sets a password, ends every session and returns the address. The mail proves control of the address, so it is confirmed, too. */
  setPassword(token: string, password: NewPassword): Promise<string | null>
}

export function createRecovery({ db, jobs, links }: { db: Db; jobs: Jobs; links: MailLinks }): Recovery {
  return {
    async confirm(token) {
      const link = await links.read(token)
      if (link?.purpose !== 'confirm-email') return null
      const { userId, stamp } = link
      return db.asSystem(async (tx) => {
        const [user] = await tx.select({ awaits: users.awaitsConfirmation }).from(users).where(eq(users.id, userId)).for('update')
        if (!user || !(await links.isStampOf(tx, userId, stamp))) return null
        await tx
          .update(users)
          .set({ emailVerified: true, awaitsConfirmation: false, updatedAt: sql`now()` })
          .where(eq(users.id, userId))
        return { userId, isFirst: user.awaits }
      })
    },

    async setPassword(token, { hash, seen }) {
      const link = await links.read(token)
      if (link?.purpose !== 'reset-password') return null
      const { userId, stamp } = link
      const isGood = await db.asSystem((tx) => links.isStampOf(tx, userId, stamp))
      if (!isGood) return null
      const password = await hash()
      return db.asSystem(async (tx) => {
        // Lock the row, so that of two requests with the same link the second finds it used.
        const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
        if (!user || !(await links.isStampOf(tx, userId, stamp))) return null
        const own = and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))
        const changed = await tx
          .update(accounts)
          .set({ password, updatedAt: sql`now()` })
          .where(own)
        // An account in deletion has no password.
        if (changed.rowCount === 0) return null
        await tx
          .update(users)
          .set({ emailVerified: true, awaitsConfirmation: false, updatedAt: sql`now()` })
          .where(eq(users.id, userId))
        await endSessions(tx, userId)
        // A pending change may come from the intruder whom the new password is to lock out.
        await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
        await enqueueMail({ jobs, tx, userId, mail: passwordChangedMail, data: seen })
        return user.email
      })
    },
  }
}
