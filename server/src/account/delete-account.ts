import { eq, inArray, lt, and, notExists, sql, or, lte } from 'drizzle-orm'
import type { Logger } from 'pino'
import { deleteSignInAttempts } from '../auth/sign-in-attempts.ts'
import { deleteCustomer } from '../billing/delete-customer.ts'
import { isSerializationFailure } from '../db/database-error.ts'
import type { Db, Tx } from '../db/db.ts'
import { renderQueue } from '../db/schema-render-queue.ts'
import { invitations } from '../db/schema-operator.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { accounts, users, emailChanges } from '../db/schema-accounts.ts'
import { files, mediaItems } from '../db/schema-photos.ts'
import { projects } from '../db/schema-projects.ts'
import { createDriveConnection, type Google } from '../connections/google-drive.ts'
import { REVOKE_TIMEOUT_MS } from '../connections/accounts.ts'
import { withTimeout } from '../promises.ts'
import type { OauthAttempts } from '../connections/oauth-attempts.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import { deleteCover } from '../photos/project-covers.ts'
import { deleteJobsOfMissingUsers, deleteJobsOfUser } from '../jobs/jobs-database.ts'
import { abandonFiles, removeFoldersOfDeletedUsers, removeOrphans } from '../storage/sweep/orphaned-files.ts'
import { keysOf } from '../storage/renditions.ts'
import type { Config } from '../config/config.ts'
import type { Connections } from '../connections/connections.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mailer } from '../mail/mailer.ts'
import { mails } from '../db/schema-notifications.ts'
import { defineCron } from '../jobs/job.ts'

/** Encrypted, as stored in the browser. */
export interface StoredDriveTokens {
  accessToken?: string | null | undefined
  refreshToken?: string | null | undefined
}

interface RowDeletion {
  config: Pick<Config, 'dataDir'>
  db: Db
  store: FileStore
  connections: Connections
  mailer: Mailer
  log: Logger
}

export interface AccountDeletion extends RowDeletion {
  jobs: Jobs
  google: Google | null
  oauthAttempts: OauthAttempts
  sealer: SecretBox
}

/**
 * Sign-up creates account and credentials in one transaction; an account without credentials for this long was being deleted when the
 * process ended.
 */
const UNFINISHED_MS = 60 * 60 * 1000
/** The user has no access any more, so that conflicts are rare. */
const ATTEMPTS_MAX = 5

/**
 * Deletes a user with all data, most important first: ends sign-in, publishing and billing, then revokes tokens at the platforms, then
 * deletes rows, and finally files. After a crash, `finishDeletions` and the file sweep complete it.
 */
export async function deleteAccount(services: AccountDeletion, userId: string, drive: StoredDriveTokens = {}): Promise<void> {
  const discardDrafts = await closeAccess(services, userId)
  await withTimeout(discardDrafts(), REVOKE_TIMEOUT_MS, () => undefined)
  await Promise.all([forgetDrive(services, userId, drive), finishDeletion(services, userId)])
}

/** Only the browser stores Google's tokens, and sends them with the request to delete. */
async function forgetDrive(
  { google, oauthAttempts, sealer, log }: AccountDeletion,
  userId: string,
  drive: StoredDriveTokens,
): Promise<void> {
  if (!google) return
  const { accessToken = null, refreshToken = null } = drive
  const ended = createDriveConnection({ google, oauthAttempts, sealer })
    .disconnect(userId, { access: accessToken, refresh: refreshToken })
    .catch((error: unknown) => log.warn({ err: error }, 'Token revocation at Google failed for a deleted account'))
  await withTimeout(ended, REVOKE_TIMEOUT_MS, () => undefined)
}

/** Completes interrupted deletions; returns their number. */
export async function finishDeletions(parts: RowDeletion): Promise<number> {
  const { db } = parts
  const unfinished = await db.asSystem((tx) =>
    tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          lt(users.createdAt, sql`now() - ${`${UNFINISHED_MS} milliseconds`}::interval`),
          notExists(tx.select().from(accounts).where(eq(accounts.userId, users.id))),
        ),
      ),
  )
  for (const { id } of unfinished) await finishDeletion(parts, id)
  return unfinished.length
}

/** Returns how to remove what posts in progress left on platforms. */
async function closeAccess({ db, jobs, connections }: AccountDeletion, userId: string): Promise<() => Promise<void>> {
  return repeated(() =>
    db.asSystem(async (tx) => {
      const discardDrafts = await deletePendingPosts(tx, connections, userId)
      await deleteSignInAttempts(tx, userId)
      await deleteCustomer(jobs, tx, userId)
      return discardDrafts
    }),
  )
}

