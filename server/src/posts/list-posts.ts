import { sql, type SQL } from 'drizzle-orm'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { AppError } from '@ninesixteen/shared/errors'
import { CHANGEABLE, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import { encodeCursor, decodeCursor } from '../db/keyset-cursor.ts'
import { createUrlSigner } from '../photos/signed-url.ts'
import { createPresenter, type ShownPost } from './present-post.ts'
import type { PostServices } from './post-services.ts'

/** A text, because the values of such a statement are written into it. */
const list = (values: readonly string[]): SQL =>
  sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )

/** A decision about another content is none. */
const APPROVAL_STATE = sql`case when approvals.post_id is null then 'draft'
  when approvals.state <> 'in-review' and approvals.digest = app_post_digest(posts.id) then approvals.state else 'in-review' end`

/** A post as it is shown; what may be large, such as the slides it was made of, stays in the database. */
const SHOWN = sql`
  posts.id, posts.project_id as "projectId", projects.title as "projectTitle", projects.content_style as "contentStyle",
  projects.version as "newestVersion", projects.slide_count as "slideCount",
  coalesce(projects.version > posts.project_version and posts.delivery in (${list(CHANGEABLE)}), false) as "isOutdated",
  posts.company_id as "companyId", companies.logo_path as "logoPath",
  posts.platform, posts.account_id as "accountId",
  social_accounts.id as "accountRowId", social_accounts.username, social_accounts.state as "accountState",
  posts.kind, posts.scheduled_time as "scheduledTime", posts.time_zone as "timeZone", posts.caption, posts.description, posts.options,
  posts.status, posts.delivery, posts.detail, posts.published_at as "publishedAt", posts.error_message as "errorMessage",
  posts.fix_href as "fixHref", posts.remote_url as "remoteUrl", posts.repeat_id as "repeatId",
  coalesce(posts.repeat_id || ' ' || extract(epoch from posts.occurrence_at), posts.request_id::text) as "groupId",
  coalesce(companies.requires_approval, false) as "needsApproval", ${APPROVAL_STATE} as "approvalState",
  approvals.withdrawn_at is not null or (approvals.state = 'approved' and ${APPROVAL_STATE} <> 'approved') as "isWithdrawn",
  approvals.decided_by as "decidedBy", approvals.decided_at as "decidedAt",
  (select count(*)::int from approval_comments where approval_comments.post_id = posts.id) as comments,
  posts.created_at as "createdAt", posts.updated_at as "updatedAt", media.pictures, media.first as "firstPath"`

/** Each of them is found by its key, so that a month of posts is one statement and no more work than its rows. */
const WITH_NEIGHBOURS = sql`
  left join projects on projects.id = posts.project_id
  left join companies on companies.id = posts.company_id
  left join post_approvals as approvals on approvals.post_id = posts.id
  left join social_accounts on social_accounts.user_id = posts.user_id
    and social_accounts.platform = posts.platform and social_accounts.account_id = posts.account_id
  cross join lateral (
    select count(*)::int as pictures, min(path) filter (where position = 0) as first from post_media where post_media.post_id = posts.id
  ) as media`

/** The time by which lists and calendars order posts: when a post went out, else when it is planned for. */
const SHOWN_AT = sql`coalesce(posts.published_at, posts.scheduled_time)`

export interface PostFilter {
  from?: string | undefined
  to?: string | undefined
  platform?: string | undefined
  accountId?: string | undefined
  companyId?: string | undefined
  status?: PostStatus | undefined
  limit: number
  offset: number
  /** The cursor at the end of the previous page of newest posts. */
  after?: string | undefined
}

export interface PostList {
  posts: ScheduledPost[]
  counts: Record<'total' | PostStatus, number>
  isMore: boolean
  /** The cursor of the next page. */
  next: string | null
}

/** Posts of a time, or the newest, and how many there are in all: one message to the database, however many they are. */
export async function listPosts(services: PostServices, userId: string, filter: PostFilter): Promise<PostList> {
  const { from, to, limit, offset, after } = filter
  const isMine = meets(userId, filter)
  const isOfTime = from !== undefined || to !== undefined
  const time = sql`${SHOWN_AT} is null or (${from === undefined ? sql`true` : sql`${SHOWN_AT} >= ${from}::timestamptz`}
    and ${to === undefined ? sql`true` : sql`${SHOWN_AT} < ${to}::timestamptz`})`
  const page = isOfTime ? time : after === undefined ? sql`true` : isAfter(after)
  const order = isOfTime ? sql`${SHOWN_AT} nulls last, posts.id` : sql`${SHOWN_AT} desc nulls first, posts.id`
  const rows = await services.db.readAsUser<(ShownPost | NoPost) & PostList['counts'] & { place: string }>(
    userId,
    sql`select counts.*, found.* from (
        select count(*)::int as total, count(*) filter (where status = 'pending')::int as pending,
          count(*) filter (where status = 'published')::int as published, count(*) filter (where status = 'failed')::int as failed
        from scheduled_posts as posts where ${isMine}
      ) as counts left join lateral (
        select ${SHOWN}, ${PLACE} as place from (
          select * from scheduled_posts as posts where ${isMine} and (${page})
          order by ${order} limit ${limit + 1} offset ${offset}
        ) as posts ${WITH_NEIGHBOURS} order by ${order}
      ) as found on true`,
  )
  const { total = 0, pending = 0, published = 0, failed = 0 } = rows[0] ?? {}
  const present = createPresenter(services)
  const posts = rows.slice(0, limit).flatMap((row) => (isFound(row) ? [present(row)] : []))
  const isMore = rows.length > limit
  const next = isMore && !isOfTime ? (rows[limit - 1]?.place ?? null) : null
  return { posts, counts: { total, pending, published, failed }, isMore, next }
}

