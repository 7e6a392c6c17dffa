import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'

/**
 * Which of these files something of the person's still shows or names: the photo library, a company, a connected account,
 * and every slide there is, be it of a slideshow, of an earlier version that can be restored, of a custom mode, or of a post
 * as it was scheduled, with the files drawn for it, or is going to be made again. A file that is missing here may go for good. Whatever comes to hold
 * paths of files belongs into one of the two statements.
 */
export async function referencedPaths(tx: Tx, userId: string, paths: readonly string[]): Promise<Set<string>> {
  const wanted = [...new Set(paths)]
  // Most are named by a row that has an index. Slides are read only for the rest: somebody may have thousands of posts.
  const named = await inRows(tx, userId, wanted)
  const rest = wanted.filter((path) => !named.has(path))
  return new Set([...named, ...(await inSlides(tx, userId, rest))])
}

async function inRows(tx: Tx, userId: string, wanted: readonly string[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const found = await tx.execute<{ path: string }>(sql`
    with wanted(path) as (select unnest(${sql.param([...wanted])}::text[]))
    select path from wanted where exists (select from media_items where user_id = ${userId} and file_path = wanted.path)
      or exists (select from post_media where user_id = ${userId} and path = wanted.path)
    union select logo_path from companies where user_id = ${userId} and logo_path in (select path from wanted)
    union select product_photo_path from companies where user_id = ${userId} and product_photo_path in (select path from wanted)
    union select avatar_url from social_accounts where user_id = ${userId} and avatar_url in (select path from wanted)`)
  return new Set(found.rows.map((row) => row.path))
}

async function inSlides(tx: Tx, userId: string, wanted: readonly string[]): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
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
    )
    select distinct path from named where path = any(${sql.param([...wanted])}::text[])`)
  return new Set(found.rows.map((row) => row.path))
}
