import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import type pg from 'pg'
import { plantBeside, plantPeople, type PlantedSize } from './plant-beside.ts'

/** How long each index took to make, in seconds. */
export type IndexSeconds = Record<string, number>

/** So many posts are written by a statement. */
const TOGETHER = 500_000

/** Ids are made of numbers, so that what refers to a row needs no look at it. */
const IDS = `
  create function pg_temp.person(n bigint) returns text language sql immutable as $$ select md5('person ' || n) $$;
  create function pg_temp.row_id(kind text, n bigint) returns uuid language sql immutable 
  as $$ select overlay(overlay(md5(kind || ' ' || n) placing '4' from 13) placing '8' from 17)::uuid $$;
  /* Between 0 and 1, without an order. */
  create function pg_temp.anywhere(n bigint) returns float8 language sql immutable as $$ select n * 7919 % 100003 / 100003::float8 $$;
  /* A tenth of the people has half of all posts. */
  create function pg_temp.whose(n bigint, people bigint) returns bigint language sql immutable
  as $$ select case when n % 2 = 0 then n / 2 % (people / 10) else people / 10 + n / 2 % (people - people / 10) end $$;`

const WITH_INDEXES = ['scheduled_posts', 'post_media', 'post_events', 'publish_attempts', 'files', 'notices', 'mails']

/** People, what they have, and their posts of 24 months: 22 that went out and two to come. Past triggers and foreign keys, which would look at each row. */
export async function plantPosts(client: pg.Client, size: PlantedSize): Promise<IndexSeconds> {
  await client.query(
    `set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '1GB'; ${IDS}`,
  )
  await plantPeople(client, size.people)
  const seconds = await withoutIndexes(client, WITH_INDEXES, async () => {
    for (let from = 0; from < size.posts; from += TOGETHER)
      await plantSome(client, size, { from, to: Math.min(size.posts, from + TOGETHER) })
    await plantBeside(client, size)
  })
  await client.query('set session_replication_role = origin; set synchronous_commit = on')
  await client.query('vacuum analyze')
  return seconds
}

/** Two of five are of three slides, the others of one. */
const snapshotOf = (slides: number): string =>
  JSON.stringify(Array.from({ length: slides }, (_, slide) => buildSlide(`${slide + 1}. open a window before you open your phone`)))

export async function plantSome(
  client: pg.Client,
  { people, posts, waiting }: PlantedSize,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await client.query(
    `insert into scheduled_posts (id, user_id, project_id, project_version, company_id, platform, account_id, scheduled_time, caption, description,
       status, published_at, error_code, error_message, delivery, snapshot, options, request_id, next_at, attempts, remote_id, remote_url, created_at, updated_at)
     select pg_temp.row_id('post', n), pg_temp.person(p), pg_temp.row_id('project', p + n / 7 % 10 * $3), 1,
       case when p % 4 = 0 then pg_temp.row_id('company', p) end, platform, 'of-' || p, at, 'the first hour of the day is yours, ' || n,
       repeat('Five small things that changed how the day feels. ', 3),
       case when is_open then 'pending' when bad > 3 then 'published' else 'failed' end, case when not is_open and bad > 3 then at end,
       case when not is_open and bad <= 2 then 'refused' end, case when not is_open and bad <= 3 then 'The platform refused it.' end,
       case when is_open then 'waiting' when bad > 3 then 'published' when bad = 3 then 'cancelled' else 'failed' end,
       case when n / 2 % 5 < 2 then $5::jsonb else $8::jsonb end,
       jsonb_build_object('platform', platform, 'blog', 'moss'), pg_temp.row_id('request', n), case when is_open then at end,
       (not is_open)::int, case when not is_open and bad > 3 then 'r' || n end, case when not is_open and bad > 3 then 'https://example.org/' || n end,
       at - interval '10 days', case when is_open then at - interval '10 days' else at end
     from generate_series($1::bigint, $2::bigint - 1) n,
       lateral (select pg_temp.whose(n, $3) as p, n >= $4::bigint - $6::bigint as is_open, n * 37 % 100 as bad, ($7::text[])[1 + n / 3 % cardinality($7::text[])] as platform) made,
       lateral (select case when is_open then now() + interval '2 hours' + interval '2 months' * ((n - $4 + $6)::float8 / $6)
         else now() - interval '22 months' * (1 - (n::float8 / ($4 - $6))) end as at) due`,
    [from, to, people, posts, snapshotOf(3), waiting, PLATFORM_IDS, snapshotOf(1)],
  )
}

/** Takes the indexes away that no constraint needs, and makes them again: a third of the time that they would take row by row. */
async function withoutIndexes(client: pg.Client, tables: readonly string[], plant: () => Promise<void>): Promise<IndexSeconds> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await plant()
  const seconds: IndexSeconds = {}
  for (const { name, definition } of rows) {
    const begun = performance.now()
    await client.query(definition)
    seconds[name] = (performance.now() - begun) / 1000
  }
  return seconds
}
