import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import type pg from 'pg'

export interface PlantedSize {
  people: number
  posts: number
  /** Of them, those whose time is to come, over the next two months. */
  waiting: number
}

/** Pictures of a post are kept for so long after it went out. */
const PICTURE_DAYS = 30
const MONTH_DAYS = 30.4
/** One post in so many has its lines of history and its attempt. */
const WITH_HISTORY = 10
const NOTICES_EACH = 20
const MAILS_EACH = 10

export async function plantPeople(client: pg.Client, people: number): Promise<void> {
  const statements = [
    `insert into users (id, name, email, email_verified, created_at, seen_at)
     select pg_temp.person(n), 'Person ' || n, 'person-' || n || '@example.org', true, now() - interval '24 months' * (n::float8 / $1), now()
     from generate_series(0, $1::int - 1) n`,
    `insert into user_settings (user_id, pro_plan) select pg_temp.person(n), true from generate_series(0, $1::int - 1) n`,
    `insert into accounts (id, account_id, provider_id, user_id)
     select md5('account ' || n), pg_temp.person(n), 'credential', pg_temp.person(n) from generate_series(0, $1::int - 1) n`,
    `insert into sessions (id, token, user_id, expires_at)
     select md5('session ' || n), md5('token ' || n), pg_temp.person(n), now() + interval '7 days' from generate_series(0, $1::int - 1) n`,
    `insert into companies (id, user_id, name)
     select pg_temp.row_id('company', n), pg_temp.person(n), 'Company ' || n from generate_series(0, $1::int - 1) n`,
    `insert into projects (id, user_id, title, content_type, slide_count, created_at, updated_at)
     select pg_temp.row_id('project', n), pg_temp.person(n % $1::int), 'Calm mornings, part ' || n, 'numbered-list', 3, at, at
     from generate_series(0, $1::bigint * 10 - 1) n, lateral (select now() - interval '24 months' * pg_temp.anywhere(n) as at) made`,
  ]
  for (const statement of statements) await client.query(statement, [people])
  await client.query(
    `insert into social_accounts (user_id, platform, account_id, username, access_token)
     select pg_temp.person(n), platform, 'of-' || n, 'person-' || n, 'sealed.v1.none' from generate_series(0, $1::int - 1) n, unnest($2::text[]) platform`,
    [people, PLATFORM_IDS],
  )
  await client.query(
    `insert into publish_lanes (user_id, platform, account_id) select user_id, platform, account_id from social_accounts on conflict do nothing`,
  )
}

/** A picture of each post that still has them, the history of a part of what went out, and what people were told. */
export async function plantBeside(client: pg.Client, { people, posts, waiting }: PlantedSize): Promise<void> {
  const path = `pg_temp.person(p) || '/1700000000000_' || left(md5('file ' || n), 12) || '.jpg'`
  const shown = Math.round(waiting + ((posts - waiting) * PICTURE_DAYS) / (22 * MONTH_DAYS))
  const recent = `generate_series($1::bigint - $2::bigint, $1::bigint - 1) n, lateral (select pg_temp.whose(n, $3) as p) w`
  const ended = `generate_series(0, $1::bigint - $2::bigint - 1, ${WITH_HISTORY}) n, lateral (select pg_temp.person(pg_temp.whose(n, $3)) as person) w`
  const ofPosts: [string, number][] = [
    [
      `insert into files (path, user_id, state, mime_type, bytes, width, height, created_at)
       select ${path}, pg_temp.person(p), 'stored', 'image/jpeg', 200000, 1080, 1920, now() - interval '8 days' from ${recent}`,
      shown,
    ],
    [
      `insert into post_media (user_id, post_id, position, path, mime_type, bytes, width, height, sha256)
       select pg_temp.person(p), pg_temp.row_id('post', n), 0, ${path}, 'image/jpeg', 200000, 1080, 1920, md5('a' || n) || md5('b' || n) from ${recent}`,
      shown,
    ],
    [
      `insert into post_events (user_id, post_id, kind, text)
       select person, pg_temp.row_id('post', n), kind, 'by the clock' from ${ended}, unnest(array['scheduled', 'sending', 'accepted', 'published']) kind`,
      waiting,
    ],
    [
      `insert into publish_attempts (user_id, post_id, attempt, phase, marker, remote_id, live, finished_at)
       select person, pg_temp.row_id('post', n), 1, 'published', 'm' || n, 'r' || n, false, now() from ${ended}`,
      waiting,
    ],
  ]
  for (const [statement, count] of ofPosts) await client.query(statement, [posts, count, people])
  const told = (each: number) =>
    `generate_series(0, $1::bigint * ${each} - 1) n, lateral (select now() - interval '89 days' * pg_temp.anywhere(n) as at) made`
  await client.query(
    `insert into notices (user_id, kind, cause, title, body, href, created_at, seen_at)
     select pg_temp.person(n % $1), 'failed', 'failed', 'A post failed', 'The platform refused it.', '/post_scheduler', at, case when n % 5 > 0 then at end
     from ${told(NOTICES_EACH)}`,
    [people],
  )
  await client.query(
    `insert into mails (user_id, template, state, attempts, created_at, sent_at)
     select pg_temp.person(n % $1), 'notices', case when n % 100 = 0 then 'refused' else 'sent' end, 1, at, at from ${told(MAILS_EACH)}`,
    [people],
  )
}
