import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { SignUp } from '@ninesixteen/shared/api/account'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { invitations } from '../db/schema-operator.ts'
import { instance, users } from '../db/schema.ts'
import type { Secrets } from '../config/secret-key.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { openInvitationToken } from './invitation-token.ts'
import { isOperatorAddress, isOperatorRow } from './operators.ts'

export interface GateParts {
  config: Pick<Config, 'operators'> & Secrets
  db: Db
  settings: Pick<InstanceSettings, 'now'>
}

export interface SignUpCandidate {
  email: string
  /** As the link has it. */
  invitation: string | null
}

/** Throws unless an account with this email may be made now. That there is one already is not looked at. */
export async function admitSignUp(parts: GateParts, { email, invitation }: SignUpCandidate): Promise<void> {
  const { signUp } = parts.settings.now()
  if (signUp === 'open' || (await isForOperator(parts, email))) return
  if (signUp === 'closed') throw new AppError('SIGN_UP_CLOSED')
  if (invitation === null || invitation === '') throw new AppError('SIGN_UP_INVITED')
  const invited = await invitedBy(parts, invitation)
  if (invited === null) throw new AppError('INVITATION_GONE')
  if (invited !== email.trim().toLowerCase()) throw new AppError('INVITATION_OTHER')
}

/** Whom an invitation is for; null for one that is not good, or not any more. */
export async function invitedBy({ config, db }: Pick<GateParts, 'config' | 'db'>, invitation: string): Promise<string | null> {
  const id = openInvitationToken(config, invitation)
  if (id === null) return null
  const isGood = and(
    eq(invitations.id, id),
    isNull(invitations.usedAt),
    isNull(invitations.revokedAt),
    gt(invitations.expiresAt, sql`now()`),
  )
  const [found] = await db.asSystem((tx) => tx.select({ email: invitations.email }).from(invitations).where(isGood))
  return found?.email ?? null
}

/** What a page says to whoever has no account: an instance that waits for its operator lets that one in. */
export async function signUpShown({ config, db, settings }: GateParts): Promise<SignUp> {
  const { signUp } = settings.now()
  if (signUp === 'open' || MANNED.has(db)) return signUp
  const { operators } = config
  const isWaiting = await db.asSystem(async (tx) => {
    if (operators === 'first') return isFresh(tx)
    return operators.length > 0 && (await tx.$count(users, isOperatorRow(operators, users))) === 0
  })
  if (isWaiting) return 'open'
  MANNED.add(db)
  return signUp
}

/** Instances known to have their operator: every page is written with what it says of sign-up, and most need not ask for it. */
const MANNED = new WeakSet<Db>()

/** Somebody has to be the first to get in. */
async function isForOperator({ config, db }: GateParts, email: string): Promise<boolean> {
  const { operators } = config
  if (operators === 'first') return db.asSystem(isFresh)
  const address = email.trim().toLowerCase()
  // Once there is an account, nobody learns by trying that the address has one.
  return (
    isOperatorAddress(operators, address) && (await db.asSystem((tx) => tx.$count(users, sql`lower(${users.email}) = ${address}`))) === 0
  )
}

async function isFresh(tx: Tx): Promise<boolean> {
  const [row] = await tx.select({ isFresh: instance.isFresh }).from(instance)
  return row?.isFresh === true
}
