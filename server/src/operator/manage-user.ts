import { eq, sql } from 'drizzle-orm'
import type { OperatorAction, ListedUser } from '@ninesixteen/shared/api/operator'
import { AppError } from '@ninesixteen/shared/errors'
import { deleteAccount } from '../account/delete-account.ts'
import { endSessions } from '../auth/end-sessions.ts'
import { accountOf, grantPlan } from '../billing/grant-plan.ts'
import { assignPayer } from '../billing/unassigned-payments.ts'
import type { Tx } from '../db/db.ts'
import { users } from '../db/schema.ts'
import type { AccountDeletion } from '../account/delete-account.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { logAction } from './operator-log.ts'
import { isOperator, operatorIds } from '../auth/operators.ts'
import { readUser } from './users.ts'
import type { Config } from '../config/config.ts'

/** What managing users needs: all that deletes an account, and who the operators are. */
export type UserManagement = AccountDeletion & { config: Config; settings: InstanceSettings }

/** Deeds on accounts go one after the other, so that two operators cannot shut each other out at once. Any number of our own. */
const DEEDS_LOCK = 916_012

/** Who does it, and to whom: ids. */
export interface Operation {
  actor: string
  target: string
}

/** Keeps a person out: their sessions end with this, no way in gives another, and nothing of theirs is posted. What they made stays. */
export function lock(services: UserManagement, between: Operation): Promise<ListedUser> {
  return act(services, { ...between, action: 'lock' }, async (tx) => {
    requireAnother(between)
    await tx
      .update(users)
      .set({ lockedAt: sql`coalesce(${users.lockedAt}, now())` })
      .where(eq(users.id, between.target))
    await endSessions(tx, between.target)
  })
}

export function unlock(services: UserManagement, between: Operation): Promise<ListedUser> {
  return act(services, { ...between, action: 'unlock' }, async (tx) => {
    await tx.update(users).set({ lockedAt: null }).where(eq(users.id, between.target))
    // What became due meanwhile goes out at once, or is said to have been missed.
    await tx.execute(sql`select pg_notify('posts_due', '')`)
  })
}

export function endAllSessions(services: UserManagement, between: Operation): Promise<ListedUser> {
  return act(services, { ...between, action: 'end-sessions' }, (tx) => endSessions(tx, between.target))
}

/** Gives the plan without payment, or takes back what was given; what is paid for stays. */
export function givePlan(services: UserManagement, { isGranted, ...between }: Operation & { isGranted: boolean }): Promise<ListedUser> {
  return act(services, { ...between, action: isGranted ? 'grant-plan' : 'revoke-plan' }, async (tx) => {
    await grantPlan(tx, between.target, isGranted)
  })
}

/** Says whose a payment is of which nobody knew it. */
export async function assignPayment(services: UserManagement, wish: { actor: string; customerId: string; email: string }): Promise<void> {
  const { actor, customerId, email } = wish
  await services.db.asSystem(async (tx) => {
    await begin(tx, services, actor)
    const target = await accountOf(tx, email)
    if (target === null) throw new AppError('EMAIL_UNKNOWN')
    if (!(await assignPayer(tx, customerId, target))) throw new AppError('PAYMENT_ASSIGNED')
    await logAction(tx, { actor, target, action: 'assign-payment', detail: { customer: customerId } })
  })
}

/** As the person's own deletion: files, jobs, and their tokens at the platforms. */
export async function deleteUser(services: UserManagement, { email, ...between }: Operation & { email: string }): Promise<void> {
  await services.db.asSystem(async (tx) => {
    requireAnother(between)
    await begin(tx, services, between.actor)
    const known = await emailOf(tx, between.target)
    if (known.toLowerCase() !== email.trim().toLowerCase()) throw new AppError('EMAIL_NOT_TYPED')
    // Whoever made an account with the address afterwards would be an operator.
    if (await isOperator(tx, services.config.operators, between.target)) throw new AppError('OPERATOR_OTHER')
    await logAction(tx, { ...between, action: 'delete' })
  })
  await deleteAccount(services, between.target)
}

async function act(
  services: UserManagement,
  { action, ...between }: Operation & { action: OperatorAction },
  work: (tx: Tx) => Promise<void>,
): Promise<ListedUser> {
  await services.db.asSystem(async (tx) => {
    await begin(tx, services, between.actor)
    await emailOf(tx, between.target)
    await work(tx)
    await logAction(tx, { ...between, action })
  })
  return readUser(services, between.target)
}

/** Whoever acts is an operator still, also when another one locked them a moment ago. */
async function begin(tx: Tx, { config }: { config: Config }, actor: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${DEEDS_LOCK})`)
  if (!(await operatorIds(tx, config.operators)).includes(actor)) throw new AppError('NOT_FOUND')
}

/** With this nobody shuts out the last operator: whoever acts is one, and stays one. */
function requireAnother({ actor, target }: Operation): void {
  if (actor === target) throw new AppError('OPERATOR_SELF')
}

async function emailOf(tx: Tx, userId: string): Promise<string> {
  const [row] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId)).for('update')
  if (!row) throw new AppError('NOT_FOUND')
  return row.email
}