/** Posts in progress end with their attempt; none is started. Like workers, locks posts before all other rows, and in the order of their ids. */
async function deletePendingPosts(tx: Tx, { accounts: connected }: Connections, userId: string): Promise<() => Promise<void>> {
  const isPending = and(eq(scheduledPosts.userId, userId), eq(scheduledPosts.status, 'pending'))
  await tx.select({ id: scheduledPosts.id }).from(scheduledPosts).where(isPending).orderBy(scheduledPosts.id).for('update')
  const discardDrafts = await connected.withdrawPosts(tx, userId)
  await tx.delete(scheduledPosts).where(isPending)
  return discardDrafts
}

/** Repeats a transaction that a concurrent one got in the way of, such as that of a worker or of scheduling a post. */
async function repeated<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isSerializationFailure(error)) throw error
    }
  }
}

async function finishDeletion(parts: RowDeletion, userId: string): Promise<void> {
  const { db, store, config, mailer, log } = parts
  await forgetConnections(parts, userId)
  const deleted = await repeated(() => db.long.asSystem((tx) => deleteRows(tx, userId)))
  try {
    await removeOrphans({ db, store }, deleted.paths.flatMap(keysOf))
    await removeFoldersOfDeletedUsers({ db, store }, [userId])
    await Promise.all([...deleted.projects.map((id) => deleteCover(config.dataDir, id)), mailer.forget(deleted.mails)])
  } catch (error) {
    // They are recorded as abandoned: the sweep deletes them within the hour.
    log.warn({ err: error }, 'File deletion of a deleted account left to the sweep')
  }
}

interface DeletedRows {
  paths: string[]
  projects: string[]
  mails: Awaited<ReturnType<typeof deleteMails>>
}

async function deleteRows(tx: Tx, userId: string): Promise<DeletedRows> {
  const filePaths = tx.select({ path: files.path }).from(files).where(eq(files.userId, userId))
  const paths = await filePaths.union(tx.select({ path: renderQueue.path }).from(renderQueue).where(eq(renderQueue.userId, userId)))
  const deletedProjects = await tx.select({ id: projects.id }).from(projects).where(eq(projects.userId, userId))
  // Photos and posts restrict the deletion of their files, so they go first; the rest cascades with the user.
  await tx.delete(scheduledPosts).where(eq(scheduledPosts.userId, userId))
  await tx.delete(mediaItems).where(eq(mediaItems.userId, userId))
  await abandonFiles(
    tx,
    paths.map((row) => row.path),
  )
  await tx.delete(files).where(eq(files.userId, userId))
  await deleteInvitations(tx, userId)
  const deletedMails = await deleteMails(tx, userId)
  await tx.delete(users).where(eq(users.id, userId))
  await deleteJobsOfUser(tx, userId)
  return { paths: paths.map((row) => row.path), projects: deletedProjects.map((row) => row.id), mails: deletedMails }
}

/** Revokes tokens at all platforms; an unreachable one doesn't block the rest. */
async function forgetConnections({ connections, log }: RowDeletion, userId: string): Promise<void> {
  const connected = await connections.accounts.list(userId)
  const outcomes = await Promise.allSettled(connected.map(({ id }) => connections.accounts.disconnect(userId, id)))
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') log.warn({ err: outcome.reason }, 'Token revocation at a platform failed for a deleted account')
  }
}

/** Deletes invitations, which contain the user's address. */
async function deleteInvitations(tx: Tx, userId: string): Promise<void> {
  const addresses = tx
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(eq(users.id, userId))
  await tx.delete(invitations).where(inArray(invitations.email, addresses))
}

/** Deletes every mail of a user and every mail to their address by others; returns the ids, which name the files of mails. */
async function deleteMails(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  const addresses = own.map(({ email }) => email)
  const isTheirMail = or(eq(mails.userId, userId), inArray(mails.ownAddress, addresses), inArray(mails.address, addresses))
  const deleted = await tx.delete(mails).where(isTheirMail).returning({ id: mails.id })
  return deleted.map(({ id }) => id)
}

/** How long an account may stay unconfirmed, until its address is available again. */
const CONFIRMATION_WAIT = sql`interval '7 days'`

export const deleteUnconfirmedJob = defineCron('tidy-unconfirmed', '47 3 * * *')

/** Deletes accounts that were never confirmed, like any other, expired address changes, and jobs of users who are gone. */
export async function deleteUnconfirmed(services: AccountDeletion): Promise<void> {
  const { db } = services
  const waiting = and(eq(users.awaitsConfirmation, true), lt(users.createdAt, sql`now() - ${CONFIRMATION_WAIT}`))
  const deleted = await db.asSystem((tx) => tx.select({ id: users.id }).from(users).where(waiting))
  for (const { id } of deleted) await deleteAccount(services, id)
  await db.asSystem(async (tx) => {
    await tx.delete(emailChanges).where(lte(emailChanges.expiresAt, sql`now()`))
    await deleteJobsOfMissingUsers(tx)
  })
}
