import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Platforms } from '../platforms/platform.ts'
import type { Db, Tx } from '../db/db.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import type { AccountAccess, AccountRef, AccountTokens, Tokens } from '../platforms/account.ts'
import { PlatformError } from '../providers/platform-error.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import { tokenColumns, tokenOwner, type AccountRow } from './account-rows.ts'
import type { Clients } from './clients.ts'
import { platformAppError } from './failure.ts'
import { addReconnectWebhook } from './webhook-events.ts'

/** Refresh tokens that expire within this time, in seconds: a post may take minutes. */
export const RENEW_BEFORE_SECONDS = 300
/** Concurrent refreshes: each holds a database connection while it waits for the platform. */
const RENEWALS = { places: 3, maxQueuedPerUser: 100, maxQueued: 1000 }

export interface TokensParts {
  db: Db
  sealer: SecretBox
  platforms: Platforms
  clients: Clients
  log: Logger
}

type Outcome = { access: AccountAccess } | { dead: AccountRow }

/** The outcome of an early renewal. `kept`: the old tokens are still valid. */
export type EarlyRenewal = 'renewed' | 'kept' | 'dead'

export interface RenewableTokens extends Tokens {
  /** Renews tokens that expire within `withinSeconds`, so that those of an account that doesn't post don't die. */
  renewEarly(ref: AccountRef, withinSeconds: number): Promise<EarlyRenewal>
}

/** Why tokens are renewed: the platform refused one, or they expire soon. */
type Reason = { refused: string } | { withinSeconds: number }
const EXPIRING: Reason = { withinSeconds: RENEW_BEFORE_SECONDS }

/** An account's tokens and application; null when one of them can't be read. */
export async function openAccess(
  { sealer, clients }: Pick<TokensParts, 'sealer' | 'clients'>,
  row: AccountRow,
): Promise<AccountAccess | null> {
  const platform = row.platform as PlatformId
  const client = await clients.withKey(platform, row.userId, row.clientKey)
  const access = sealer.open(row.accessToken, tokenOwner(row, 'access_token'))
  const refresh = row.refreshToken === null ? null : sealer.open(row.refreshToken, tokenOwner(row, 'refresh_token'))
  if (!client || access === null || (row.refreshToken !== null && refresh === null)) return null
  const { id, accountId, username, scopes } = row
  return { client, tokens: { access, refresh }, scopes, account: { id, accountId, username, platform } }
}

