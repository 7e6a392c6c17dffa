import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { oauthStates } from '../db/schema-connections.ts'
import type { SecretBox } from '../secrets/sealed.ts'

/** How long a user may take on the consent page, in minutes. */
export const ATTEMPT_MINUTES = 10
/** Open attempts per user; a new one replaces the oldest. */
const OPEN_MAX = 10
/** 256 bits. */
const STATE_BYTES = 32

/** The user and session that started the attempt, and may finish it. */
export interface AttemptOwner {
  userId: string
  sessionId: string
}

/** Secrets needed to finish an attempt: a PKCE verifier, or a request token's secret. */
export type AttemptSecrets = Record<string, string>

export interface NewAttempt {
  /** For example `google`. */
  provider: string
  secrets: AttemptSecrets
  /** The identifier in the callback if the provider creates it (OAuth 1.0a's request token); random if absent. */
  state?: string
}

export interface ReturnedAttempt {
  provider: string
  /** As the callback's query contains it. */
  state: string | null | undefined
}

/** OAuth attempts in progress: one-time states, each bound to a user, a session and a provider, for ten minutes. */
export interface OauthAttempts {
  /** Stores the secrets, encrypted, and returns the state. */
  begin(owner: AttemptOwner, attempt: NewAttempt): Promise<string>
  /**
   * Finishes the attempt and returns its secrets. The first call with a state consumes it, even if it fails. Throws OAUTH_STATE_MISSING without a
   * state, and OAUTH_STATE_INVALID for one that is wrong, used, expired, or belongs to another user, session or provider.
   */
  finish(owner: AttemptOwner, returned: ReturnedAttempt): Promise<AttemptSecrets>
  /**
   * Like `finish`, for a form without a state: uses the session's only open attempt with the provider. Throws OAUTH_STATE_MISSING, and consumes
   * nothing, if there is none or more than one.
   */
  finishOnly(owner: AttemptOwner, provider: string): Promise<AttemptSecrets>
}

const secretsSchema = z.record(z.string(), z.string())

export function createOauthAttempts({ db, sealer }: { db: Db; sealer: SecretBox }): OauthAttempts {
  return {
    async begin({ userId, sessionId }, { provider, secrets, state = randomBytes(STATE_BYTES).toString('base64url') }) {
      const id = idOf(provider, state)
      const sealed = sealer.seal(JSON.stringify(secrets), sealedFor(userId, { provider, id }))
      const row = { state: id, userId, sessionId, provider, sealed }
      await db.asUser(userId, async (tx) => {
        // A provider may issue the same request token again; the newer secret is valid.
        await tx
          .insert(oauthStates)
          .values(row)
          .onConflictDoUpdate({ target: oauthStates.state, set: { sessionId, sealed, createdAt: sql`now()` } })
        await forgetOld(tx, userId)
      })
      return state
    },

    async finish({ userId, sessionId }, { provider, state }) {
      if (!state) throw new AppError('OAUTH_STATE_MISSING')
      const id = idOf(provider, state)
      // One statement consumes the row before it is checked, so a concurrent caller finds none.
      const [row] = await db.asUser(userId, (tx) =>
        tx
          .delete(oauthStates)
          .where(and(eq(oauthStates.state, id), eq(oauthStates.userId, userId)))
          .returning({ sessionId: oauthStates.sessionId, sealed: oauthStates.sealed, isFresh: isNotExpired() }),
      )
      if (!row?.isFresh || row.sessionId !== sessionId) throw new AppError('OAUTH_STATE_INVALID')
      return opened(row.sealed, userId, { provider, id })
    },

    async finishOnly({ userId, sessionId }, provider) {
      const [row] = await db.asUser(userId, async (tx) => {
        const ofSession = and(
          eq(oauthStates.userId, userId),
          eq(oauthStates.sessionId, sessionId),
          eq(oauthStates.provider, provider),
          isNotExpired(),
        )
        const open = await tx.select({ id: oauthStates.state }).from(oauthStates).where(ofSession).limit(2).for('update')
        const [only] = open
        if (!only || open.length > 1) return []
        return tx.delete(oauthStates).where(eq(oauthStates.state, only.id)).returning({ id: oauthStates.state, sealed: oauthStates.sealed })
      })
      if (!row) throw new AppError('OAUTH_STATE_MISSING')
      return opened(row.sealed, userId, { provider, id: row.id })
    },
  }

  function opened(sealed: string, userId: string, of: { provider: string; id: string }): AttemptSecrets {
    const plain = sealer.open(sealed, sealedFor(userId, of))
    if (plain === null) throw new AppError('OAUTH_STATE_INVALID')
    return secretsSchema.parse(JSON.parse(plain))
  }
}

/** The database stores a hash of the state, so that a leaked copy can't finish an attempt. */
function idOf(provider: string, state: string): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, state]))
    .digest('base64url')
}

function sealedFor(userId: string, { provider, id }: { provider: string; id: string }) {
  return { userId, purpose: `oauth.${provider}.${id}` }
}

function isNotExpired() {
  return sql<boolean>`${oauthStates.createdAt} > now() - make_interval(mins => ${ATTEMPT_MINUTES})`
}

async function forgetOld(tx: Tx, userId: string): Promise<void> {
  const newest = tx
    .select({ state: oauthStates.state })
    .from(oauthStates)
    .where(and(eq(oauthStates.userId, userId), isNotExpired()))
    .orderBy(desc(oauthStates.createdAt))
    .limit(OPEN_MAX)
  await tx.delete(oauthStates).where(and(eq(oauthStates.userId, userId), notInArray(oauthStates.state, newest)))
}
