import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { SignUp } from '@ninesixteen/shared/api/account'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { invitations } from '../db/schema-operator.ts'
import { users } from '../db/schema-accounts.ts'
import { instance } from '../db/schema-store.ts'
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
  /** Token of an invitation link. */
  invitation: string | null
}

/** Throws unless sign-up with this email is allowed now. Doesn't check for an existing account. */
export async function admitSignUp(parts: GateParts, { email, invitation }: SignUpCandidate): Promise<void> {
  const { signUp } = parts.settings.now()
  if (signUp === 'open' || (await isForOperator(parts, email))) return
  if (signUp === 'closed') throw new AppError('SIGN_UP_CLOSED')
  if (invitation === null || invitation === '') throw new AppError('SIGN_UP_INVITED')
  const invited = await invitedAddress(parts, invitation)
  if (invited === null) throw new AppError('INVITATION_GONE')
  if (invited !== email.trim().toLowerCase()) throw new AppError('INVITATION_OTHER')
}

/** The invited address; null for an invalid or expired invitation. */
export async function invitedAddress({ config, db }: Pick<GateParts, 'config' | 'db'>, invitation: string): Promise<string | null> {
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

/** Who may sign up, as shown on public pages: an instance without an operator admits that one. */
export async function publicSignUp({ config, db, settings }: GateParts): Promise<SignUp> {
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

/** Instances that have their operator, cached because every rendered page asks. */
const MANNED = new WeakSet<Db>()

/** The first account must be able to sign up. */
async function isForOperator({ config, db }: GateParts, email: string): Promise<boolean> {
  const { operators } = config
  if (operators === 'first') return db.asSystem(isFresh)
  const address = email.trim().toLowerCase()
  // Once any account exists, trying reveals nothing about addresses.
  return (
    isOperatorAddress(operators, address) && (await db.asSystem((tx) => tx.$count(users, sql`lower(${users.email}) = ${address}`))) === 0
  )
}

async function isFresh(tx: Tx): Promise<boolean> {
  const [row] = await tx.select({ isFresh: instance.isFresh }).from(instance)
  return row?.isFresh === true
}
