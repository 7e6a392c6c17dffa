import { sql } from 'drizzle-orm'
import type { MediaUsage } from '@ninesixteen/shared/api/media'
import type { Tx } from '../../db/db.ts'

/** Uses of each kind that are listed; the rest is only counted. */
const NAMED_MAX = 20

interface Found extends Record<string, unknown> {
  kind: 'project' | 'version' | 'post' | 'mode' | 'template' | 'company'
  id: string
  title: string
  platform: string | null
  /** Null for a draft. */
  at: Date | string | null
  paths: string[]
}

/** Everything that shows these files now, or can be restored to show them. */
export async function usageOf(tx: Tx, userId: string, paths: readonly string[]): Promise<MediaUsage> {
  const shown = (document: ReturnType<typeof sql>) => sql`
    cross join lateral (
      select jsonb_path_query(${document}, 'lax $.backgroundImage')
      union all select jsonb_path_query(${document}, 'lax $.logoImage')
      union all select jsonb_path_query(${document}, 'lax $.imageBoxes.imageUrl')
    ) as pictures(value)
    where value #>> '{}' = any(${sql.param(paths)}::text[])`
  const found = await tx.execute<Found>(sql`
    with uses(kind, id, path) as (
      select 'project', s.project_id, value #>> '{}' from (select * from slides where user_id = ${userId}) s ${shown(sql`s.data`)}
      union all
      select 'post', p.id, value #>> '{}' from (
        select * from scheduled_posts where user_id = ${userId} and status = 'pending'
      ) p ${shown(sql`p.snapshot`)}
      union all
      select 'mode', m.id, value #>> '{}' from (select * from custom_modes where user_id = ${userId}) m ${shown(sql`m.slides`)}
      union all
      select 'template', t.id, value #>> '{}' from (select * from slideshow_templates where user_id = ${userId}) t ${shown(sql`t.slides`)}
      union all
      select 'version', v.project_id, value #>> '{}' from (
        select * from project_versions where user_id = ${userId}
      ) v ${shown(sql`v.slides`)}
      union all
      select 'company', c.id, path from companies c cross join lateral unnest(array[c.logo_path, c.product_photo_path]) as path
        where user_id = ${userId} and path = any(${sql.param(paths)}::text[])
    )
    select uses.kind, uses.id, array_agg(distinct path) as paths,
      coalesce(min(projects.title), min(custom_modes.name), min(slideshow_templates.name), min(titles.title), min(companies.name), '') as title,
      min(scheduled_posts.platform) as platform,
      coalesce(min(projects.updated_at), min(scheduled_posts.scheduled_time), min(custom_modes.created_at),
        min(slideshow_templates.created_at), min(companies.created_at)) as at
    from uses
      left join projects on uses.kind in ('project', 'version') and projects.id = uses.id
      left join custom_modes on uses.kind = 'mode' and custom_modes.id = uses.id
      left join slideshow_templates on uses.kind = 'template' and slideshow_templates.id = uses.id
      left join scheduled_posts on uses.kind = 'post' and scheduled_posts.id = uses.id
      left join companies on uses.kind = 'company' and companies.id = uses.id
      left join projects titles on titles.id = scheduled_posts.project_id
    group by uses.kind, uses.id
    order by uses.kind, at desc`)
  return present(found.rows)
}

function present(rows: readonly Found[]): MediaUsage {
  const of = (kind: Found['kind']) => rows.filter((row) => row.kind === kind)
  const titled = (found: readonly Found[]) => ({
    total: found.length,
    named: found.slice(0, NAMED_MAX).map(({ id, title }) => ({ id, title })),
  })
  const named = (found: readonly Found[]) => ({
    total: found.length,
    named: found.slice(0, NAMED_MAX).map(({ id, title }) => ({ id, name: title })),
  })
  const [projects, posts] = [of('project'), of('post')]
  const shown = new Set(projects.map(({ id }) => id))
  return {
    photos: new Set(rows.flatMap((row) => row.paths)).size,
    projects: titled(projects),
    versions: titled(of('version').filter(({ id }) => !shown.has(id))),
    posts: {
      total: posts.length,
      named: posts.slice(0, NAMED_MAX).map(({ id, title, platform, at }) => ({
        id,
        title,
        platform: platform ?? '',
        scheduledTime: at === null ? null : new Date(at).toISOString(),
      })),
    },
    modes: named(of('mode')),
    templates: named(of('template')),
    companies: named(of('company')),
  }
}
