import type { Context } from 'hono'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro, sessionUser } from '../../http/session/session.ts'
import { browserId, requestAddress, returnOrigin } from '../../http/session/browser-id.ts'
import type { ConnectResult } from '../../connections/connect.ts'
import { admitAnonymous } from '../../connections/anonymous-limit.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { consume } from '../../db/usage-limits.ts'
import type { ClientKeys } from '../../platforms/account.ts'
import type { Services } from '../services.ts'

/** Requests per minute per user, or per address if signed out: each calls a platform. */
const CALLS_A_MINUTE = 60

/** The caller of the specification's own paths, who owns its encrypted tokens. */
export interface CompatibilityCaller extends ConnectResult {
  /** The user id, or the browser id of an unauthenticated caller. */
  owner: string
  /** The origin that the platform redirects this browser to. */
  origin: string
}

/** A user on the Pro plan, or an unauthenticated caller. */
export async function anyCaller(c: Context<AppEnv>, services: Services): Promise<CompatibilityCaller> {
  const { publicUrl, trustProxy } = services.config
  const address = requestAddress(c, trustProxy)
  const [id, origin] = [browserId(c, publicUrl), returnOrigin(c, publicUrl)]
  if (!(await sessionUser(c, services))) {
    await admitAnonymous(services.db, address, { kind: 'calls', limit: CALLS_A_MINUTE, windowMs: 60_000 })
    return { session: null, browserId: id, owner: `browser:${id}`, origin, address }
  }
  const user = await requirePro(c, services)
  const use = { kind: 'platforms.calls', limit: CALLS_A_MINUTE, windowSeconds: 60, amount: 1 }
  await services.db.asUser(user.id, (tx) => consume(tx, user.id, use))
  return { session: { userId: user.id, sessionId: user.sessionId }, browserId: id, owner: user.id, origin, address }
}

/** A user on the Pro plan; throws UNAUTHENTICATED otherwise. */
export async function signedInCaller(c: Context<AppEnv>, services: Services) {
  const caller = await anyCaller(c, services)
  if (!caller.session) throw new AppError('UNAUTHENTICATED')
  return { ...caller, userId: caller.session.userId }
}

export const text = z.string().trim().min(1).max(8000)

/** Decrypts a token of the body; throws an error that names the field otherwise. */
export function openToken({ sealer }: Services, sealed: string, owner: { owner: string; purpose: string; field: string }): string {
  const plaintext = sealer.open(sealed, { userId: owner.owner, purpose: owner.purpose })
  if (plaintext === null) throw new AppError('INVALID_INPUT', { fields: owner.field })
  return plaintext
}

/** A key pair of the body, or null unless both halves are present. */
export function clientOf(key: string | undefined, secret: string | undefined): ClientKeys | undefined {
  return key !== undefined && secret !== undefined ? { key, secret } : undefined
}
