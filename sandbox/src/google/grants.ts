import type { Clock } from '../kit/clock.ts'
import { createGrants, type Grant as AnyGrant, type TokenLifetimes } from '../kit/oauth2.ts'

/** One second less than an hour, as in the real answers. */
export const ACCESS_SECONDS = 3599

export type Grant = AnyGrant<SampleUser>

/** Real codes contain a slash, which breaks hand-built addresses; so do these. */
const PREFIXES = { code: '4/0Asbx-', access: 'ya29.sandbox-', refresh: '1//sandbox-' }

/** Grants whose refresh tokens neither expire nor change. */
export function createGoogleGrants(clock: Clock, lives: TokenLifetimes) {
  return createGrants<SampleUser>({ clock, lives, codeSeconds: 600, prefixes: PREFIXES, userById, acceptsEarlierTokens: false })
}
export type Grants = ReturnType<typeof createGoogleGrants>

/** An account of the imitated Google. */
export interface SampleUser {
  /** The `sub` of the OpenID userinfo. */
  id: string
  email: string
  name: string
}

export const USERS: readonly SampleUser[] = [
  { id: '108000000000000000001', email: 'sandy@example.com', name: 'Sandy Creator' },
  { id: '108000000000000000002', email: 'brand.team@example.com', name: 'Brand Team' },
  { id: '108000000000000000003', email: 'zoe@example.com', name: 'Zoë <Garden> 🌿' },
]

export function userById(id: string): SampleUser | undefined {
  return USERS.find((user) => user.id === id)
}
