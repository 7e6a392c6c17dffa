import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'

/**
 * Which of these files something of the person's still shows or names: the photo library, a company, a connected account,
 * and every slide there is, be it of a slideshow, of an earlier version that can be restored, of a custom mode, or of a post
 * as it was scheduled, with the files drawn for it, or is going to be made again. A file that is missing here may go for good. Whatever comes to hold paths of files belongs into this
 * statement.
 */
export async function referencedPaths(tx: Tx, userId: string, paths: readonly string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const wanted = sql.param([...new Set(paths)])
  // In lax mode a member of an array is the member of its elements: one path reads a slide as well as a list of slides.
  const found = await tx.execute<{ path: string }>(sql`
    with documents(doc) as (
      select data from slides where user_id = ${userId}
      union all select slides from project_versions where user_id = ${userId}
      union all select slides from custom_modes where user_id = ${userId}
      union all select snapshot from scheduled_posts where user_id = ${userId}
      union all select snapshot from post_repeats where user_id = ${userId} and ended_at is null
    ), named(path) as (
      select value #>> '{}' from documents cross join lateral (
        select jsonb_path_query(doc, 'lax $.backgroundImage')
        union all select jsonb_path_query(doc, 'lax $.logoImage')
        union all select jsonb_path_query(doc, 'lax $.imageBoxes.imageUrl')
      ) as pictures(value)
      union all select file_path from media_items where user_id = ${userId}
      union all select path from post_media where user_id = ${userId}
      union all select logo_path from companies where user_id = ${userId}
      union all select product_photo_path from companies where user_id = ${userId}
      union all select avatar_url from social_accounts where user_id = ${userId}
    )
    select distinct path from named where path = any(${wanted}::text[])`)
  return new Set(found.rows.map((row) => row.path))
}
