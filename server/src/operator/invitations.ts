import { and, desc, eq, isNull, sql, lt } from 'drizzle-orm'
import { INVITATION_DAYS } from '@ninesixteen/shared/api/limits'
import type { Invitation } from '@ninesixteen/shared/api/operator'
import { AppError } from '@ninesixteen/shared/errors'
import type { Tx, Db } from '../db/db.ts'
import { mails } from '../db/schema-notifications.ts'
import { invitations } from '../db/schema-operator.ts'
import { users } from '../db/schema-accounts.ts'
import { enqueueMail } from '../mail/mails.ts'
import { invitationMail } from './invitation-mail.ts'
import { invitationPath } from '../auth/invitation-token.ts'
import { logAction } from './operator-log.ts'
import { readAsOperator } from './operator-reads.ts'
import type { Config } from '../config/config.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { defineCron } from '../jobs/job.ts'

/** Maximum number shown. */
const ROWS_MAX = 200

type Parts = { config: Config; db: Db; jobs: Jobs }
type Row = typeof invitations.$inferSelect

const isWaiting = and(isNull(invitations.usedAt), isNull(invitations.revokedAt), sql`${invitations.expiresAt} > now()`)

export async function listInvitations({ config, db }: Parts): Promise<Invitation[]> {
  const rows = await readAsOperator(db, (tx) => readInvitations(tx))
  return rows.map((row) => present(config, row))
}

/** Invites an address. Replaces a pending invitation and restarts its validity. */
export async function invite(parts: Parts, actor: string, email: string): Promise<Invitation> {
  const { config, db, jobs } = parts
  return db.asSystem(async (tx) => {
    if ((await tx.$count(users, sql`lower(${users.email}) = ${email}`)) > 0) throw new AppError('PERSON_HAS_ACCOUNT')
    await tx
      .update(invitations)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(invitations.email, email), isWaiting))
    const expiresAt = sql`now() + make_interval(days => ${INVITATION_DAYS})`
    const [created] = await tx.insert(invitations).values({ email, expiresAt }).returning({ id: invitations.id })
    if (!created) throw new Error('Invitation not stored')
    await logAction(tx, { actor, action: 'invite', target: created.id })
    // The mail belongs to the operator, because the address has no account.
    const mailId = await enqueueMail({ jobs, tx, userId: actor, mail: invitationMail, data: { invitationId: created.id }, to: email })
    await tx.update(invitations).set({ mailId }).where(eq(invitations.id, created.id))
    const [row] = await readInvitations(tx, created.id)
    if (!row) throw new Error('Invitation not found')
    return present(config, row)
  })
}

export async function revokeInvitation({ db }: Parts, actor: string, id: string): Promise<void> {
  await db.asSystem(async (tx) => {
    const deleted = await tx
      .update(invitations)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(invitations.id, id), isWaiting))
      .returning({ id: invitations.id })
    if (deleted.length === 0) throw new AppError('NOT_FOUND')
    await logAction(tx, { actor, action: 'revoke-invitation', target: id })
  })
}

interface InvitationRow {
  row: Row
  isWaiting: boolean
  mail: (typeof mails.$inferSelect)['state'] | null
}

/** One invitation, or all: pending ones first, then newest first. */
function readInvitations(tx: Tx, id?: string): Promise<InvitationRow[]> {
  const waiting = sql<boolean>`(${isWaiting})`
  return tx
    .select({ row: invitations, isWaiting: waiting, mail: mails.state })
    .from(invitations)
    .leftJoin(mails, eq(mails.id, invitations.mailId))
    .where(id === undefined ? undefined : eq(invitations.id, id))
    .orderBy(desc(waiting), desc(invitations.createdAt), desc(invitations.id))
    .limit(ROWS_MAX)
}

function present(config: Parts['config'], { row, isWaiting: isGood, mail }: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    state: isGood ? 'waiting' : stateOf(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    link: isGood ? config.publicUrl + invitationPath(config.secretKey, row.id) : null,
    // Without a mail server the mail is a file, and the operator has to pass the link on.
    mail: mail && config.mail.smtpUrl !== null ? MAIL_STATES[mail] : null,
  }
}

function stateOf({ usedAt, revokedAt }: Row): Invitation['state'] {
  if (usedAt) return 'used'
  return revokedAt ? 'revoked' : 'expired'
}

const MAIL_STATES = {
  waiting: 'waiting',
  sending: 'waiting',
  sent: 'sent',
  refused: 'refused',
  dropped: 'refused',
  unsure: 'unknown',
} as const satisfies Record<(typeof mails.$inferSelect)['state'], Invitation['mail']>

export const deleteOldInvitationsJob = defineCron('tidy-invitations', '57 3 * * *')

/** Deletes unused invitations, and the addresses in them, a month after they expired. */
export async function deleteOldInvitations({ db }: { db: Db }): Promise<void> {
  const isExpired = lt(invitations.expiresAt, sql`now() - interval '30 days'`)
  await db.asSystem((tx) => tx.delete(invitations).where(and(isNull(invitations.usedAt), isExpired)))
}
