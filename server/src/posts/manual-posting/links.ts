import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import { handOverLinks } from '../../db/schema-manual-posting.ts'
import type { SealedFor, Sealer } from '../../secrets/sealed.ts'
import { hashOfToken, newToken } from './token.ts'

/** A post and whose it is. */
export interface PostOf {
  userId: string
  postId: string
}

export const linkOwner = ({ userId, postId }: PostOf): SealedFor => ({ userId, purpose: `hand-over.${postId}` })

/** Makes the link of a post, which takes the place of the one before; returns its token. */
export async function putLink(tx: Tx, sealer: Sealer, { expiresAt, ...post }: PostOf & { expiresAt: Date }): Promise<string> {
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
    .insert(handOverLinks)
    .values({ ...post, ...fresh })
    .onConflictDoUpdate({ target: handOverLinks.postId, set: { ...fresh, createdAt: sql`now()` } })
  return token
}

export interface ShownLink {
  token: string
  expiresAt: Date
  openedAt: Date | null
}

/** The living link of a post, for its person; null where there is none, or another secret sealed it. */
export async function readLink(tx: Tx, sealer: Sealer, post: PostOf): Promise<ShownLink | null> {
  const [row] = await tx
    .select({ sealed: handOverLinks.sealed, expiresAt: handOverLinks.expiresAt, openedAt: handOverLinks.openedAt })
    .from(handOverLinks)
    .where(and(eq(handOverLinks.postId, post.postId), eq(handOverLinks.userId, post.userId), isAlive()))
  const token = row && sealer.open(row.sealed, linkOwner(post))
  return row && token ? { token, expiresAt: row.expiresAt, openedAt: row.openedAt } : null
}

/** Whose post a token leads to, while its link lives: the one question that is asked as nobody. */
export async function findPost(tx: Tx, token: string): Promise<PostOf | null> {
  const [row] = await tx
    .select({ userId: handOverLinks.userId, postId: handOverLinks.postId })
    .from(handOverLinks)
    .where(and(eq(handOverLinks.tokenHash, hashOfToken(token)), isAlive()))
  return row ?? null
}

const isAlive = () => sql`${handOverLinks.expiresAt} > now()`
