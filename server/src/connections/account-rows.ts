import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Tx } from '../db/db.ts'
import { accountLocks } from '../db/schema-publishing.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { lockFor } from '../db/lock-for.ts'
import type { AccountIdentity, AccountTokens } from '../platforms/account.ts'
import type { SecretOwner, SecretBox } from '../secrets/sealed.ts'

export type AccountRow = typeof socialAccounts.$inferSelect

/** An account's unique key: user, platform and the platform's id. */
export interface AccountKey {
  userId: string
  platform: string
  accountId: string
}

export interface NewAccount {
  platform: PlatformId
  identity: AccountIdentity
  tokens: AccountTokens
  clientKey: string
  /** Shown if the platform reports no expiry. */
  shownExpirySeconds: number | null
}

/** Binds an encrypted token to its row and column. */
export function tokenOwner({ userId, platform, accountId }: AccountKey, column: 'access_token' | 'refresh_token'): SecretOwner {
  return { userId, purpose: JSON.stringify(['social_accounts', platform, accountId, column]) }
}

/** The columns of an account's tokens. */
export function tokenColumns(
  sealer: SecretBox,
  key: AccountKey,
  { tokens, shownExpirySeconds }: Pick<NewAccount, 'tokens' | 'shownExpirySeconds'>,
) {
  const seconds = tokens.expiresInSeconds ?? shownExpirySeconds
  return {
    accessToken: sealer.seal(tokens.access, tokenOwner(key, 'access_token')),
    refreshToken: tokens.refresh === null ? null : sealer.seal(tokens.refresh, tokenOwner(key, 'refresh_token')),
    // By the database's clock, which it is compared with.
    expiresAt: seconds === null ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    scopes: tokens.scopes,
    state: 'active' as const,
    authorizedAt: sql<Date>`clock_timestamp()`,
    updatedAt: sql<Date>`now()`,
  }
}

/**
 * Saves an account for a user, or updates it if they already connected it. Another user's connection of the same account is a separate row.
 */
export async function saveAccount(
  tx: Tx,
  sealer: SecretBox,
  { userId, account }: { userId: string; account: NewAccount },
): Promise<AccountRow> {
  const { platform, identity } = account
  const { accountId, username, displayName } = identity
  // Serialised, so that two concurrent callbacks can't exceed the limit.
  await lockFor(tx, `social_accounts ${platform} ${userId}`)
  const others = await tx
    .select({ id: socialAccounts.id, state: socialAccounts.state })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.platform, platform), ne(socialAccounts.accountId, accountId)))
  const { accountsMax } = PLATFORMS[platform]
  if (others.filter((row) => row.state === 'active').length >= accountsMax) throw new AppError('ACCOUNTS_MAX', { limit: accountsMax })
  // New accounts may replace those that need reconnecting.
  const dead = others.filter((row) => row.state === 'reconnect')
  for (const { id } of dead.slice(0, Math.max(0, others.length + 1 - accountsMax)))
    await tx.delete(socialAccounts).where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.id, id)))
  const columns = { username, displayName, clientKey: account.clientKey, ...tokenColumns(sealer, { userId, platform, accountId }, account) }
  const [row] = await tx
    .insert(socialAccounts)
    .values({ userId, platform, accountId, ...columns })
    .onConflictDoUpdate({ target: [socialAccounts.userId, socialAccounts.platform, socialAccounts.accountId], set: columns })
    .returning()
  if (!row) throw new AppError('ACCOUNT_NOT_SAVED')
  await tx
    .update(accountLocks)
    .set({ heldSince: null })
    .where(and(eq(accountLocks.userId, userId), eq(accountLocks.platform, platform), eq(accountLocks.accountId, accountId)))
  return row
}

export async function readAccounts(tx: Tx, userId: string): Promise<AccountRow[]> {
  return tx
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id))
}

/** An account as the page sees it, without its tokens. */
export function presentAccount(row: AccountRow): ConnectedAccount {
  const { id, accountId, username, avatarUrl: avatarPath, state, scopes, createdAt } = row
  return {
    id,
    platform: row.platform as PlatformId,
    accountId,
    username,
    displayName: row.displayName ?? username,
    avatarPath,
    state,
    scopes,
    connectedAt: createdAt.toISOString(),
  }
}
