import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import type { Db, Tx } from '../db/db.ts'
import { oauthStates } from '../db/schema.ts'
import type { Sealer } from '../secrets/sealed.ts'

/** How long a person may take at the provider, in minutes. */
export const ATTEMPT_MINUTES = 10
/** Authorisations that one person may have open at once; the oldest gives way. */
const OPEN_MAX = 10
/** 256 bits: nobody guesses one. */
const STATE_BYTES = 32

/** Who asks, and in which session: an attempt ends where it began. */
export interface AttemptOwner {
  userId: string
  sessionId: string
}

/** What the end of an authorisation needs and nobody else may read: a PKCE verifier, a request token's secret. */
export type AttemptSecrets = Record<string, string>

export interface NewAttempt {
  /** `google` and so on. */
  provider: string
  secrets: AttemptSecrets
  /** What the provider brings back, where the provider makes it (the request token of OAuth 1.0a); random when absent. */
  state?: string
}

export interface ReturnedAttempt {
  provider: string
  /** As the browser brought it. */
  state: string | null | undefined
}

/** Authorisations in progress: one-time states, kept for one user, one session and one provider, for ten minutes. */
export interface OauthAttempts {
  /** Remembers the secrets, sealed, and gives the state to send along. */
  begin(who: AttemptOwner, attempt: NewAttempt): Promise<string>
  /**
   * Ends the attempt and gives its secrets back. The first call with a state uses it up, whatever becomes of it: of two at
   * the same time one gets the secrets. Throws OAUTH_STATE_MISSING without a state, and OAUTH_STATE_INVALID for one that is
   * wrong, used, too old, or began with another user, session or provider.
   */
  finish(who: AttemptOwner, returned: ReturnedAttempt): Promise<AttemptSecrets>
  /**
   * The same for a caller whose form has no state: the one attempt that this session has open with the provider. Throws OAUTH_STATE_MISSING where
   * there is none, or more than one, and leaves those as they are.
   */
  finishOnly(who: AttemptOwner, provider: string): Promise<AttemptSecrets>
}

const secretsSchema = z.record(z.string(), z.string())

export function createOauthAttempts({ db, sealer }: { db: Db; sealer: Sealer }): OauthAttempts {
  return {
    async begin({ userId, sessionId }, { provider, secrets, state = randomBytes(STATE_BYTES).toString('base64url') }) {
      const id = idOf(provider, state)
      const sealed = sealer.seal(JSON.stringify(secrets), sealedFor(userId, { provider, id }))
      const row = { state: id, userId, sessionId, provider, sealed }
      await db.asUser(userId, async (tx) => {
        // The same request token may be handed out again; its newer secret counts.
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
      // One statement: the row is gone for whoever comes second, before anything about it is looked at.
      const [row] = await db.asUser(userId, (tx) =>
        tx
          .delete(oauthStates)
          .where(and(eq(oauthStates.state, id), eq(oauthStates.userId, userId)))
          .returning({ sessionId: oauthStates.sessionId, sealed: oauthStates.sealed, isFresh: isFresh() }),
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
          isFresh(),
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

/** What stands in the database in place of the state: who reads a copy of it cannot end anybody's authorisation. */
function idOf(provider: string, state: string): string {
  return createHash('sha256')
    .update(JSON.stringify([provider, state]))
    .digest('base64url')
}

function sealedFor(userId: string, { provider, id }: { provider: string; id: string }) {
  return { userId, purpose: `oauth.${provider}.${id}` }
}

function isFresh() {
  return sql<boolean>`${oauthStates.createdAt} > now() - make_interval(mins => ${ATTEMPT_MINUTES})`
}

async function forgetOld(tx: Tx, userId: string): Promise<void> {
  const newest = tx
    .select({ state: oauthStates.state })
    .from(oauthStates)
    .where(and(eq(oauthStates.userId, userId), isFresh()))
    .orderBy(desc(oauthStates.createdAt))
    .limit(OPEN_MAX)
  await tx.delete(oauthStates).where(and(eq(oauthStates.userId, userId), notInArray(oauthStates.state, newest)))
}
