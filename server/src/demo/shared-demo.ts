import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts, demos, sessions, userCredentials, users } from '../db/schema.ts'
import type { Auth } from '../auth/auth.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from 'pino'

/** The one account that all visitors had before each got a demo of their own, and the password that was on the page. */
const SHARED = { email: 'demo@ninesixteen.example', password: 'nine-sixteen-demo' }

/**
 * An instance from before has the shared account still. Its password opens nothing any more, visitors' keys and addresses in it are
 * forgotten, and whoever has a session keeps it for a day, to take their work along: then it ends as every demo does.
 */
export async function retireSharedDemo({ auth, db, log }: { auth: Auth; db: Db; log: Logger }): Promise<void> {
  const [found] = await db.asSystem((tx) =>
    tx
      .select({ userId: users.id, hash: accounts.password })
      .from(users)
      .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
      .leftJoin(demos, eq(demos.userId, users.id))
      .where(and(eq(users.email, SHARED.email), isNull(demos.userId))),
  )
  if (!found) return
  const { password } = await auth.$context
  // With another password it is somebody's own account. Without one it was shut, because real keys had been set.
  if (found.hash !== null && !(await password.verify({ hash: found.hash, password: SHARED.password }))) return
  const { userId } = found
  await db.asSystem(async (tx) => {
    await tx.update(accounts).set({ password: null }).where(eq(accounts.userId, userId))
    await tx.update(sessions).set({ ipAddress: null, userAgent: null }).where(eq(sessions.userId, userId))
    await tx.delete(userCredentials).where(eq(userCredentials.userId, userId))
    await tx
      .insert(demos)
      .values({ userId, endsAt: sql`now() + interval '1 day'`, isShared: true })
      .onConflictDoNothing()
  })
  log.info('The demo account that all visitors shared is shut, and is deleted in a day: each visitor gets a demo of their own')
}