const PLACE = encodeCursor(SHOWN_AT, sql`posts.id`)

/** Drafts have no time, and come before all others. */
function isAfter(cursor: string): SQL {
  const { at, id, isWithoutTime } = decodeCursor(cursor)
  if (isWithoutTime) return sql`${SHOWN_AT} is not null or posts.id > ${id}`
  return sql`${SHOWN_AT} <= ${at} and (${SHOWN_AT} < ${at} or posts.id > ${id})`
}

interface NoPost {
  id: null
}

/** No post is found where there is none but the counts. */
function isFound(row: ShownPost | NoPost): row is ShownPost {
  return row.id !== null
}

function meets(userId: string, { platform, accountId, companyId, status }: Partial<PostFilter>): SQL {
  const conditions = [
    sql`posts.user_id = ${userId}`,
    ...(platform === undefined ? [] : [sql`posts.platform = ${platform}`]),
    ...(accountId === undefined ? [] : [sql`posts.account_id = ${accountId}`]),
    ...(companyId === undefined ? [] : [sql`posts.company_id = ${companyId}::uuid`]),
    ...(status === undefined ? [] : [sql`posts.status = ${status}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The posts with these ids, by their time. */
export async function readPosts(services: PostServices, userId: string, ids: readonly string[]): Promise<ScheduledPost[]> {
  if (ids.length === 0) return []
  return presentPosts(services, userId, { condition: sql`posts.id in (${list(ids)})` })
}

/** The posts that meet a condition on `posts`, by their time; all of them, or the first. */
export async function presentPosts(
  services: PostServices,
  userId: string,
  { condition, limit }: { condition: SQL; limit?: number },
): Promise<ScheduledPost[]> {
  const order = sql`posts.scheduled_time nulls last, posts.id`
  const rows = await services.db.readAsUser<ShownPost>(
    userId,
    sql`select ${SHOWN} from (
        select * from scheduled_posts as posts where posts.user_id = ${userId} and ${condition}
        order by ${order} ${limit === undefined ? sql`` : sql`limit ${limit}`}
      ) as posts ${WITH_NEIGHBOURS} order by ${order}`,
  )
  return rows.map(createPresenter(services))
}

/** How many posts meet a condition on `posts`. */
export async function countPosts({ db }: PostServices, userId: string, condition: SQL): Promise<number> {
  const [row] = await db.readAsUser<{ posts: number }>(
    userId,
    sql`select count(*)::int as posts from scheduled_posts as posts where posts.user_id = ${userId} and ${condition}`,
  )
  return row?.posts ?? 0
}

export async function readPost(services: PostServices, userId: string, id: string): Promise<ScheduledPost> {
  const [post] = await readPosts(services, userId, [id])
  if (!post) throw new AppError('NOT_FOUND')
  return post
}

interface Details extends ShownPost {
  options: Record<string, unknown>
  history: { at: string; kind: string; text: string }[]
  media: { position: number; path: string; mimeType: string; width: number; height: number; sha256: string }[]
}

/** A post with what happened to it and the files that go out. */
export async function readPostDetails(services: PostServices, userId: string, id: string): Promise<PostDetails> {
  const [row] = await services.db.readAsUser<Details>(
    userId,
    sql`select ${SHOWN},
        coalesce((select json_agg(json_build_object('at', at, 'kind', kind, 'text', text) order by post_events.id)
          from post_events where post_id = posts.id), '[]') as history,
        coalesce((select json_agg(json_build_object('position', position, 'path', path, 'mimeType', mime_type, 'width', width,
          'height', height, 'sha256', sha256) order by position) from post_media where post_id = posts.id), '[]') as media
      from scheduled_posts as posts ${WITH_NEIGHBOURS} where posts.user_id = ${userId} and posts.id = ${id}::uuid`,
  )
  if (!row) throw new AppError('NOT_FOUND')
  const signer = createUrlSigner(services.config)
  return {
    ...createPresenter(services)(row),
    filledIn: row.options,
    history: row.history.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    media: row.media.map(({ path, ...file }) => ({ ...file, url: signer.sign(`/files/original/${path}`) })),
  }
}
