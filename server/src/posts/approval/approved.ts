import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'

/**
 * Whether the post in the row `post` may go out as far as its company's clients are concerned. The digest is compared here, each time: an approval
 * of another content is none, however the post was changed.
 */
export function isCleared(post: SQLWrapper): SQL<boolean> {
  return sql<boolean>`(
    not exists (select from companies c where c.id = ${post}.company_id and c.requires_approval)
    or exists (select from post_approvals a where a.post_id = ${post}.id and a.state = 'approved' and a.digest = app_post_digest(${post}.id)))`
}

/** The same check for a claimed post. The caller locks its row, so that no client decides meanwhile. */
export async function readCleared(tx: Tx, postId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ isCleared: boolean }>(
    sql`select ${isCleared(sql`p`)} as "isCleared" from scheduled_posts p where p.id = ${postId}::uuid`,
  )
  return rows[0]?.isCleared ?? false
}
