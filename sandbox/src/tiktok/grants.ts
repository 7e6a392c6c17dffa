import type { Clock } from '../kit/clock.ts'
import { createGrants, type Grant as AnyGrant } from '../kit/oauth2.ts'
import { userById, type SampleUser } from './users.ts'

/** The documentation states no lifetime of a code; five minutes are enough for a redirect. */
const CODE_SECONDS = 300
export const ACCESS_SECONDS = 86_400
export const REFRESH_SECONDS = 31_536_000

export interface TokenLifetimes {
  accessSeconds: number
  refreshSeconds: number
}
export type Grant = AnyGrant<SampleUser>

/** Real codes contain `*` and `!`, which hand-built addresses spoil; so do these. */
const PREFIXES = { code: 'v4.sbx*1!', access: 'act.', refresh: 'rft.' }

/** Grants whose refresh tokens rotate. */
export function createTiktokGrants(parts: { clock: Clock; lives: TokenLifetimes; acceptsEarlierTokens: boolean }) {
  const grants = createGrants<SampleUser>({ ...parts, codeSeconds: CODE_SECONDS, prefixes: PREFIXES, userById })
  const issue = (grant: Grant) => ({ grant, accessToken: grants.issueAccess(grant), refreshToken: grants.issueRefresh(grant) })
  return {
    ...grants,
    issue,
    /** New tokens for a refresh token, which is invalid from here on. */
    rotate(refreshToken: string, clientKey: string) {
      const grant = grants.grantOfRefresh(refreshToken, clientKey)
      if (!grant) return undefined
      grants.retire(refreshToken)
      return issue(grant)
    },
  }
}
export type Grants = ReturnType<typeof createTiktokGrants>
