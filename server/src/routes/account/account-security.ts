import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { checkPassword } from '../../account/check-password.ts'
import { deleteAccount } from '../../account/delete-account.ts'
import { sendFarewell } from '../../account/deletion-mail.ts'
import { forbidInDemo, forbidInSharedDemo } from '../../auth/visitor-accounts.ts'
import { readEmailState } from '../../account/email-state.ts'
import { displayAddress } from '../../config/client-address.ts'
import { endSessionsBut } from '../../auth/end-sessions.ts'
import type { SessionUser } from '../../auth/session-lookup.ts'
import { isUniqueViolation } from '../../db/database-error.ts'
import type { Db } from '../../db/db.ts'
import { sessions, users } from '../../db/schema-accounts.ts'
import { isOperatorAddress } from '../../auth/operators.ts'
import { open } from '../contract.ts'

/** Account actions. None of them needs the Pro plan. */
export const accountSecurityRoutes = {
  listSessions: open.account.listSessions.handler(async ({ context }) => {
    const { id, sessionId } = await context.user()
    const isActiveSession = and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`))
    const rows = await context.services.db.asSystem((tx) =>
      tx.select().from(sessions).where(isActiveSession).orderBy(desc(sessions.updatedAt)),
    )
    return rows.map(({ id: session, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id: session,
      isCurrent: session === sessionId,
      address: ipAddress ? displayAddress(ipAddress) : null,
      browser: userAgent || null,
      createdAt: createdAt.toISOString(),
      usedAt: updatedAt.toISOString(),
    }))
  }),

  endSession: open.account.endSession.handler(async ({ context, input }) => {
    const user = await context.user()
    await forbidInSharedDemo(context.services.db, user.id)
    // The current session ends by signing out.
    const isOtherSession = and(eq(sessions.userId, user.id), eq(sessions.id, input.id), ne(sessions.id, user.sessionId))
    const deleted = await context.services.db.asSystem((tx) => tx.delete(sessions).where(isOtherSession).returning({ id: sessions.id }))
    if (deleted.length === 0) throw new AppError('NOT_FOUND')
  }),

  changeEmail: open.account.changeEmail.handler(async ({ context, input }) => {
    const user = await context.user()
    await forbidInDemo(context.services.db, user.id)
    await checkPassword(context.services, user.id, input.password)
    const email = input.email.toLowerCase()
    const { config, accountMail, db } = context.services
    if (!config.confirmEmail) {
      // An unverified operator address would make its user an operator.
      if (!user.isOperator && isOperatorAddress(config.operators, email)) throw new AppError('EMAIL_TAKEN')
      await putEmail(db, user, email)
      return { email, waits: false }
    }
    await accountMail.mailing.allow({ kind: 'change-email', email, address: context.address(), isKnown: false })
    await accountMail.changes.begin({ userId: user.id, email, sessionId: user.sessionId })
    return { email: user.email, waits: true }
  }),

  emailState: open.account.emailState.handler(async ({ context }) => {
    const { id } = await context.user()
    return context.services.db.asSystem((tx) => readEmailState(tx, id))
  }),

  cancelEmailChange: open.account.cancelEmailChange.handler(async ({ context }) => {
    const { id } = await context.user()
    await context.services.accountMail.changes.cancel(id)
  }),

  deleteAccount: open.account.deleteAccount.handler(async ({ context, input }) => {
    const user = await context.user()
    await forbidInDemo(context.services.db, user.id)
    await checkPassword(context.services, user.id, input.password)
    await deleteAccount(context.services, user.id, input.drive)
    await sendFarewell(context.services, user.email)
  }),

  endDemo: open.account.endDemo.handler(async ({ context, input }) => {
    const user = await context.user()
    await forbidInSharedDemo(context.services.db, user.id)
    if (!user.demo) throw new AppError('NOT_FOUND')
    await deleteAccount(context.services, user.id, input.drive)
  }),
}

/** Without confirmation the new address applies at once. */
async function putEmail(db: Db, { id, sessionId }: SessionUser, email: string): Promise<void> {
  try {
    await db.asSystem(async (tx) => {
      await tx
        .update(users)
        .set({ email, emailVerified: false, updatedAt: sql`now()` })
        .where(eq(users.id, id))
      // As with a new password: sessions from before the change end.
      await endSessionsBut(tx, { userId: id, sessionId })
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('EMAIL_TAKEN') : error
  }
}
