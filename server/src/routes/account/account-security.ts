import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import { checkPassword } from '../../account/check-password.ts'
import { deleteAccount } from '../../account/delete-account.ts'
import { refuseInDemo, refuseInSharedDemo } from '../../account/demo.ts'
import { endSessionsBut } from '../../auth/end-sessions.ts'
import { isUniqueViolation } from '../../db/database-error.ts'
import { sessions, users } from '../../db/schema.ts'
import { open } from '../contract.ts'

/** What a person does with the account itself. None of it needs the Pro plan. */
export const accountSecurityRoutes = {
  listSessions: open.account.listSessions.handler(async ({ context }) => {
    const { id, sessionId } = await context.user()
    const mine = and(eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`))
    const rows = await context.services.db.asSystem((tx) => tx.select().from(sessions).where(mine).orderBy(desc(sessions.updatedAt)))
    return rows.map(({ id: session, ipAddress, userAgent, createdAt, updatedAt }) => ({
      id: session,
      isCurrent: session === sessionId,
      address: ipAddress || null,
      browser: userAgent || null,
      createdAt: createdAt.toISOString(),
      usedAt: updatedAt.toISOString(),
    }))
  }),

  endSession: open.account.endSession.handler(async ({ context, input }) => {
    const user = await context.user()
    await refuseInSharedDemo(context.services.db, user.id)
    // The one that asks ends by signing out.
    const other = and(eq(sessions.userId, user.id), eq(sessions.id, input.id), ne(sessions.id, user.sessionId))
    const gone = await context.services.db.asSystem((tx) => tx.delete(sessions).where(other).returning({ id: sessions.id }))
    if (gone.length === 0) throw new AppError('NOT_FOUND')
  }),

  changeEmail: open.account.changeEmail.handler(async ({ context, input }) => {
    const user = await context.user()
    await refuseInDemo(context.services.db, user.id)
    await checkPassword(context.services, user.id, input.password)
    const email = input.email.toLowerCase()
    try {
      await context.services.db.asSystem(async (tx) => {
        await tx
          .update(users)
          .set({ email, emailVerified: false, updatedAt: sql`now()` })
          .where(eq(users.id, user.id))
        // As with a new password: nobody stays signed in who came in under the old address.
        await endSessionsBut(tx, { userId: user.id, sessionId: user.sessionId })
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('EMAIL_TAKEN') : error
    }
    return { email }
  }),

  deleteAccount: open.account.deleteAccount.handler(async ({ context, input }) => {
    const user = await context.user()
    await refuseInDemo(context.services.db, user.id)
    await checkPassword(context.services, user.id, input.password)
    await deleteAccount(context.services, user.id, input.drive)
  }),

  endDemo: open.account.endDemo.handler(async ({ context, input }) => {
    const user = await context.user()
    await refuseInSharedDemo(context.services.db, user.id)
    if (!user.demo) throw new AppError('NOT_FOUND')
    await deleteAccount(context.services, user.id, input.drive)
  }),
}