export function createTokens({ db, sealer, platforms, clients, log }: TokensParts): RenewableTokens {
  /** Refreshes in progress in this process, which later callers join without holding a connection. */
  const flights = new Map<string, Promise<Outcome>>()
  const queue = createFairQueue(RENEWALS)
  /**
   * New tokens that are not stored yet, by the refresh token they replace. The old one is invalid by then, so losing the new one would
   * disconnect the account.
   */
  const unstored = new Map<string, AccountTokens>()

  const open = (row: AccountRow) => openAccess({ sealer, clients }, row)

  function renew(ref: AccountRef, reason: Reason): Promise<Outcome> {
    const key = `${ref.id} ${JSON.stringify(reason)}`
    const flying = flights.get(key)
    if (flying) return flying
    const flight = queue.run({ userId: ref.userId }, () => renewOnce(ref, reason)).finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight
  }

  async function renewOnce(ref: AccountRef, reason: Reason): Promise<Outcome> {
    let replaced: string | null = null
    const outcome = await db.asUser(ref.userId, (tx) => renewLocked(tx, ref, { reason, onReplaced: (token) => (replaced = token) }))
    // The transaction has committed.
    if (replaced !== null) unstored.delete(replaced)
    return outcome
  }

  /**
   * Refreshes under the row's lock: other processes wait for it and then find the new token.
   */
  async function renewLocked(
    tx: Tx,
    ref: AccountRef,
    { reason, onReplaced }: { reason: Reason; onReplaced(token: string): void },
  ): Promise<Outcome> {
    const row = await readRow(tx, ref, true)
    const access = row.state === 'reconnect' ? null : await open(row)
    if (!access) return { dead: await markDead(tx, row) }
    const isStillGood = 'refused' in reason ? access.tokens.access !== reason.refused : !(await hasLessThan(tx, ref, reason.withinSeconds))
    if (isStillGood) return { access }
    const { accounts, shownExpirySeconds } = platforms[access.account.platform]
    const old = access.tokens.refresh
    if (!accounts.refresh || old === null) return { dead: await markDead(tx, row) }
    try {
      const renewed = unstored.get(old) ?? (await accounts.refresh(access.client, old))
      // Not every platform repeats the granted scopes.
      const tokens = renewed.scopes.length > 0 ? renewed : { ...renewed, scopes: access.scopes }
      unstored.set(old, tokens)
      onReplaced(old)
      await tx
        .update(socialAccounts)
        .set(tokenColumns(sealer, row, { tokens, shownExpirySeconds }))
        .where(isRow(ref))
      return { access: { ...access, tokens: { access: tokens.access, refresh: tokens.refresh }, scopes: tokens.scopes } }
    } catch (thrown) {
      if (!(thrown instanceof PlatformError)) throw thrown
      log.warn(
        { platform: row.platform, account: row.id, fault: thrown.fault, status: thrown.status, code: thrown.code },
        'A token was not renewed',
      )
      if (thrown.fault === 'account') return { dead: await markDead(tx, row) }
      // The failure says nothing about the account, and its token is still valid.
      if (!('refused' in reason) && !(await isExpired(tx, ref))) return { access }
      throw thrown
    }
  }

  async function ready(ref: AccountRef): Promise<Outcome> {
    const { row, expiring } = await db.asUser(ref.userId, async (tx) => ({
      row: await readRow(tx, ref, false),
      expiring: await isExpiring(tx, ref),
    }))
    const platform = platforms[row.platform as PlatformId]
    if (row.state === 'reconnect') return { dead: row }
    if (expiring && platform.accounts.refresh) return renew(ref, EXPIRING)
    const access = await open(row)
    return access ? { access } : renew(ref, EXPIRING)
  }

  /** Confirms a rejected token that can't be refreshed by a second request, so that one odd response doesn't disconnect the account. */
  async function isDead(access: AccountAccess): Promise<boolean> {
    try {
      const tokens = { ...access.tokens, expiresInSeconds: null, scopes: access.scopes }
      await platforms[access.account.platform].accounts.identify(access.client, tokens)
      return false
    } catch (thrown) {
      return thrown instanceof PlatformError && thrown.fault === 'account'
    }
  }

  async function afterRefusal(ref: AccountRef, access: AccountAccess): Promise<Outcome> {
    if (platforms[access.account.platform].accounts.refresh) return renew(ref, { refused: access.tokens.access })
    if (!(await isDead(access))) return { access }
    return db.asUser(ref.userId, async (tx) => ({ dead: await markDead(tx, await readRow(tx, ref, true)) }))
  }

  return {
    async renewEarly(ref, withinSeconds) {
      const outcome = await renew(ref, { withinSeconds })
      if ('dead' in outcome) return 'dead'
      return (await db.asUser(ref.userId, (tx) => hasLessThan(tx, ref, withinSeconds))) ? 'kept' : 'renewed'
    },
    async use(ref, call) {
      const label = async (): Promise<string> => {
        const row = await db.asUser(ref.userId, (tx) => readRow(tx, ref, false))
        return platforms[row.platform as PlatformId].label
      }
      try {
        const first = accessOf(await ready(ref), platforms)
        try {
          return await call(first)
        } catch (thrown) {
          if (!(thrown instanceof PlatformError) || thrown.fault !== 'account') throw thrown
          return await call(accessOf(await afterRefusal(ref, first), platforms))
        }
      } catch (thrown) {
        throw thrown instanceof PlatformError
          ? platformAppError(thrown, { label: await label(), otherwise: 'OAUTH_REFRESH_FAILED' })
          : thrown
      }
    },
  }
}

function accessOf(outcome: Outcome, platforms: Platforms): AccountAccess {
  if ('access' in outcome) return outcome.access
  const { platform, username } = outcome.dead
  throw new AppError('ACCOUNT_RECONNECT', { platform: platforms[platform as PlatformId].label, name: username })
}

function isRow({ userId, id }: AccountRef) {
  return and(eq(socialAccounts.userId, userId), eq(socialAccounts.id, id))
}

async function readRow(tx: Tx, ref: AccountRef, locked: boolean): Promise<AccountRow> {
  const query = tx.select().from(socialAccounts).where(isRow(ref))
  const [row] = await (locked ? query.for('update') : query)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

async function markDead(tx: Tx, row: AccountRow): Promise<AccountRow> {
  await tx
    .update(socialAccounts)
    .set({ state: 'reconnect', updatedAt: sql`now()` })
    .where(isRow(row))
  if (row.state === 'active') await addReconnectWebhook(tx, row)
  return { ...row, state: 'reconnect' }
}

async function isExpiring(tx: Tx, ref: AccountRef): Promise<boolean> {
  return hasLessThan(tx, ref, RENEW_BEFORE_SECONDS)
}

async function isExpired(tx: Tx, ref: AccountRef): Promise<boolean> {
  return hasLessThan(tx, ref, 0)
}

/** Uses the statement's time: a transaction's doesn't advance while it waits for a lock. */
async function hasLessThan(tx: Tx, ref: AccountRef, seconds: number): Promise<boolean> {
  const [row] = await tx
    .select({ less: sql<boolean>`coalesce(${socialAccounts.expiresAt} < clock_timestamp() + make_interval(secs => ${seconds}), false)` })
    .from(socialAccounts)
    .where(isRow(ref))
  return row?.less ?? false
}
