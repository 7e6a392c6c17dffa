import type { Context, Hono } from 'hono'
import type { Clock } from '../kit/clock.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { slidingWindow } from '../kit/sliding-window.ts'
import { failed, ok } from './responses.ts'
import type { Grant, Grants } from './grants.ts'
import { openIdOf, unionIdOf, type SampleUser } from './users.ts'
import { limitOf, type Limits } from './posting/limits.ts'
import { USER_FIELDS } from './scopes.ts'

/** The grant behind the bearer token; else the answer. */
export function holderOf(c: Context<RecordedEnv>, grants: Grants): Grant | Response {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  return (token ? grants.grantOf(token) : undefined) ?? failed(c, 'access_token_invalid')
}

/** The grant behind the bearer token, if it holds the scope; else the answer. */
export function granted(c: Context<RecordedEnv>, grants: Grants, scope: string): Grant | Response {
  const grant = holderOf(c, grants)
  if (grant instanceof Response) return grant
  return grant.scopes.includes(scope) ? grant : failed(c, 'scope_not_authorized')
}

/** The facts about posts that creator_info needs. */
export interface PostingFacts {
  /** Whether the user's account is private now. */
  isPrivate(user: SampleUser): boolean
  /** Why this user can't post for the rest of the day; null when they can. */
  refusal(grant: Grant): string | null
  settings: Limits
}

/** Who the token belongs to, and what they may post. */
export function serveUser(
  app: Hono<RecordedEnv>,
  { grants, clock, origin, posting }: { grants: Grants; clock: Clock; origin: (c: Context) => string; posting: PostingFacts },
) {
  const infoCalls = slidingWindow(clock, { limit: () => (posting.settings.limited ? 600 : Infinity), seconds: 60 })
  const creatorCalls = slidingWindow(clock, { limit: limitOf(posting.settings, 'creatorsAMinute'), seconds: 60 })

  app.get('/v2/user/info/', (c) => {
    const grant = granted(c, grants, 'user.info.basic')
    if (grant instanceof Response) return grant
    if (!infoCalls.take(grant.clientKey)) return failed(c, 'rate_limit_exceeded')
    const fields = (c.req.query('fields') ?? '').split(',').filter(Boolean)
    if (fields.length === 0) return failed(c, 'invalid_params', { message: 'Invalid fields: it has to be a list with commas.' })
    if (!fields.every((field) => field in USER_FIELDS)) return failed(c, 'invalid_params', { message: 'Unknown field in fields.' })
    if (!fields.every((field) => grant.scopes.includes(USER_FIELDS[field] ?? ''))) return failed(c, 'scope_not_authorized')
    const all = profile(grant, origin(c))
    return ok(c, { user: Object.fromEntries(fields.map((field) => [field, all[field]])) })
  })

  app.post('/v2/post/publish/creator_info/query/', (c) => {
    const grant = granted(c, grants, 'video.publish')
    if (grant instanceof Response) return grant
    if (!creatorCalls.take(c.req.header('authorization') ?? '')) return failed(c, 'rate_limit_exceeded')
    const rejection = posting.refusal(grant)
    // With status 200, on purpose.
    if (rejection) return failed(c, rejection, { status: 200 })
    const { user } = grant
    const isPrivate = posting.isPrivate(user)
    return ok(c, {
      creator_avatar_url: avatarUrl(grant, origin(c)),
      creator_username: user.username,
      creator_nickname: user.displayName,
      privacy_level_options: audiencesOf(isPrivate),
      comment_disabled: user.commentDisabled,
      duet_disabled: isPrivate,
      stitch_disabled: isPrivate,
      max_video_post_duration_sec: 300,
    })
  })
  return {
    reset() {
      infoCalls.clear()
      creatorCalls.clear()
    },
  }
}

/** The audiences of a private or public account. */
export function audiencesOf(isPrivate: boolean): string[] {
  return [isPrivate ? 'FOLLOWER_OF_CREATOR' : 'PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY']
}

function avatarUrl({ user }: Grant, origin: string): string {
  return `${origin}/tiktok/avatar/${user.id}.webp`
}

function profile(grant: Grant, origin: string): Record<string, unknown> {
  const { user, clientKey } = grant
  const avatar = avatarUrl(grant, origin)
  return {
    open_id: openIdOf(user, clientKey),
    union_id: unionIdOf(user),
    avatar_url: avatar,
    avatar_url_100: avatar,
    avatar_large_url: avatar,
    display_name: user.displayName,
    bio_description: user.bio,
    profile_deep_link: `https://vm.tiktok.com/sandbox-${user.id}`,
    profile_web_link: `https://www.tiktok.com/@${user.username}`,
    is_verified: user.isVerified,
    username: user.username,
    follower_count: user.followers,
    following_count: 12,
    likes_count: user.followers * 9,
    video_count: 21,
  }
}
