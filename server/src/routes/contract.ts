import { implement } from '@orpc/server'
import type { AppError } from '@ninesixteen/shared/errors'
import { contract } from '@ninesixteen/shared/api/contract'
import type { SessionUser } from '../auth/session-user.ts'
import type { Services } from './services.ts'

/** What every call of the contract is handed. */
export interface CallContext {
  services: Services
  /** Of the request, for the log. */
  requestId: string
  /** Which call of the contract it is, once that is known. */
  route?: string
  /** What the call ended with, for the headers of its answer. */
  failure?: AppError
  /** Who asks; null when nobody is signed in. */
  somebody(): Promise<SessionUser | null>
  /** Who asks; throws UNAUTHENTICATED when nobody is signed in. */
  user(): Promise<SessionUser>
  /** Who asks, with the Pro plan; throws PRO_REQUIRED without it. */
  pro(): Promise<SessionUser>
  /** Who asks, and runs the instance; throws NOT_FOUND for everybody else with a session. */
  operator(): Promise<SessionUser>
  /** The browser that asks, which gets a name with the answer when it has none. */
  browserId(): string
  /** The address that asks. */
  address(): string
  /** The origin to which a platform sends this browser back. */
  returnOrigin(): string
}

const implementer = implement(contract).$context<CallContext>()

/** Calls that anybody, or anybody with a session, may make. */
export const open = implementer

/** Every other call: the guard runs before the input is even looked at, and the handler gets who it is for. */
export const guarded = implementer.use(async ({ context, next }) => {
  const user = await context.pro()
  return next({ context: { userId: user.id } })
})

/** The operator's calls: to everybody else they are not there. */
export const operated = implementer.use(async ({ context, next }) => {
  const operator = await context.operator()
  return next({ context: { actor: operator.id } })
})
