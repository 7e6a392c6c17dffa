import type { Clock } from '../kit/clock.ts'
import { createGrants, type Grant as AnyGrant } from '../kit/oauth2.ts'
import { readToken } from '../kit/stable-token.ts'
import type { MetaNetwork } from './networks.ts'
import { userById, type SampleUser } from './users.ts'

export type Grant = AnyGrant<SampleUser>

/** Lifetimes of the two kinds of tokens: one of an hour for a code, and one of 60 days for that. */
export interface TokenLifetimes {
  shortSeconds: number
  longSeconds: number
}
export const LIFETIMES: TokenLifetimes = { shortSeconds: 3600, longSeconds: 5_184_000 }
const CODE_SECONDS = 3600

interface GrantsParts {
  network: MetaNetwork
  clock: Clock
  lives: TokenLifetimes
  acceptsEarlierTokens: boolean
}

/** Grants without refresh tokens: a long-lived token renews itself, and the previous one stays valid until it expires (unverified). */
export function createMetaGrants({ network, clock, lives, acceptsEarlierTokens }: GrantsParts) {
  const prefixes = { code: 'AQ', access: `${network.tokenPrefix}S`, refresh: `${network.tokenPrefix}L` }
  const seconds = {
    get accessSeconds() {
      return lives.shortSeconds
    },
    get refreshSeconds() {
      return lives.longSeconds
    },
  }
  const grants = createGrants<SampleUser>({ clock, lives: seconds, codeSeconds: CODE_SECONDS, prefixes, userById, acceptsEarlierTokens })
  const expiryOf = (token: string) => (readToken(prefixes.access, token) ?? readToken(prefixes.refresh, token))?.expiresAt ?? null
  return {
    authorize: grants.authorize,
    spend: grants.spend,
    revoke: grants.revoke,
    tokens: grants.tokens,
    reset: grants.reset,
    issueShort: grants.issueAccess,
    issueLong: grants.issueRefresh,
    ofShort: grants.grantOf,
    ofLong: (token: string) => grants.grantOfRefresh(token),
    of: (token: string): Grant | undefined => grants.grantOf(token) ?? grants.grantOfRefresh(token),
    /** How a token that is not good was lost. */
    lossOf(token: string): 'unknown' | 'expired' | 'revoked' {
      const expiresAt = expiryOf(token)
      if (expiresAt === null) return 'unknown'
      return expiresAt <= clock.seconds() ? 'expired' : 'revoked'
    },
    /** Seconds since a long token was issued. */
    ageOf: (token: string): number => lives.longSeconds - ((expiryOf(token) ?? 0) - clock.seconds()),
  }
}
export type Grants = ReturnType<typeof createMetaGrants>
