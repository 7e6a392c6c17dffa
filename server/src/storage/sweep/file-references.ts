import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'

/**
 * The given files that a user's data still refers to: photo library, fonts, companies and their brands, connected accounts, and all slides: of slideshows,
 * restorable versions, custom modes, templates, scheduled posts with their media, recurring posts, and renders. A file missing here may be deleted for good.
 * Any new column with file paths belongs into one of the two statements.
 */
export async function referencedPaths(tx: Tx, userId: string, paths: readonly string[]): Promise<Set<string>> {
  const unique = [...new Set(paths)]
  // Most are found by an index. Slides are searched only for the rest: a user may have thousands of posts.
  const referenced = await inRows(tx, userId, unique)
  const rest = unique.filter((path) => !referenced.has(path))
  return new Set([...referenced, ...(await inSlides(tx, userId, rest))])
}

async function inRows(tx: Tx, userId: string, candidates: readonly string[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set()
  const found = await tx.execute<{ path: string }>(sql`
    with wanted(path) as (select unnest(${sql.param([...candidates])}::text[]))
    select path from wanted where exists (select from media_items where user_id = ${userId} and file_path = wanted.path)
      or exists (select from fonts where user_id = ${userId} and file_path = wanted.path)
      or exists (select from brands where user_id = ${userId} and wanted.path in (data ->> 'headlineFont', data ->> 'textFont'))
      or exists (select from post_media where user_id = ${userId} and path = wanted.path)
      or exists (select from renders where user_id = ${userId} and path = wanted.path)
      or exists (select from runs where user_id = ${userId} and result ->> 'path' = wanted.path)
      or exists (select from sound_tracks where user_id = ${userId} and file_path = wanted.path)
    union select film #>> '{sound,path}' from scheduled_posts where user_id = ${userId} and film #>> '{sound,path}' in (select path from wanted)
    union select film #>> '{sound,path}' from post_repeats
      where user_id = ${userId} and ended_at is null and film #>> '{sound,path}' in (select path from wanted)
    union select video #>> '{sound,path}' from renders where user_id = ${userId} and video #>> '{sound,path}' in (select path from wanted)
    union select payload #>> '{video,sound,path}' from runs
      where user_id = ${userId} and payload #>> '{video,sound,path}' in (select path from wanted)
    union select logo_path from companies where user_id = ${userId} and logo_path in (select path from wanted)
    union select product_photo_path from companies where user_id = ${userId} and product_photo_path in (select path from wanted)
    union select avatar_url from social_accounts where user_id = ${userId} and avatar_url in (select path from wanted)`)
  return new Set(found.rows.map((row) => row.path))
}

async function inSlides(tx: Tx, userId: string, candidates: readonly string[]): Promise<Set<string>> {
  if (candidates.length === 0) return new Set()
  // In lax mode a member accessor on an array applies to its elements: one path matches a slide as well as a list of slides.
  const found = await tx.execute<{ path: string }>(sql`
    with documents(doc) as (
      select data from slides where user_id = ${userId}
      union all select slides from project_versions where user_id = ${userId}
      union all select slides from custom_modes where user_id = ${userId}
      union all select slides from slideshow_templates where user_id = ${userId}
      union all select snapshot from scheduled_posts where user_id = ${userId}
      union all select slides from renders where user_id = ${userId}
      union all select payload -> 'slides' from runs where user_id = ${userId} and payload is not null
      union all select snapshot from post_repeats where user_id = ${userId} and ended_at is null
    ), named(path) as (
      select value #>> '{}' from documents cross join lateral (
        select jsonb_path_query(doc, 'lax $.backgroundImage')
        union all select jsonb_path_query(doc, 'lax $.logoImage')
        union all select jsonb_path_query(doc, 'lax $.imageBoxes.imageUrl')
        union all select jsonb_path_query(doc, 'lax $.textBoxes.font')
      ) as pictures(value)
    )
    select distinct path from named where path = any(${sql.param([...candidates])}::text[])`)
  return new Set(found.rows.map((row) => row.path))
}
