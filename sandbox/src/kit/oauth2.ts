import { createHash, randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import type { Clock } from './clock.ts'
import { createRevocations, readToken, writeToken } from './stable-token.ts'

/** A user's grant to an application. */
export interface Grant<SampleUser> {
  clientKey: string
  user: SampleUser
  scopes: string[]
  isRevoked: boolean
}

/** A PKCE challenge: the verifier itself, or its SHA-256 in one of two encodings. */
export interface Challenge {
  value: string
  digest: 'plain' | 'base64url' | 'hex'
}

interface Code<SampleUser> {
  grant: Grant<SampleUser>
  redirectUri: string
  challenge: Challenge | null
  /** Whether a refresh token comes with the access token. */
  isOffline: boolean
  /** In seconds. */
  expiresAt: number
}

interface Token<SampleUser> {
  grant: Grant<SampleUser>
  /** In seconds. */
  expiresAt: number
}

/** Lifetimes of tokens, in seconds; without `refreshSeconds` refresh tokens don't expire. */
export interface TokenLifetimes {
  accessSeconds: number
  refreshSeconds?: number
}

interface GrantsParts<SampleUser> {
  clock: Clock
  lives: TokenLifetimes
  codeSeconds: number
  prefixes: { code: string; access: string; refresh: string }
  userById(id: string): SampleUser | undefined
  /** Whether tokens of a previous sandbox are valid. */
  acceptsEarlierTokens: boolean
}

/** Codes, access and refresh tokens of an OAuth 2 provider, in memory. */
export function createGrants<SampleUser extends { id: string }>(parts: GrantsParts<SampleUser>) {
  const { clock, lives, codeSeconds, prefixes, userById, acceptsEarlierTokens } = parts
  const endings = createRevocations()
  const codes = new Map<string, Code<SampleUser>>()
  const access = new Map<string, Token<SampleUser>>()
  const refresh = new Map<string, Token<SampleUser>>()
  const live = <T extends Token<SampleUser>>(found: T | undefined): T | undefined =>
    found && !found.grant.isRevoked && found.expiresAt > clock.seconds() ? found : undefined

  /** A known token, or one that a previous sandbox issued. */
  const find = (known: Map<string, Token<SampleUser>>, prefix: string, token: string): Token<SampleUser> | undefined => {
    const facts = acceptsEarlierTokens && !known.has(token) ? readToken(prefix, token) : null
    const user = facts && userById(facts.userId)
    if (!facts || !user || endings.isOver(token, facts)) return known.get(token)
    const { clientKey, scopes, expiresAt } = facts
    known.set(token, { grant: { clientKey, user, scopes, isRevoked: false }, expiresAt: expiresAt ?? Infinity })
    return known.get(token)
  }
  const write = (
    known: Map<string, Token<SampleUser>>,
    prefix: string,
    { grant, seconds }: { grant: Grant<SampleUser>; seconds: number },
  ): string => {
    const { clientKey, user, scopes } = grant
    const expiresAt = clock.seconds() + seconds
    const facts = { clientKey, userId: user.id, scopes, issuedAt: Date.now(), expiresAt: expiresAt === Infinity ? null : expiresAt }
    const token = writeToken(prefix, facts)
    known.set(token, { grant, expiresAt })
    return token
  }

  return {
    authorize(grant: Omit<Code<SampleUser>, 'expiresAt'>): string {
      const code = `${prefixes.code}${randomBytes(24).toString('base64url')}`
      codes.set(code, { ...grant, expiresAt: clock.seconds() + codeSeconds })
      return code
    },
    /** The code of this application, which spends it: also with a wrong address or verifier, so that guessing gets one try. */
    spend(code: string, clientKey: string): Code<SampleUser> | undefined {
      const found = live(codes.get(code))
      if (found?.grant.clientKey !== clientKey) return undefined
      codes.delete(code)
      return found
    },
    issueAccess: (grant: Grant<SampleUser>): string => write(access, prefixes.access, { grant, seconds: lives.accessSeconds }),
    issueRefresh: (grant: Grant<SampleUser>): string =>
      write(refresh, prefixes.refresh, { grant, seconds: lives.refreshSeconds ?? Infinity }),
    grantOf: (accessToken: string): Grant<SampleUser> | undefined => live(find(access, prefixes.access, accessToken))?.grant,
    grantOfRefresh(refreshToken: string, clientKey?: string): Grant<SampleUser> | undefined {
      const grant = live(find(refresh, prefixes.refresh, refreshToken))?.grant
      return clientKey === undefined || grant?.clientKey === clientKey ? grant : undefined
    },
    /** Invalidates a refresh token that was replaced. */
    retire(refreshToken: string): void {
      refresh.delete(refreshToken)
      endings.spend(refreshToken)
    },
    /** Revokes a user's grants to an application, or to all of them. */
    revoke(user: SampleUser, clientKey?: string): number {
      endings.end(user.id, clientKey)
      const meant = [...access.values(), ...refresh.values(), ...codes.values()].filter(
        ({ grant }) => grant.user === user && (clientKey === undefined || grant.clientKey === clientKey),
      )
      for (const { grant } of meant) grant.isRevoked = true
      return meant.length
    },
    /** Applications with a valid grant of the user. */
    clientsOf(user: SampleUser): string[] {
      const theirs = [...refresh.values()].filter((token) => live(token)?.grant.user === user)
      return [...new Set(theirs.map(({ grant }) => grant.clientKey))]
    },
    /** Scopes that the user currently grants to an application; null without a grant. */
    scopesFor(user: SampleUser, clientKey: string): string[] | null {
      const tokens = [...refresh.values()].filter(({ grant }) => grant.user === user && grant.clientKey === clientKey)
      const valid = tokens.filter((token) => live(token))
      return valid.length === 0 ? null : [...new Set(valid.flatMap(({ grant }) => grant.scopes))]
    },
    /** Every token that was issued and not replaced, for tests that look for them where they must not be. */
    tokens: (): string[] => [...access.keys(), ...refresh.keys()],
    reset() {
      for (const known of [codes, access, refresh]) known.clear()
      endings.reset()
    },
  }
}

/** Whether a verifier answers the challenge. */
export function matchesChallenge(verifier: string, { value, digest }: Challenge): boolean {
  return value === (digest === 'plain' ? verifier : challengeOf(verifier, digest))
}

/** The challenge of a verifier: its SHA-256. */
export function challengeOf(verifier: string, digest: 'base64url' | 'hex'): string {
  return createHash('sha256').update(verifier).digest(digest)
}

/** The fields of a form; what is wrong with a body that is none, or repeats a field. */
export async function readForm(c: Context): Promise<Map<string, string> | 'no-form' | 'repeated'> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header('content-type') ?? '')) return 'no-form'
  const params = [...new URLSearchParams(await c.req.text())]
  const form = new Map(params)
  return form.size === params.length ? form : 'repeated'
}

export function bearerOf(c: Context): string {
  return /^Bearer (\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
}

/** Redirects to the application with these parameters; null ones are left out. */
export function redirectBack(c: Context, redirectUri: string, query: Record<string, string | null>): Response {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(query)) if (value !== null) url.searchParams.set(name, value)
  return c.redirect(url.href, 303)
}
