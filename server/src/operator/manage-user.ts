import { eq, sql } from 'drizzle-orm'
import type { OperatorAction, ListedUser } from '@ninesixteen/shared/api/operator'
import { AppError } from '@ninesixteen/shared/errors'
import { deleteAccount, type AccountDeletion } from '../account/delete-account.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { accountOf, grantPlan } from '../billing/grant-plan.ts'
import { assignPayer } from '../billing/unassigned-payments.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../db/schema-accounts.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { logAction } from './operator-log.ts'
import { isOperator, operatorIds } from '../auth/operators.ts'
import { readUser } from './users.ts'
import type { Config } from '../config/config.ts'

/** Everything needed to manage users, which includes deleting accounts. */
export type UserManagement = AccountDeletion & { config: Config; settings: InstanceSettings }

/** Serializes account operations, so that two operators can't lock each other out at once. An arbitrary advisory lock number. */
const OPERATIONS_LOCK = 916_012

/** Ids of operator and user. */
export interface UserOperation {
  actor: string
  target: string
}

/** Locks a user: ends their sessions, blocks sign-in, and stops their posts. Their content stays. */
export function lock(services: UserManagement, operation: UserOperation): Promise<ListedUser> {
  return operate(services, { ...operation, action: 'lock' }, async (tx) => {
    requireAnother(operation)
    await tx
      .update(users)
      .set({ lockedAt: sql`coalesce(${users.lockedAt}, now())` })
      .where(eq(users.id, operation.target))
    await endSessions(tx, operation.target)
  })
}

export function unlock(services: UserManagement, operation: UserOperation): Promise<ListedUser> {
  return operate(services, { ...operation, action: 'unlock' }, async (tx) => {
    await tx.update(users).set({ lockedAt: null }).where(eq(users.id, operation.target))
    // Posts that became due meanwhile go out now, or are marked as missed.
    await tx.execute(sql`select pg_notify('posts_due', '')`)
  })
}

export function endAllSessions(services: UserManagement, operation: UserOperation): Promise<ListedUser> {
  return operate(services, { ...operation, action: 'end-sessions' }, (tx) => endSessions(tx, operation.target))
}

/** Grants the plan without payment, or revokes the grant; a paid plan stays. */
export function setPlanGrant(
  services: UserManagement,
  { isGranted, ...operation }: UserOperation & { isGranted: boolean },
): Promise<ListedUser> {
  return operate(services, { ...operation, action: isGranted ? 'grant-plan' : 'revoke-plan' }, async (tx) => {
    await grantPlan(tx, operation.target, isGranted)
  })
}

/** Assigns an unmatched payment to a user. */
export async function assignPayment(
  services: UserManagement,
  request: { actor: string; customerId: string; email: string },
): Promise<void> {
  const { actor, customerId, email } = request
  await services.db.asSystem(async (tx) => {
    await beginAsOperator(tx, services, actor)
    const target = await accountOf(tx, email)
    if (target === null) throw new AppError('EMAIL_UNKNOWN')
    if (!(await assignPayer(tx, customerId, target))) throw new AppError('PAYMENT_ASSIGNED')
    await logAction(tx, { actor, target, action: 'assign-payment', detail: { customer: customerId } })
  })
}

/** Deletes the account as its user could: rows, files, jobs, and tokens at the platforms. */
export async function deleteUser(services: UserManagement, { email, ...operation }: UserOperation & { email: string }): Promise<void> {
  await services.db.asSystem(async (tx) => {
    requireAnother(operation)
    await beginAsOperator(tx, services, operation.actor)
    const actualEmail = await emailOf(tx, operation.target)
    if (actualEmail.toLowerCase() !== email.trim().toLowerCase()) throw new AppError('EMAIL_NOT_TYPED')
    // The next account with that address would become an operator's.
    if (await isOperator(tx, services.config.operators, operation.target)) throw new AppError('OPERATOR_OTHER')
    await logAction(tx, { ...operation, action: 'delete' })
  })
  await deleteAccount(services, operation.target)
}

async function operate(
  services: UserManagement,
  { action, ...operation }: UserOperation & { action: OperatorAction },
  work: (tx: Tx) => Promise<void>,
): Promise<ListedUser> {
  await services.db.asSystem(async (tx) => {
    await beginAsOperator(tx, services, operation.actor)
    await emailOf(tx, operation.target)
    await work(tx)
    await logAction(tx, { ...operation, action })
  })
  return readUser(services, operation.target)
}

/** Checks that the caller still is an operator: another one may have just locked them. */
async function beginAsOperator(tx: Tx, { config }: { config: Config }, actor: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${OPERATIONS_LOCK})`)
  if (!(await operatorIds(tx, config.operators)).includes(actor)) throw new AppError('NOT_FOUND')
}

/** Operators can't act on themselves, so that the last one can't lock themselves out. */
function requireAnother({ actor, target }: UserOperation): void {
  if (actor === target) throw new AppError('OPERATOR_SELF')
}

async function emailOf(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
  if (!row) throw new AppError('NOT_FOUND')
  return row.email
}
