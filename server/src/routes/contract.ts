import { implement } from '@orpc/server'
import type { AppError } from '@ninesixteen/shared/errors'
import { contract } from '@ninesixteen/shared/api/contract'
import type { SessionUser } from '../auth/session-lookup.ts'
import type { Client } from '../posts/approval/approvals.ts'
import type { Services } from './services.ts'

/** Context of every handler of the contract. */
export interface RequestContext {
  services: Services
  /** Request id, for the log. */
  requestId: string
  /** The contract's procedure, once it is known. */
  route?: string
  /** The resulting error, for the response headers. */
  failure?: AppError
  /** The caller, or null without a session. */
  optionalUser(): Promise<SessionUser | null>
  /** The caller; throws UNAUTHENTICATED without a session. */
  user(): Promise<SessionUser>
  /** The caller; throws PRO_REQUIRED without the Pro plan. */
  pro(): Promise<SessionUser>
  /** The caller; throws NOT_FOUND unless they operate the instance. */
  operator(): Promise<SessionUser>
  /** The browser's id, which is set by cookie on first use. */
  browserId(): string
  /** Id of the app's request that this browser brought. */
  appRequest(): string | undefined
  /** The caller's network address. */
  address(): string
  /** The caller of an approval link. */
  client(token: string): Client
  /** Sets the cookie that proves a passcode. */
  rememberProof(cookie: { token: string; proof: string }): void
  /** The origin that a platform redirects this browser to. */
  returnOrigin(): string
}

const implementer = implement(contract).$context<RequestContext>()

/** Procedures for unauthenticated callers or for users on any plan. */
export const open = implementer

/** All other procedures: the guard runs before input validation, and the handler gets the user. */
export const guarded = implementer.use(async ({ context, next }) => {
  const user = await context.pro()
  return next({ context: { userId: user.id } })
})

/** The operator's procedures, hidden from everyone else. */
export const operated = implementer.use(async ({ context, next }) => {
  const operator = await context.operator()
  return next({ context: { actor: operator.id } })
})
