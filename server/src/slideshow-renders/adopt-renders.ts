import { sql } from 'drizzle-orm'
import type { Db } from '../db/db.ts'
import { renderRun } from './render-kind.ts'

/** Moves renders of version 0.3.0 to the runs: all but those that one of its processes works on. */
export async function adoptRenders({ db }: { db: Db }): Promise<void> {
  await db.asSystem((tx) =>
    tx.execute(sql`
      with adopted as (
        delete from renders where status <> 'running' or lease_until < now()
        returning *, status in ('waiting', 'running') as is_unfinished
      )
      insert into runs (id, user_id, company_id, project_id, kind, title, input, payload, state, done, total, result, error, created_at, started_at,
        ended_at, expires_at)
      select id, user_id, company_id, project_id, ${renderRun.name}, title,
        jsonb_build_object('version', version, 'type', type, 'format', format),
        case when is_unfinished then jsonb_build_object('slides', slides, 'video', video) end,
        case when is_unfinished then 'waiting' else status end,
        case status when 'done' then 1 else 0 end, 1,
        case status when 'done' then jsonb_build_object('path', path, 'bytes', bytes) end,
        case status when 'failed' then jsonb_build_object('code', coalesce(failure->>'code', 'INTERNAL'), 'details', coalesce(failure->'details', '{}')) end,
        created_at, started_at,
        case when not is_unfinished then expires_at - interval '1 day' end,
        case when not is_unfinished then expires_at end
      from adopted
      on conflict do nothing`),
  )
}
