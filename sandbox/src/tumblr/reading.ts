import type { Context, Hono } from 'hono'
import { BLOGS, findBlog, type Blog } from './blogs.ts'
import { failed, notFound, ok, unauthorized } from './responses.ts'
import type { ApiEnv } from './caller.ts'
import { blogsOf, findOwnBlog, USERS, type OwnBlog, type SampleUser } from './users.ts'
import { avatarsOf } from './images/avatar.ts'
import type { OwnPost, OwnPosts } from './posting/own-posts.ts'
import { ownerOf, ownPostJson } from './posting/routes.ts'
import { blogJson, postJson } from './post-json.ts'
import { postsOf, type Post } from './posts.ts'

/** Maximum page size. */
const PAGE_MAX = 20

export interface ReadingSettings {
  /** Address of the media host, with the origin. */
  media: (c: Context) => string
  /** Whether a page of followed blogs above the limit is cut (true) or refused. */
  settings: { clampFollowing: boolean }
  own: OwnPosts
  /** Web address of the posts. */
  site: (c: Context) => string
}

/** The read API: the user, followed blogs, and their posts. */
export function serveReading(app: Hono<ApiEnv>, { media, settings, own, site }: ReadingSettings): void {
  app.get('/v2/user/info', (c) => {
    const { user } = c.get('caller')
    return user ? ok({ user: userJson(user, media(c)) }) : unauthorized()
  })

  app.get('/v2/user/limits', (c) => {
    const { user } = c.get('caller')
    return user ? ok({ user: limitsJson(user, own) }) : unauthorized()
  })

  app.get('/v2/user/following', (c) => {
    const { user } = c.get('caller')
    if (!user) return unauthorized()
    const limit = integerParam(c, 'limit', PAGE_MAX)
    const offset = integerParam(c, 'offset', 0)
    if (limit === null || offset === null || limit < 1) return failed({ status: 400, detail: 'limit and offset have to be numbers' })
    if (limit > PAGE_MAX && !settings.clampFollowing) return failed({ status: 400, detail: 'limit has to be at most 20' })
    const all = followed(user)
    const page = all.slice(offset, offset + Math.min(limit, PAGE_MAX)).filter((blog) => blog !== null)
    return ok({ total_blogs: all.length, blogs: page.map(blogJson) })
  })

  app.get('/v2/blog/:blog/info', (c) => {
    const ownBlog = findOwnBlog(c.req.param('blog'))
    if (ownBlog) return ok({ blog: ownBlogJson(ownBlog, { own, media: media(c), caller: c.get('caller').user }) })
    const blog = findBlog(c.req.param('blog'))
    return blog ? ok({ blog: { ...blogJson(blog), posts: postsOf(blog).length, avatar: avatarsOf(blog.name, media(c)) } }) : notFound()
  })
  app.get('/v2/blog/:blog/posts', (c) => listOwn(c, { own, site, state: 'published' }) ?? listPosts(c, media(c), null))
  // Only the owner sees hidden posts in the list.
  app.get('/v2/blog/:blog/posts/:state{draft|queue}', (c) => {
    const owner = ownerOf(c)
    return owner instanceof Response ? owner : (listOwn(c, { own, site, state: c.req.param('state') }) ?? notFound())
  })
  // One post, also a draft, in its editable form.
  app.get('/v2/blog/:blog/posts/:id{[0-9]+}', (c) => {
    const owner = ownerOf(c)
    if (owner instanceof Response) return owner
    const post = own.find(owner.blog.name, c.req.param('id'))
    return post ? ok({ object_type: 'post', ...ownPostJson(post, site(c)), id: post.id }) : notFound()
  })
  app.get('/v2/blog/:blog/posts/:type', (c) => listPosts(c, media(c), c.req.param('type')))

  // Quirk: the answer is the bare list.
  app.get('/v2/tagged', (c) => {
    const tag = c.req.query('tag')
    if (!tag) return failed({ status: 400, detail: 'tag is missing' })
    const limit = integerParam(c, 'limit', PAGE_MAX)
    const before = integerParam(c, 'before', Number.MAX_SAFE_INTEGER)
    if (limit === null || before === null) return failed({ status: 400, detail: 'limit and before have to be numbers' })
    const matching = BLOGS.flatMap(postsOf).filter((post) => hasTag(post, tag) && post.timestamp < before)
    const page = matching.toSorted((a, b) => b.timestamp - a.timestamp).slice(0, Math.min(limit, PAGE_MAX))
    return ok(page.map((post) => postJson(post, { npf: c.req.query('npf') === 'true', media: media(c) })))
  })
}

function userJson(user: SampleUser, media: string): Record<string, unknown> {
  return {
    name: user.name,
    likes: 12,
    // A number, not the list.
    following: followed(user).length,
    default_post_format: 'html',
    blogs: blogsOf(user).map(({ name, title }) => ({
      name,
      url: `https://${name}.tumblr.com/`,
      title,
      uuid: `t:${name}`,
      primary: name === user.name,
      followers: 4,
      type: 'public',
      tweet: 'N',
      avatar: ownAvatars(user, { name, media }),
    })),
  }
}

/** Users generated for a bench have no images. */
function ownAvatars(user: SampleUser, { name, media }: { name: string; media: string }) {
  return USERS.includes(user) ? avatarsOf(name, media) : []
}

