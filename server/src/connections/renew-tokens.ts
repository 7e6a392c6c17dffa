import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Db } from '../db/db.ts'
import { socialAccounts } from '../db/schema-connections.ts'
import { notifications } from '../db/schema-notifications.ts'
import { defineCron, type JobRun } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { isDatabaseDown } from '../db/database-error.ts'
import type { Logger } from 'pino'
import type { Platforms } from '../platforms/platform.ts'
import type { AccountRow } from './account-rows.ts'
import type { RenewableTokens } from './tokens.ts'

export const renewTokensJob = defineCron('renew-tokens', '40 */6 * * *', { retryAfter: 60, seconds: 3000 })

const DAY_SECONDS = 24 * 60 * 60
/** Tokens live for sixty days: each is renewed when it is a week old. */
const RENEW_WITHIN_DAYS = 53
const WARN_WITHIN_DAYS = 10
const ACCOUNTS_HREF = '/settings?tab=accounts'

export interface TokenRenewalParts {
  db: Db
  jobs: Jobs
  log: Logger
  connections: { platforms: Pick<Platforms, PlatformId>; tokens: RenewableTokens }
}

/** Renews the tokens that die otherwise, also of accounts that post nothing, and warns users whose accounts need them. */
export async function renewTokens(parts: TokenRenewalParts, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const { db, connections, log } = parts
  for (const account of await expiringAccounts(parts)) {
    if (signal.aborted) return
    const ref = { userId: account.userId, id: account.id }
    try {
      const became = await connections.tokens.renewEarly(ref, RENEW_WITHIN_DAYS * DAY_SECONDS)
      if (became !== 'renewed') await db.asUser(account.userId, (tx) => warn(parts, tx, { account, isDead: became === 'dead' }))
    } catch (error) {
      // One account holds up no other: the next run tries it again.
      if (isDatabaseDown(error)) throw error
      log.warn({ err: error, account: account.id, platform: account.platform }, 'The tokens of an account were not renewed early')
    }
  }
}

/** Active accounts whose tokens can be renewed: networks refuse tokens that are less than a day old. */
async function expiringAccounts({ db, connections }: TokenRenewalParts): Promise<AccountRow[]> {
  const renewed = PLATFORM_IDS.filter((id) => connections.platforms[id].renewWeekly)
  const { platform, state, expiresAt, authorizedAt } = socialAccounts
  return db.long.asSystem((tx) =>
    tx
      .select()
      .from(socialAccounts)
      .where(
        and(
          inArray(platform, renewed),
          eq(state, 'active'),
          lt(expiresAt, sql`now() + make_interval(days => ${RENEW_WITHIN_DAYS})`),
          or(isNull(authorizedAt), lt(authorizedAt, sql`now() - interval '1 day'`)),
        ),
      )
      .orderBy(expiresAt),
  )
}

type Tx = Parameters<Parameters<Db['asUser']>[1]>[0]

/** Once for each account and end of its tokens. */
async function warn({ jobs }: TokenRenewalParts, tx: Tx, { account, isDead }: { account: AccountRow; isDead: boolean }): Promise<void> {
  const { userId, id, username, expiresAt } = account
  const expiresSoon = expiresAt !== null && (await endsWithin(tx, account, WARN_WITHIN_DAYS))
  if (!isDead && !expiresSoon) return
  const cause = `${isDead ? 'tokens-dead' : 'tokens-expiring'}:${id}`
  const [warned] = await tx
    .select({ id: notifications.id })
    .from(notifications)
    .where(
      and(
        eq(notifications.userId, userId),
        eq(notifications.cause, cause),
        gt(notifications.createdAt, sql`now() - make_interval(days => ${WARN_WITHIN_DAYS + 1})`),
      ),
    )
    .limit(1)
  if (warned) return
  const { label } = PLATFORMS[account.platform as PlatformId]
  const body = isDead
    ? `${label} no longer accepts the connection of @${username}. Its posts wait until you reconnect it.`
    : `The connection of @${username} to ${label} ends within ${WARN_WITHIN_DAYS} days, and ${label} didn’t renew it. Reconnect the account, so that its posts go out.`
  await notify(jobs, tx, { userId, kind: 'attention', cause, title: `Reconnect @${username}`, body, href: ACCOUNTS_HREF })
}

async function endsWithin(tx: Tx, { id, userId }: AccountRow, days: number): Promise<boolean> {
  const { expiresAt } = socialAccounts
  const ends = lt(expiresAt, sql`now() + make_interval(days => ${days})`)
  const [row] = await tx
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.id, id), ends))
  return row !== undefined
}
