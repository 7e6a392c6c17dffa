import { eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Operators } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import { instance } from '../db/schema-store.ts'

/** An SQL condition that a user, by id and email, is an operator. Operators have Pro. */
export function isOperatorRow(operators: Operators, { id, email }: { id: SQLWrapper; email: SQLWrapper }): SQL<boolean> {
  if (operators === 'first') return sql<boolean>`coalesce(${id} = (select ${instance.firstAccount} from ${instance}), false)`
  return sql<boolean>`(lower(${email}) = any(${sql.param(operators)}::text[]))`
}

/** Whether the settings name this lower-case address as an operator's. */
export function isOperatorAddress(operators: Operators, email: string): boolean {
  return operators !== 'first' && operators.includes(email)
}

/** Ids of operators who can sign in. */
export async function operatorIds(tx: Tx, operators: Operators): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(sql`${isOperatorRow(operators, users)} and ${users.lockedAt} is null`)
  return rows.map(({ id }) => id)
}

export async function isOperator(tx: Tx, operators: Operators, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ is: isOperatorRow(operators, users) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.is === true
}

/**
 * Marks an instance with operators in its settings as not fresh: otherwise, removing the setting later would make the next new account an
 * operator's.
 */
export async function markInstanceUsed(db: Db, operators: Operators): Promise<void> {
  if (operators === 'first') return
  await db.asSystem((tx) => tx.update(instance).set({ isFresh: false }).where(eq(instance.isFresh, true)))
}
