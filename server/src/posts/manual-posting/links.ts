import { and, eq, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../db/db.ts'
import { manualPostingLinks } from '../../db/schema-manual-posting.ts'
import type { SecretOwner, SecretBox } from '../../secrets/sealed.ts'

/** A post and its owner. */
export interface PostRef {
  userId: string
  postId: string
}

export const linkOwner = ({ userId, postId }: PostRef): SecretOwner => ({ userId, purpose: `hand-over.${postId}` })

/** Replaces the link of a post; returns the new token. */
export async function replaceLink(tx: Tx, sealer: SecretBox, { expiresAt, ...post }: PostRef & { expiresAt: Date }): Promise<string> {
  const token = newToken()
  const fresh = {
    tokenHash: hashOfToken(token),
    sealed: sealer.seal(token, linkOwner(post)),
    expiresAt,
    openedAt: null,
    usedAt: null,
    answer: null,
  }
  await tx
    .insert(manualPostingLinks)
    .values({ ...post, ...fresh })
    .onConflictDoUpdate({ target: manualPostingLinks.postId, set: { ...fresh, createdAt: sql`now()` } })
  return token
}

export interface PostingLink {
  token: string
  expiresAt: Date
  openedAt: Date | null
}

/** The valid link of a post, for its user; null without one, or when another secret sealed it. */
export async function readLink(tx: Tx, sealer: SecretBox, post: PostRef): Promise<PostingLink | null> {
  const [row] = await tx
    .select({ sealed: manualPostingLinks.sealed, expiresAt: manualPostingLinks.expiresAt, openedAt: manualPostingLinks.openedAt })
    .from(manualPostingLinks)
    .where(and(eq(manualPostingLinks.postId, post.postId), eq(manualPostingLinks.userId, post.userId), isAlive()))
  const token = row && sealer.open(row.sealed, linkOwner(post))
  return row && token ? { token, expiresAt: row.expiresAt, openedAt: row.openedAt } : null
}

/** The post of a token while its link is valid: the one query without a user. */
export async function findPost(tx: Tx, token: string): Promise<PostRef | null> {
  const [row] = await tx
    .select({ userId: manualPostingLinks.userId, postId: manualPostingLinks.postId })
    .from(manualPostingLinks)
    .where(and(eq(manualPostingLinks.tokenHash, hashOfToken(token)), isAlive()))
  return row ?? null
}

const isAlive = () => sql`${manualPostingLinks.expiresAt} > now()`

/** 256 bits cannot be guessed. */
const TOKEN_BYTES = 32

export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The database stores this digest of a token, in hex. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
