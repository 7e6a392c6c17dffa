import { createHash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { ConnectedAccount, FinishedConnection, StartedConnection } from '@ninesixteen/shared/api/accounts'
import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { Platforms } from '../platforms/platform.ts'
import { databaseNow } from '../database-clock.ts'
import type { Db } from '../db/db.ts'
import { consume } from '../db/usage-limits.ts'
import type { AccountIdentity, AccountTokens, ClientKeys } from '../platforms/account.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { Accounts } from './accounts.ts'
import type { Clients } from './clients.ts'
import { stepError } from './failure.ts'
import { ATTEMPT_MINUTES, type OauthAttempts } from './oauth-attempts.ts'
import { admitAnonymous, isFirstUse } from './anonymous-limit.ts'

/** The user who connects, and their browser session. */
export interface ConnectResult {
  /** Null while signed out. */
  session: { userId: string; sessionId: string } | null
  browserId: string
  /** The network address, which limits anonymous visitors. */
  address: string
}

export interface ConnectParts {
  db: Db
  sealer: SecretBox
  platforms: Platforms
  clients: Clients
  attempts: OauthAttempts
  accounts: Accounts
  log: Logger
}

/** The callback's parameters. */
export interface OauthCallback {
  /** Undefined for a form without a state, which means the session's only open attempt. Null if the platform returned none. */
  state: string | null | undefined
  /** As `begin` returned it to the page. */
  secret: string | null
  proof: string
  /** The whole key pair, if the attempt began with only its public key. */
  client?: ClientKeys
}

/** A verified attempt: its tokens, and the client they were issued to. */
export interface Exchanged {
  /** The user when the attempt began. */
  userId: string | null
  client: ClientKeys
  tokens: AccountTokens
}

export interface Connect {
  /** The consent page's URL, and what the page has to send back. */
  begin(
    requester: ConnectResult,
    platform: PlatformId,
    order: { force: boolean; origin: string; client?: ClientKeys },
  ): Promise<StartedConnection>
  /** Verifies and consumes the attempt, and exchanges the code for tokens; saves nothing. */
  exchange(requester: ConnectResult, platform: PlatformId, returned: OauthCallback): Promise<Exchanged>
  /** Like `exchange`, then identifies and saves the account. While signed out, returns it encrypted instead. */
  finish(requester: ConnectResult, platform: PlatformId, returned: OauthCallback): Promise<FinishedConnection>
  /** Saves an account that was connected while signed out, in the same browser. */
  keep(userId: string, browserId: string, pending: string): Promise<ConnectedAccount>
}

/** How long an account connected while signed out can be saved, in milliseconds. */
const PENDING_MS = 24 * 60 * 60 * 1000
const ATTEMPT_MS = ATTEMPT_MINUTES * 60 * 1000
/** Attempts within ten minutes, per user or, while signed out, per address (IPv6: per network): each sends requests to a platform. */
const ATTEMPTS_MAX = 30

/** The attempt as the page holds it, encrypted for its browser. It has to match the session's record. */
/** The user who began signed in, if any. An account connected while signed out belongs to the user who saves it. */
const ownerSchema = { userId: z.string().nullish() }

const heldSchema = z.object({
  state: z.string(),
  secret: z.string(),
  clientKey: z.string(),
  redirectUri: z.string(),
  at: z.number(),
  ...ownerSchema,
})
type Held = z.infer<typeof heldSchema>

const pendingSchema = z.object({
  platform: z.enum(PLATFORM_IDS),
  at: z.number(),
  ...ownerSchema,
  clientKey: z.string(),
  identity: z.custom<AccountIdentity>((value) => typeof value === 'object' && value !== null),
  tokens: z.custom<AccountTokens>((value) => typeof value === 'object' && value !== null),
})

const attemptOwner = (browserId: string, platform: PlatformId) => ({ userId: `browser:${browserId}`, purpose: `connect.${platform}` })
const pendingOwner = (browserId: string) => ({ userId: `browser:${browserId}`, purpose: 'connect.pending' })

export function createConnect(parts: ConnectParts): Connect {
  const { sealer, platforms, clients, attempts, accounts, db } = parts

  async function begin(
    requester: ConnectResult,
    id: PlatformId,
    { force, origin, client: ownClient }: { force: boolean; origin: string; client?: ClientKeys },
  ): Promise<StartedConnection> {
    const platform = platforms[id]
    if (!requester.session && !platform.signedOutToo) throw new AppError('UNAUTHENTICATED')
    if (requester.session) await admitUser(db, requester.session.userId)
    const client = ownClient ?? (await clients.of(id, requester.session?.userId ?? null))
    const redirectUri = origin + platform.callbackPath
    const started = await platform.accounts.begin(client, { redirectUri, state: randomBytes(32).toString('base64url'), force })
    const held: Held = {
      state: started.attempt,
      secret: started.secret,
      clientKey: client.key,
      redirectUri,
      at: databaseNow(),
      userId: requester.session?.userId,
    }
    // The session's record decides; the page's copy proves that it is the same browser.
    if (requester.session)
      await attempts.begin(requester.session, {
        provider: id,
        state: started.attempt,
        secrets: { secret: started.secret, clientKey: client.key },
      })
    return { url: started.url, state: started.attempt, secret: sealer.seal(JSON.stringify(held), attemptOwner(requester.browserId, id)) }
  }

  const recordOf = (session: NonNullable<ConnectResult['session']>, provider: PlatformId, state: OauthCallback['state']) =>
    state === undefined ? attempts.finishOnly(session, provider) : attempts.finish(session, { provider, state })

  /** Reads and consumes the attempt. */
  async function verifyAttempt(requester: ConnectResult, id: PlatformId, { state, secret }: OauthCallback): Promise<Held> {
    const recorded = requester.session ? await recordOf(requester.session, id, state) : null
    if (!state && !recorded) throw new AppError('OAUTH_STATE_MISSING')
    if (!requester.session && !platforms[id].signedOutToo) throw new AppError('UNAUTHENTICATED')
    if (!secret) throw new AppError(platforms[id].errors.secretMissing)
    const opened = sealer.open(secret, attemptOwner(requester.browserId, id))
    const held = opened === null ? null : heldSchema.parse(JSON.parse(opened))
    const isSame = held?.state === (state ?? held?.state) && (recorded === null || recorded['secret'] === held?.secret)
    if (!held || !isSame || databaseNow() - held.at > ATTEMPT_MS) throw new AppError('OAUTH_STATE_INVALID')
    if (recorded !== null) return held
    await admitAnonymous(db, requester.address, { kind: 'attempts', limit: ATTEMPTS_MAX, windowMs: ATTEMPT_MS })
    // Attempts without a session aren't recorded when they begin, so the first use of a state consumes it.
    const name = createHash('sha256').update(held.state).digest('base64url')
    if (!(await isFirstUse(db, name))) throw new AppError('OAUTH_STATE_INVALID')
    return held
  }

  async function exchange(requester: ConnectResult, id: PlatformId, returned: OauthCallback): Promise<Exchanged> {
    const { clientKey, redirectUri, secret, state, userId = null } = await verifyAttempt(requester, id, returned)
    const platform = platforms[id]
    const client = returned.client ?? (await clients.withKey(id, requester.session?.userId ?? null, clientKey))
    // The key pair was changed or removed while the user was at the platform.
    if (client?.key !== clientKey) throw new AppError('OAUTH_STATE_INVALID')
    try {
      return {
        userId,
        client,
        tokens: await platform.accounts.finish(client, { attempt: state, secret, proof: returned.proof, redirectUri }),
      }
    } catch (thrown) {
      throw stepError(thrown, platform.errors.exchange)
    }
  }

  async function identify(id: PlatformId, { client, tokens }: Exchanged): Promise<AccountIdentity> {
    try {
      return await platforms[id].accounts.identify(client, tokens)
    } catch (thrown) {
      throw stepError(thrown, platforms[id].errors.identity)
    }
  }

  return {
    begin: async (requester, id, order) => {
      try {
        return await begin(requester, id, order)
      } catch (thrown) {
        throw stepError(thrown, 'OAUTH_REQUEST_TOKEN_FAILED')
      }
    },
    exchange,
    async finish(requester, id, returned) {
      const exchanged = await exchange(requester, id, returned)
      const identity = await identify(id, exchanged)
      const { username, displayName, blogs } = identity
      const connection = { platform: id, identity, tokens: exchanged.tokens, clientKey: exchanged.client.key }
      if (requester.session) {
        await accounts.save(requester.session.userId, connection)
        return { username, displayName, blogs, pending: null }
      }
      const pending = sealer.seal(
        JSON.stringify({ ...connection, userId: exchanged.userId, at: databaseNow() }),
        pendingOwner(requester.browserId),
      )
      return { username, displayName, blogs, pending }
    },
    async keep(userId, browserId, sealed) {
      const opened = sealer.open(sealed, pendingOwner(browserId))
      const pending = opened === null ? null : pendingSchema.parse(JSON.parse(opened))
      if (!pending || databaseNow() - pending.at > PENDING_MS) throw new AppError('ACCOUNT_WAITED_TOO_LONG')
      if (pending.userId && pending.userId !== userId) throw new AppError('ACCOUNT_OF_ANOTHER')
      return accounts.save(userId, pending)
    },
  }
}

function admitUser(db: Db, userId: string): Promise<void> {
  const use = { kind: 'connect.attempts', amount: 1, limit: ATTEMPTS_MAX, windowSeconds: ATTEMPT_MS / 1000 }
  return db.asUser(userId, (tx) => consume(tx, userId, use))
}
