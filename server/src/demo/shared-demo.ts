import { and, eq, isNull, sql } from 'drizzle-orm'
import { accounts, sessions, users } from '../db/schema-accounts.ts'
import { userCredentials } from '../db/schema-connections.ts'
import { demos } from '../db/schema-demos.ts'
import type { Auth } from '../auth/auth.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from 'pino'

/** The single demo account of early versions, with its published password. */
const SHARED = { email: 'demo@ninesixteen.example', password: 'nine-sixteen-demo' }

/**
 * Retires the shared account of an older instance: invalidates the password, deletes visitors' keys and addresses, and lets open sessions
 * continue for a day, so that visitors can keep their work; then it ends like every demo.
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
  // With another password it became a user's own account. Without one it was shut down, because real keys had been set.
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
  log.info('Shared demo account closed, to be deleted in a day: each visitor now gets their own demo')
}
