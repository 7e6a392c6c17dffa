import { randomBytes } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import { createRevocations, readToken, seal, writeToken } from '../kit/stable-token.ts'
import { userById, type SampleUser } from './users.ts'

interface RequestToken {
  token: string
  secret: string
  consumerKey: string
  callback: string
  expiresAt: number
  /** Set when the user allowed it; null after a denial or its use. */
  allowed: { user: SampleUser; verifier: string } | null
  isDecided: boolean
}

export interface AccessToken {
  token: string
  secret: string
  consumerKey: string
  user: SampleUser
}

/** The documents name no life of a request token. */
const REQUEST_SECONDS = 600
/** Maximum difference of a signature's timestamp, in seconds. */
export const CLOCK_SKEW = 300

/** So many nonces are remembered: more than a machine signs in twice that time. */
const NONCES = 500_000

/** Request and access tokens and the nonces that were used, in memory. */
export function createTokens({ clock, acceptsEarlierTokens }: { clock: Clock; acceptsEarlierTokens: boolean }) {
  const endings = createRevocations()
  const requests = new Map<string, RequestToken>()
  const accesses = new Map<string, AccessToken>()
  const nonces = new Set<string>()
  const issue = (consumerKey: string, user: SampleUser): AccessToken => {
    const facts = { clientKey: consumerKey, userId: user.id, scopes: [], issuedAt: Date.now(), expiresAt: null }
    const token = writeToken('', facts)
    const access = { token, secret: secretOf(token), consumerKey, user }
    accesses.set(token, access)
    return access
  }
  /** A known token, or one that a previous sandbox issued. */
  const find = (token: string): AccessToken | undefined => {
    const facts = acceptsEarlierTokens && !accesses.has(token) ? readToken('', token) : null
    const user = facts && userById(facts.userId)
    if (facts && user && !endings.isOver(token, facts)) {
      accesses.set(token, { token, secret: secretOf(token), consumerKey: facts.clientKey, user })
    }
    return accesses.get(token)
  }
  const fresh = () => randomBytes(25).toString('base64url')

  return {
    request(consumerKey: string, callback: string): RequestToken {
      const expiresAt = clock.seconds() + REQUEST_SECONDS
      const requestToken = { token: fresh(), secret: fresh(), consumerKey, callback, expiresAt, allowed: null, isDecided: false }
      requests.set(requestToken.token, requestToken)
      return requestToken
    },
    findRequest(token: string): RequestToken | undefined {
      const found = requests.get(token)
      return found && found.expiresAt > clock.seconds() ? found : undefined
    },
    findAccess: find,
    /** Records the user's decision; each request token is decided once. */
    decide(request: RequestToken, user: SampleUser | null): string {
      request.isDecided = true
      const verifier = fresh()
      request.allowed = user && { user, verifier }
      return verifier
    },
    /** An access token for a request token, which is used up. It does not expire. */
    trade(request: RequestToken, user: SampleUser): AccessToken {
      requests.delete(request.token)
      return issue(request.consumerKey, user)
    },
    issue,
    /** As if the user removed the application. */
    revoke(user: SampleUser): number {
      endings.end(user.id)
      const theirs = [...accesses.values()].filter((access) => access.user === user)
      for (const { token } of theirs) accesses.delete(token)
      return theirs.length
    },
    /** False when this nonce came before with the same time and token (RFC 5849, 3.3). */
    isNew(...parts: readonly string[]): boolean {
      const key = JSON.stringify(parts)
      if (nonces.has(key)) return false
      nonces.add(key)
      const [oldest] = nonces
      if (nonces.size > NONCES && oldest !== undefined) nonces.delete(oldest)
      return true
    },
    /** Every access token with its secret, and the secrets of request tokens, which no browser sees. */
    all: () => [
      ...[...accesses.values()].flatMap(({ token, secret }) => [token, secret]),
      ...[...requests.values()].map(({ secret }) => secret),
    ],
    reset() {
      requests.clear()
      accesses.clear()
      nonces.clear()
      endings.reset()
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>

/** A separate seal: the one at the end of the token is public. */
function secretOf(token: string): string {
  return seal(`secret ${token}`)
}