interface OwnBlogView {
  own: OwnPosts
  media: string
  caller: SampleUser | null
}

/** Drafts and the queue are counted for their owner alone. */
function ownBlogJson(
  { user: sampleUser, blog }: { user: SampleUser; blog: OwnBlog },
  { own, media, caller }: OwnBlogView,
): Record<string, unknown> {
  const posts = own.of(blog.name)
  const count = (state: OwnPost['state']) => posts.filter((post) => post.state === state).length
  return {
    name: blog.name,
    title: blog.title,
    url: `https://${blog.name}.tumblr.com/`,
    uuid: `t:${blog.name}`,
    description: '',
    posts: count('published'),
    avatar: ownAvatars(sampleUser, { name: blog.name, media }),
    ...(caller === sampleUser && { drafts: count('draft'), queue: count('queue'), primary: blog.name === sampleUser.name }),
  }
}

function limitsJson(user: SampleUser, own: OwnPosts): Record<string, unknown> {
  const rows = [
    ['posts', 'posts', 'the number of posts you can create per day'],
    ['photos', 'pictures', 'the number of photos you can upload per day'],
    ['videos', 'videos', 'the number of videos you can upload per day'],
  ] as const
  return Object.fromEntries(rows.map(([name, what, description]) => [name, { description, ...own.counts.left(user, what) }]))
}

/** In the order of following; null for deleted blogs, which make a page shorter than the limit. */
function followed(user: SampleUser): (Blog | null)[] {
  const blogs: (Blog | null)[] = user.follows.flatMap((name) => findBlog(name) ?? [])
  for (let at = 0; at < user.gone; at += 1) blogs.splice(5 + at * 9, 0, null)
  return blogs
}

interface OwnList {
  own: OwnPosts
  site: (c: Context) => string
  state: string
}

/** Posts of applications on the users' own blogs, newest first; null for other blogs. */
function listOwn(c: Context<ApiEnv>, { own, site, state }: OwnList): Response | null {
  const blog = findOwnBlog(c.req.param('blog') ?? '')?.blog
  if (!blog) return null
  const { id, tag } = c.req.query()
  const matching = own
    .of(blog.name)
    .filter((post) => post.state === state && (!id || post.id === id) && (!tag || hasTag(post, tag)))
    // A draft is as new as its coming out.
    .toSorted((a, b) => (b.publicAt ?? b.createdAt) - (a.publicAt ?? a.createdAt))
  const offset = integerParam(c, 'offset', 0) ?? 0
  const page = matching.slice(offset, offset + Math.min(integerParam(c, 'limit', PAGE_MAX) ?? PAGE_MAX, PAGE_MAX))
  return ok({
    blog: { name: blog.name, title: blog.title, url: `https://${blog.name}.tumblr.com/`, uuid: `t:${blog.name}` },
    posts: page.map((post) => ownPostJson(post, site(c))),
    total_posts: matching.length,
  })
}

function listPosts(c: Context<ApiEnv>, media: string, type: string | null): Response {
  const blog = findBlog(c.req.param('blog') ?? '')
  if (!blog) return notFound()
  const query = c.req.query()
  const [limit, offset, before] = [integerParam(c, 'limit', PAGE_MAX), integerParam(c, 'offset', 0), integerParam(c, 'before', Infinity)]
  if (limit === null || offset === null || before === null)
    return failed({ status: 400, detail: 'limit, offset and before have to be numbers' })
  if ('before' in query && 'offset' in query) return failed({ status: 400, detail: 'before and offset cannot be combined' })
  const tags = Object.entries(query).flatMap(([name, value]) => (/^tag(\[\d+\])?$/.test(name) ? [value] : []))
  const matching = postsOf(blog).filter(
    (post) =>
      (!query['id'] || post.id === query['id']) &&
      isOfType(post, type ?? query['type'] ?? null) &&
      tags.every((tag) => hasTag(post, tag)) &&
      post.timestamp < before,
  )
  const ordered = query['sort'] === 'asc' ? matching.toReversed() : matching
  const page = ordered.slice(offset, offset + Math.min(Math.max(1, limit), PAGE_MAX))
  const next = offset + page.length
  return ok({
    blog: { ...blogJson(blog), posts: postsOf(blog).length },
    posts: page.map((post) => postJson(post, { npf: query['npf'] === 'true', media })),
    total_posts: matching.length,
    ...(next < matching.length && {
      _links: { next: { href: `${c.req.path}?offset=${next}`, method: 'GET', query_params: { offset: String(next) } } },
    }),
  })
}

/** The list of photos also holds posts of the modern editor that show one. */
function isOfType(post: Post, type: string | null): boolean {
  if (type === null) return true
  if (type === 'photo') return post.images.length > 0
  if (type === 'quote') return post.kind === 'quote'
  return type === 'text' && (post.kind === 'text' || post.kind.startsWith('npf'))
}

function hasTag(post: Pick<Post, 'tags'>, tag: string): boolean {
  return post.tags.some((own) => own.toLowerCase() === tag.toLowerCase())
}

/** A number of the query, the default when it is missing, or null when it is invalid. */
function integerParam(c: Context, name: string, missing: number): number | null {
  const value = c.req.query(name)
  if (value === undefined || value === '') return missing
  return /^\d{1,12}$/.test(value) ? Number(value) : null
}
