import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import { createEndings, readToken, writeToken } from '../kit/stable-token.ts'
import { personById, type Person } from './people.ts'

/** A user's grant to an application. */
export interface Grant {
  clientKey: string
  person: Person
  scopes: string[]
  isRevoked: boolean
}

interface Code {
  grant: Grant
  redirectUri: string
  challenge: string | null
  expiresAt: number
}

interface Token {
  grant: Grant
  /** In seconds. */
  expiresAt: number
}

const ACCESS = 'act.'
const REFRESH = 'rft.'

/** The documents name no life of a code; five minutes are more than a redirect takes. */
const CODE_SECONDS = 300
export const ACCESS_SECONDS = 86_400
export const REFRESH_SECONDS = 31_536_000

export interface Lives {
  accessSeconds: number
  refreshSeconds: number
}

interface GrantsParts {
  clock: Clock
  lives: Lives
  /** Whether tokens of the sandbox that ran before are good here. */
  isLasting: boolean
}

/** Codes, access and refresh tokens of the imitated platform, in memory. */
export function createGrants({ clock, lives, isLasting }: GrantsParts) {
  const endings = createEndings()
  const codes = new Map<string, Code>()
  const access = new Map<string, Token>()
  const refresh = new Map<string, Token>()
  const fresh = (prefix: string) => `${prefix}${randomBytes(24).toString('base64url')}`
  const live = <T extends { grant: Grant; expiresAt: number }>(found: T | undefined): T | undefined =>
    found && !found.grant.isRevoked && found.expiresAt > clock.seconds() ? found : undefined

  /** The token as it is known, or as it says itself. */
  const find = (known: Map<string, Token>, prefix: string, token: string): Token | undefined => {
    const facts = isLasting && !known.has(token) ? readToken(prefix, token) : null
    const person = facts && personById(facts.person)
    if (!facts || !person || endings.isOver(token, facts)) return known.get(token)
    const { clientKey, scopes, expiresAt } = facts
    known.set(token, { grant: { clientKey, person, scopes, isRevoked: false }, expiresAt: expiresAt ?? 0 })
    return known.get(token)
  }

  function issue(grant: Grant) {
    const { clientKey, person, scopes } = grant
    const write = (prefix: string, seconds: number) => {
      const expiresAt = clock.seconds() + seconds
      const facts = { clientKey, person: person.id, scopes, issuedAt: Date.now(), expiresAt }
      return { token: writeToken(prefix, facts), expiresAt }
    }
    const [own, further] = [write(ACCESS, lives.accessSeconds), write(REFRESH, lives.refreshSeconds)]
    access.set(own.token, { grant, expiresAt: own.expiresAt })
    refresh.set(further.token, { grant, expiresAt: further.expiresAt })
    return { grant, accessToken: own.token, refreshToken: further.token }
  }

  return {
    /** A single-use code. Real ones hold `*` and `!`, which hand-built addresses spoil; so do these. */
    authorize(given: Omit<Code, 'expiresAt'>): string {
      const code = fresh('v4.sbx*1!')
      codes.set(code, { ...given, expiresAt: clock.seconds() + CODE_SECONDS })
      return code
    },
    /** The code, if it is unused. */
    peek: (code: string): Code | undefined => live(codes.get(code)),
    spend: (code: string): void => void codes.delete(code),
    issue,
    /** New tokens for old; the old refresh token is dead from here on. */
    rotate(refreshToken: string, clientKey: string) {
      const found = live(find(refresh, REFRESH, refreshToken))
      if (!found || found.grant.clientKey !== clientKey) return undefined
      refresh.delete(refreshToken)
      endings.spend(refreshToken)
      return issue(found.grant)
    },
    grantOf: (accessToken: string): Grant | undefined => live(find(access, ACCESS, accessToken))?.grant,
    /** Revokes a user's grants to an application, or to all of them. */
    revoke(person: Person, clientKey?: string): number {
      endings.end(person.id, clientKey)
      const meant = [...access.values(), ...refresh.values(), ...codes.values()].filter(
        ({ grant }) => grant.person === person && (clientKey === undefined || grant.clientKey === clientKey),
      )
      for (const { grant } of meant) grant.isRevoked = true
      return meant.length
    },
    /** Applications with a valid grant of the user. */
    clientsOf(person: Person): string[] {
      const theirs = [...refresh.values()].filter((token) => live(token)?.grant.person === person)
      return [...new Set(theirs.map(({ grant }) => grant.clientKey))]
    },
    /** The user's current grant to an application. */
    standing(person: Person, clientKey: string): string[] {
      const tokens = [...refresh.values()].filter(({ grant }) => grant.person === person && grant.clientKey === clientKey)
      return [...new Set(tokens.filter((token) => live(token)).flatMap(({ grant }) => grant.scopes))]
    },
    /** Every token that was given out and not replaced. */
    tokens: () => [...access.keys(), ...refresh.keys()],
    reset() {
      for (const kept of [codes, access, refresh]) kept.clear()
      endings.reset()
    },
  }
}
export type Grants = ReturnType<typeof createGrants>

/** The challenge a verifier answers: SHA-256 in lower-case hex, unlike RFC 7636 with its base64url. */
export function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('hex')
}
