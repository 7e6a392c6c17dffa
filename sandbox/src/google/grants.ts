import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import type { Person } from './people.ts'

/** A user's grant to an application. */
export interface Grant {
  clientId: string
  person: Person
  scopes: string[]
  isRevoked: boolean
}

interface Code {
  grant: Grant
  redirectUri: string
  challenge: { value: string; method: 'S256' | 'plain' } | null
  /** Whether a refresh token comes with the access token. */
  isOffline: boolean
  /** In seconds. */
  expiresAt: number
}

const CODE_SECONDS = 600
/** One second is taken off the hour, as in the real answers. */
export const ACCESS_SECONDS = 3599

export interface Lives {
  accessSeconds: number
}

/** Codes, access and refresh tokens of the imitated Google, in memory. */
export function createGrants(clock: Clock, lives: Lives) {
  const codes = new Map<string, Code>()
  const access = new Map<string, { grant: Grant; expiresAt: number }>()
  const refresh = new Map<string, { grant: Grant }>()
  const fresh = (prefix: string) => `${prefix}${randomBytes(30).toString('base64url')}`

  function issueAccess(grant: Grant): string {
    const token = fresh('ya29.sandbox-')
    access.set(token, { grant, expiresAt: clock.seconds() + lives.accessSeconds })
    return token
  }

  return {
    /** A single-use code. Real ones hold a slash, which breaks addresses that are put together by hand; so do these. */
    authorize(given: Omit<Code, 'expiresAt'>): string {
      const code = fresh('4/0Asbx-')
      codes.set(code, { ...given, expiresAt: clock.seconds() + CODE_SECONDS })
      return code
    },
    /** Spends a code; used and expired ones give nothing. */
    spend(code: string): Code | undefined {
      const found = codes.get(code)
      codes.delete(code)
      return found && !found.grant.isRevoked && found.expiresAt > clock.seconds() ? found : undefined
    },
    issueAccess,
    issueRefresh(grant: Grant): string {
      const token = fresh('1//sandbox-')
      refresh.set(token, { grant })
      return token
    },
    /** Another access token; the refresh token stays as it is. */
    refresh(token: string, clientId: string): { grant: Grant; accessToken: string } | undefined {
      const found = refresh.get(token)
      if (!found || found.grant.isRevoked || found.grant.clientId !== clientId) return undefined
      return { grant: found.grant, accessToken: issueAccess(found.grant) }
    },
    grantOf(accessToken: string): Grant | undefined {
      const found = access.get(accessToken)
      return found && !found.grant.isRevoked && found.expiresAt > clock.seconds() ? found.grant : undefined
    },
    /** Revokes all the user's grants to the application, by any of its tokens; false for a token that is dead or was never issued. */
    end(token: string): boolean {
      const ended = refresh.get(token)?.grant ?? access.get(token)?.grant
      if (!ended || ended.isRevoked) return false
      for (const { grant } of [...codes.values(), ...access.values(), ...refresh.values()]) {
        if (grant.person === ended.person && grant.clientId === ended.clientId) grant.isRevoked = true
      }
      return true
    },
    /** Revokes all the user's grants, as their account page does. */
    revoke(person: Person): number {
      const meant = [...access.values(), ...refresh.values()].filter(({ grant }) => grant.person === person && !grant.isRevoked)
      for (const { grant } of meant) grant.isRevoked = true
      return meant.length
    },
    /** Whether the user has a valid grant to the application. */
    hasStanding(person: Person, clientId: string): boolean {
      return [...refresh.values()].some(({ grant }) => grant.person === person && grant.clientId === clientId && !grant.isRevoked)
    },
    /** Every token that was ever given out, for tests that look for them where they must not be. */
    tokens: (): string[] => [...access.keys(), ...refresh.keys()],
    reset() {
      codes.clear()
      access.clear()
      refresh.clear()
    },
  }
}
export type Grants = ReturnType<typeof createGrants>

/** Whether a verifier answers the challenge; S256 is base64url here, as in RFC 7636. */
export function answersChallenge(verifier: string, { value, method }: NonNullable<Code['challenge']>): boolean {
  return value === (method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url'))
}
