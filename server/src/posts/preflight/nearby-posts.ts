import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../db/db.ts'
import type { PlannedPost } from './planned-post.ts'

/** Other posts to the same account around a post's time. */
export interface NearbyPosts {
  /** Within the 24 hours up to its time. */
  day: { posts: number; pictures: number }
  same: SamePost | null
}

/** A post of the same slideshow that goes, or went, to the same account: the one nearest in time. */
export interface SamePost {
  id: string
  at: Date
}

const DAY_MS = 24 * 60 * 60 * 1000
const NOTHING: NearbyPosts = { day: { posts: 0, pictures: 0 }, same: null }

/** Nearby posts of each post, in one query; counts the other posts of the same request. */
export async function nearbyPosts(
  tx: Tx,
  userId: string,
  { posts, now }: { posts: readonly PlannedPost[]; now: Date },
): Promise<Map<PlannedPost, NearbyPosts>> {
  const timed = timedOf(posts, now)
  const nearby = new Map(posts.map((post) => [post, NOTHING]))
  if (timed.length === 0) return nearby
  const { rows } = await tx.execute<{ place: string; posts: number; pictures: number; sameAt: string | null; sameId: string | null }>(sql`
    with wanted as (${wantedOf(timed)})
    select wanted.place, day.posts, day.pictures, same.at as "sameAt", same.id as "sameId"
    from wanted
    cross join lateral (
      select count(*)::int as posts,
        coalesce(sum((select count(*) from post_media where post_media.post_id = posts.id)), 0)::int as pictures
      from scheduled_posts as posts
      where posts.user_id = ${userId} and posts.platform = wanted.platform and posts.account_id = wanted.account_id
        and posts.id is distinct from wanted.id and posts.status in ('pending', 'published')
        and posts.scheduled_time > wanted.at - interval '1 day' and posts.scheduled_time <= wanted.at
    ) as day
    left join lateral (${sameOf(userId)}) as same on true`)
  for (const row of rows) {
    const own = timed[Number(row.place) - 1]
    if (!own) continue
    const others = earlierOf(timed, own)
    const pictures = others.reduce((sum, { post }) => sum + post.pictures, row.pictures)
    const same = row.sameAt === null || row.sameId === null ? null : { id: row.sameId, at: new Date(row.sameAt) }
    nearby.set(own.post, { day: { posts: row.posts + others.length, pictures }, same })
  }
  return nearby
}

/** Only the duplicates of each post: a table has hundreds of posts. */
export async function samePosts(
  tx: Tx,
  userId: string,
  { posts, now }: { posts: readonly PlannedPost[]; now: Date },
): Promise<Map<PlannedPost, SamePost>> {
  const timed = timedOf(posts, now)
  if (timed.length === 0) return new Map()
  const { rows } = await tx.execute<{ place: string; at: string; id: string }>(sql`
    with wanted as (${wantedOf(timed)})
    select wanted.place, same.at, same.id from wanted cross join lateral (${sameOf(userId)}) as same`)
  return new Map(
    rows.flatMap(({ place, at, id }): [PlannedPost, SamePost][] => {
      const own = timed[Number(place) - 1]
      return own ? [[own.post, { id, at: new Date(at) }]] : []
    }),
  )
}

interface TimedPost {
  post: PlannedPost
  at: Date
}

function timedOf(posts: readonly PlannedPost[], now: Date): TimedPost[] {
  return posts.flatMap((post) => (post.time === null ? [] : [{ post, at: post.time === 'now' ? now : post.time }]))
}

/** The posts as rows with their ordinal numbers. */
function wantedOf(timed: readonly TimedPost[]): SQL {
  return sql`select * from unnest(
      ${column(timed.map(({ post }) => post.id))}::uuid[], ${column(timed.map(({ post }) => post.platform))}::text[],
      ${column(timed.map(({ post }) => post.accountId))}::text[], ${column(timed.map(({ at }) => at.toISOString()))}::timestamptz[],
      ${column(timed.map(({ post }) => post.projectId))}::uuid[]
    ) with ordinality as wanted(id, platform, account_id, at, project_id, place)`
}

function sameOf(userId: string): SQL {
  return sql`select posts.id, posts.scheduled_time as at from scheduled_posts as posts
    where posts.project_id = wanted.project_id and posts.user_id = ${userId}
      and posts.platform = wanted.platform and posts.account_id = wanted.account_id and posts.id is distinct from wanted.id
      and posts.scheduled_time is not null
      and (posts.status = 'pending'
        or posts.status = 'published' and posts.published_at between wanted.at - interval '1 day' and wanted.at + interval '1 day')
    order by abs(extract(epoch from posts.scheduled_time - wanted.at)) limit 1`
}

/** Posts of the same request that go out before this one, which the database doesn't count yet. */
function earlierOf(timed: readonly TimedPost[], own: TimedPost): TimedPost[] {
  return timed.filter(({ post, at }, index) => {
    const isOther = post !== own.post && post.id === null
    const isSameAccount = post.platform === own.post.platform && post.accountId === own.post.accountId
    const isBefore = at < own.at || (at.getTime() === own.at.getTime() && index < timed.indexOf(own))
    return isOther && isSameAccount && isBefore && own.at.getTime() - at.getTime() < DAY_MS
  })
}

function column(values: readonly (string | null)[]) {
  return sql.param(values)
}
