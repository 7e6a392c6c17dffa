import { PLATFORM_IDS } from '@ninesixteen/server/testing/crowd'
import pg from 'pg'
import { startProduct } from '../product.ts'
import type { BenchTable } from '../table.ts'
import { keysTable } from './keys.ts'
import { makePeople, privateDatabase } from './people.ts'

const PEOPLE = 20
const PROJECTS = 10
/** Copies of the slideshows as posts that went out: ten pictures, four lines of history and one attempt each. */
const POSTS = 4000
const PICTURES = 10

const OF_SLIDESHOWS = ['projects', 'slides', 'project_versions']
const OF_POSTS = ['scheduled_posts', 'post_media', 'post_events', 'publish_attempts', 'publish_lanes', 'files']

/** What rows take in the database, with indexes and what large values take beside them: for the size of a database to come. */
export async function run(): Promise<BenchTable[]> {
  const product = await startProduct({ env: { TRUST_PROXY: 'true' } })
  const client = new pg.Client({ ...privateDatabase(product.dataDir), options: '-c app.system=on' })
  try {
    await client.connect()
    const bytesOf = async (tables: readonly string[]): Promise<number> => {
      for (const table of tables) await client.query(`vacuum (full, analyze) ${table}`)
      const { rows } = await client.query<{ bytes: number }>(
        'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name',
        [tables],
      )
      return rows[0]?.bytes ?? 0
    }
    const [empty, none] = [await bytesOf(OF_SLIDESHOWS), await bytesOf(OF_POSTS)]
    await makePeople(product, { count: PEOPLE, projects: PROJECTS })
    const slideshows = (await bytesOf(OF_SLIDESHOWS)) - empty
    await plantPosts(client)
    const posts = (await bytesOf(OF_POSTS)) - none
    const row = (name: string, bytes: number, count: number) => [name, count, bytes / count / 1024, (bytes / count) * 1e-3]
    const sizes: BenchTable = {
      title: 'What rows take in the database, with their indexes, freshly written',
      columns: ['what', 'measured over', 'kB each', 'GB a million'],
      rows: [
        row('a slideshow of ten slides', slideshows, PEOPLE * PROJECTS),
        row(`a post of it that went out, with ${PICTURES} pictures of its own`, posts, POSTS),
      ],
      gates: [],
    }
    return [sizes, await keysTable(client)]
  } finally {
    await client.end()
    await product.stop()
  }
}

async function plantPosts(client: pg.Client): Promise<void> {
  await client.query(
    `with shows as (
       select p.id, p.user_id, row_number() over (order by p.id) - 1 as number, count(*) over () as of,
         (select jsonb_agg(s.data order by s.number) from slides s where s.project_id = p.id) as snapshot
       from projects p
     ), posts as (
       insert into scheduled_posts (user_id, platform, account_id, project_id, scheduled_time, caption, description, snapshot, options, status, delivery)
       select user_id, $3, 'of-' || user_id, id, now() - make_interval(mins => n), 'the first hour of the day is yours',
         repeat('Five small things that changed how the day feels. ', 4), snapshot, jsonb_build_object('platform', $3::text, 'blog', 'moss'), 'published', 'published'
       from generate_series(0, $1::int - 1) n join shows on shows.number = n % shows.of
       returning id, user_id
     ), pictures as (
       insert into files (path, user_id, state, mime_type, bytes, width, height)
       select user_id || '/1700000000000_' || left(replace(gen_random_uuid()::text, '-', ''), 12) || '.jpg', user_id, 'stored', 'image/jpeg', 200000, 1080, 1920
       from posts, generate_series(1, $2::int)
       returning path, user_id
     ), media as (
       select path, user_id, row_number() over (partition by user_id) - 1 as number from pictures
     ), own as (
       select id, user_id, row_number() over (partition by user_id) - 1 as number from posts
     ), kept as (
       insert into post_media (user_id, post_id, position, path, mime_type, bytes, width, height, sha256)
       select own.user_id, own.id, media.number % $2::int, path, 'image/jpeg', 200000, 1080, 1920, md5(path) || md5(path)
       from own join media on media.user_id = own.user_id and media.number / $2::int = own.number
     ), told as (
       insert into post_events (user_id, post_id, kind, text)
       select user_id, id, kind, 'by the clock' from posts, unnest(array['scheduled', 'sending', 'accepted', 'published']) kind
     )
     insert into publish_attempts (user_id, post_id, attempt, phase, marker, remote_id, live, finished_at)
     select user_id, id, 1, 'published', id::text, id::text, false, now() from posts`,
    [POSTS, PICTURES, PLATFORM_IDS[0]],
  )
}
