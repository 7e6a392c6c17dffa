import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PLATFORM_IDS, type PlatformId } from '../platforms.ts'
import { filePathSchema } from '../slide/model.ts'

export const platformSchema = z.enum(PLATFORM_IDS)

/** An encrypted value that only this instance can read. */
export const sealedSchema = z.string().startsWith('sealed.v1.').max(8000)

export const connectedAccountSchema = z.object({
  id: z.uuid(),
  platform: platformSchema,
  /** The platform's own id of the account. */
  accountId: z.string(),
  username: z.string(),
  displayName: z.string(),
  /** A stored copy of the avatar; the platform's own links expire. */
  avatarPath: filePathSchema.nullable(),
  /** `reconnect`: the platform no longer accepts the token; one click requests a new one. */
  state: z.enum(['active', 'reconnect']),
  /** Scopes that the user granted; empty for a platform without scopes. */
  scopes: z.array(z.string()),
  connectedAt: z.iso.datetime({ offset: true }),
})
export type ConnectedAccount = z.infer<typeof connectedAccountSchema>

export const platformStateSchema = z.object({
  platform: platformSchema,
  /** Whether a client key exists: the instance's or the user's own. */
  ready: z.boolean(),
  /** True while the local sandbox replaces the platform. */
  sandbox: z.boolean(),
  /** Maximum accounts that a user can connect. */
  most: z.number().int(),
  /** Tasks left for the operator before posts go out by themselves. */
  hints: z.array(z.string()),
})
export type PlatformState = z.infer<typeof platformStateSchema>

/** Stored in this browser until the user comes back from the platform. */
export const startedConnectionSchema = z.object({
  /** The platform's consent page. */
  url: z.url(),
  /** By what the callback names this attempt: the state, or the request token. */
  state: z.string(),
  /** The code verifier, or the request token's secret. */
  secret: sealedSchema,
})
export type StartedConnection = z.infer<typeof startedConnectionSchema>

export const finishedConnectionSchema = z.object({
  username: z.string(),
  displayName: z.string(),
  /** How many blogs the account owns; null where a platform has none. */
  blogs: z.number().int().nullable(),
  /** Null when it was saved. Without a session: the connection, to be saved after signing in. */
  pending: sealedSchema.nullable(),
})
export type FinishedConnection = z.infer<typeof finishedConnectionSchema>

const ofPlatform = z.object({ platform: platformSchema })

export const accountsContract = {
  list: oc.route({ method: 'GET', path: '/accounts' }).output(z.array(connectedAccountSchema)),
  platforms: oc.route({ method: 'GET', path: '/accounts/platforms' }).output(z.array(platformStateSchema)),
  /** Fails with PLATFORM_NOT_SET_UP without a client key. Where a platform allows it, an unauthenticated caller can start too. */
  begin: oc
    .route({ method: 'POST', path: '/accounts/{platform}/begin' })
    .input(
      ofPlatform.extend({
        force: z.boolean().default(false),
        /** Public half of the key pair used for the exchange; defaults to the stored or the instance's pair. */
        clientKey: z.string().min(1).max(200).optional(),
      }),
    )
    .output(startedConnectionSchema),
  /** `state` and `secret` are checked once, for the session that began; what is wrong uses the attempt up. */
  finish: oc
    .route({ method: 'POST', path: '/accounts/{platform}/finish' })
    .input(
      ofPlatform.extend({
        state: z.string().max(500).nullable(),
        secret: z.string().max(8000).nullable(),
        /** The code, or the verifier. */
        proof: z.string().min(1).max(4000),
      }),
    )
    .output(finishedConnectionSchema),
  /** Saves what was connected while signed out, in this browser. */
  keep: oc
    .route({ method: 'POST', path: '/accounts/keep' })
    .input(z.object({ pending: sealedSchema }))
    .output(connectedAccountSchema),
  /** Disconnects here and, where the platform has an endpoint for it, revokes the token there. */
  disconnect: oc.route({ method: 'DELETE', path: '/accounts/{id}' }).input(z.object({ id: z.uuid() })),
}

export type { PlatformId }
