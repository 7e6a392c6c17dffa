import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { AccountAccess } from '../platforms/account.ts'
import type { Platforms } from '../platforms/platform.ts'
import type { Db, Tx } from '../db/db.ts'
import { platformAnswers, socialAccounts } from '../db/schema-connections.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import { presentAccount, readAccounts, saveAccount, tokenOwner, type AccountRow, type NewAccount } from './account-rows.ts'
import type { Clients } from './clients.ts'
import { withTimeout } from '../promises.ts'
import { openAccess } from './tokens.ts'

/** How long a user waits while drafts are removed and a token is revoked, in milliseconds. */
export const REVOKE_TIMEOUT_MS = 5_000

/** Connected accounts. */
export interface Accounts {
  list(userId: string): Promise<ConnectedAccount[]>
  save(userId: string, account: Omit<NewAccount, 'shownExpirySeconds'>): Promise<ConnectedAccount>
  /** Deletes an account and revokes its token if the platform supports that. */
  disconnect(userId: string, id: string): Promise<void>
  /** Stops the posts in progress of all accounts. Returns how to remove what they left on platforms, which never throws. */
  withdrawPosts(tx: Tx, userId: string): Promise<() => Promise<void>>
}

type Discard = (access: AccountAccess) => Promise<void>

/** Pauses an account's posts while it is disconnected, and resumes them afterwards. */
export interface WaitingPosts {
  /** Returns how to remove what open attempts left on the platform, while the token is valid. */
  hold(tx: Tx, account: AccountRow): Promise<Discard>
  /** Only stops posts in progress, as `hold` does. */
  withdraw(tx: Tx, account: AccountRow): Promise<Discard>
  resume(tx: Tx, account: AccountRow): Promise<void>
}

export interface AccountsParts {
  db: Db
  sealer: SecretBox
  platforms: Platforms
  clients: Clients
  log: Logger
  waitingPosts: WaitingPosts
  /** Copies a remote image to the user's files. */
  importPhoto(userId: string, url: string): Promise<{ filePath: string }>
}

export function createAccounts({ db, sealer, platforms, clients, log, waitingPosts, importPhoto }: AccountsParts): Accounts {
  /** Stores a copy, because the platform's URL expires within hours. Without an avatar, an account shows its initial. */
  async function storeAvatar(row: AccountRow, url: string | null): Promise<AccountRow> {
    if (url === null) return row
    try {
      const { filePath } = await importPhoto(row.userId, url)
      await db.asUser(row.userId, (tx) => tx.update(socialAccounts).set({ avatarUrl: filePath }).where(rowOf(row.userId, row.id)))
      return { ...row, avatarUrl: filePath }
    } catch (error) {
      log.warn({ platform: row.platform, account: row.id, err: error }, 'The picture of an account was not kept')
      return row
    }
  }

  /** The account is already deleted here, so a failure is only logged. */
  async function attempted(row: AccountRow, what: string, work: Promise<void>): Promise<void> {
    try {
      await work
    } catch (error) {
      const facts = error instanceof PlatformError ? { fault: error.fault, code: error.code } : { err: error }
      log.warn({ platform: row.platform, ...facts }, `${what} at a platform failed for a disconnected account`)
    }
  }

  const discardDrafts = (row: AccountRow, discard: Discard) => attempted(row, 'Removal of drafts', discardWith(row, discard))

  /** Removes drafts before the token ends. */
  async function end(row: AccountRow, discard: Discard): Promise<void> {
    await discardDrafts(row, discard)
    await attempted(row, 'Token revocation', endGrant(row))
  }

  async function discardWith(row: AccountRow, discard: Discard): Promise<void> {
    const access = row.state === 'reconnect' ? null : await openAccess({ sealer, clients }, row)
    if (access) await discard(access)
  }

  async function endGrant(row: AccountRow): Promise<void> {
    const id = row.platform as PlatformId
    const { accounts } = platforms[id]
    const access = sealer.open(row.accessToken, tokenOwner(row, 'access_token'))
    const client = await clients.withKey(id, row.userId, row.clientKey)
    if (!accounts.revoke || access === null || !client || row.state === 'reconnect') return
    const refresh = row.refreshToken === null ? null : sealer.open(row.refreshToken, tokenOwner(row, 'refresh_token'))
    try {
      await accounts.revoke(client, access)
    } catch (error) {
      const isSpent = error instanceof PlatformError && (error.fault === 'account' || error.fault === 'refused')
      if (!isSpent || !accounts.refresh || refresh === null) throw error
      // Only a valid access token revokes the grant, and it expires after a day, so most accounts need a refresh first.
      await accounts.revoke(client, (await accounts.refresh(client, refresh)).access)
    }
  }

  return {
    list: (userId) => db.asUser(userId, async (tx) => (await readAccounts(tx, userId)).map(presentAccount)),
    async save(userId, account) {
      const { shownExpirySeconds } = platforms[account.platform]
      try {
        const row = await db.asUser(userId, async (tx) => {
          const saved = await saveAccount(tx, sealer, { userId, account: { ...account, shownExpirySeconds } })
          await waitingPosts.resume(tx, saved)
          return saved
        })
        return presentAccount(await storeAvatar(row, account.identity.avatarUrl))
      } catch (error) {
        throw error instanceof AppError ? error : new AppError('ACCOUNT_NOT_SAVED', {}, { cause: error })
      }
    },
    async disconnect(userId, id) {
      const { row, discard } = await db.asUser(userId, async (tx) => {
        const [deleted] = await tx.delete(socialAccounts).where(rowOf(userId, id)).returning()
        if (!deleted) throw new AppError('NOT_FOUND')
        const held = await waitingPosts.hold(tx, deleted)
        // Cached photos go with the account.
        await tx.delete(platformAnswers).where(and(eq(platformAnswers.userId, userId), eq(platformAnswers.platform, deleted.platform)))
        return { row: deleted, discard: held }
      })
      await withTimeout(end(row, discard), REVOKE_TIMEOUT_MS, () => undefined)
    },
    async withdrawPosts(tx, userId) {
      const rows = await tx.select().from(socialAccounts).where(eq(socialAccounts.userId, userId))
      const discards: [AccountRow, Discard][] = []
      for (const row of rows) discards.push([row, await waitingPosts.withdraw(tx, row)])
      return async () => void (await Promise.all(discards.map((of) => discardDrafts(...of))))
    },
  }
}

function rowOf(userId: string, id: string) {
  return and(eq(socialAccounts.userId, userId), eq(socialAccounts.id, id))
}
