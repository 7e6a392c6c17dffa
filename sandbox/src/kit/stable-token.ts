import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'

/**
 * The sandbox keeps grants in memory, and restarts would disconnect a product's accounts. So a token contains its own facts. The key is no secret:
 * anyone who reaches the sandbox can allow access on its consent page.
 */
const KEY = 'ninesixteen sandbox'

const factsSchema = z.object({
  clientKey: z.string(),
  userId: z.string(),
  scopes: z.array(z.string()),
  /** By the machine's clock, in milliseconds since 1970. */
  issuedAt: z.number(),
  /** In seconds since 1970; null for a token that does not expire. */
  expiresAt: z.number().nullable(),
})
export type TokenFacts = z.infer<typeof factsSchema>

export function seal(text: string): string {
  return createHmac('sha256', KEY).update(text).digest('base64url').slice(0, 32)
}

export function writeToken(prefix: string, facts: TokenFacts): string {
  const { clientKey, userId, scopes, issuedAt, expiresAt } = facts
  const body = [clientKey, userId, scopes.join(','), issuedAt, expiresAt ?? '', randomBytes(9).toString('base64url')].join(' ')
  const written = `${prefix}${Buffer.from(body).toString('base64url')}`
  return `${written}-${seal(written)}`
}

/** Null for what no sandbox wrote. */
export function readToken(prefix: string, token: string): TokenFacts | null {
  const written = token.slice(0, -33)
  if (!token.startsWith(prefix) || token !== `${written}-${seal(written)}`) return null
  const [clientKey, userId, scopes = '', issuedAt, expiresAt] = Buffer.from(written.slice(prefix.length), 'base64url')
    .toString('utf8')
    .split(' ')
  const facts = {
    clientKey,
    userId,
    scopes: scopes.split(',').filter(Boolean),
    issuedAt: Number(issuedAt),
    expiresAt: expiresAt ? Number(expiresAt) : null,
  }
  return factsSchema.safeParse(facts).data ?? null
}

/** Revocations of tokens, including those that a previous sandbox issued. */
export function createRevocations() {
  const endedAt = new Map<string, number>()
  const spent = new Set<string>()
  let forgottenAt = 0
  return {
    /** Revokes a user's grants up to now, to one application or to all. */
    end: (userId: string, clientKey = '*') => void endedAt.set(`${userId} ${clientKey}`, Date.now()),
    spend: (token: string) => void spent.add(token),
    isOver(token: string, { userId, clientKey, issuedAt }: TokenFacts): boolean {
      const ends = [forgottenAt, endedAt.get(`${userId} *`) ?? 0, endedAt.get(`${userId} ${clientKey}`) ?? 0]
      return spent.has(token) || ends.some((at) => issuedAt <= at)
    },
    reset() {
      endedAt.clear()
      spent.clear()
      forgottenAt = Date.now()
    },
  }
}
