import type { Context, Hono } from 'hono'
import { failed, notFound, ok, unauthorized } from '../responses.ts'
import type { ApiEnv } from '../caller.ts'
import { findOwnBlog, type OwnBlog, type SampleUser } from '../users.ts'
import { long } from '../post-json.ts'
import { placed, tagsOf } from './blocks.ts'
import type { OwnPost, OwnPosts, OwnPostsRules, SentFile } from './own-posts.ts'
import { filesOf, readEdit, readPost } from './sent.ts'

const CAPS = {
  posts: { code: 8023, detail: 'The daily posting limit of this blog is reached.' },
  pictures: { code: 8004, detail: 'You have hit a posting or media upload limit for the day.' },
  videos: { code: 8011, detail: 'You have hit the limit of videos for the day.' },
} as const

export interface Posting {
  own: OwnPosts
  /** Address of the media host, with the origin. */
  media: (c: Context) => string
  rules: OwnPostsRules
}

/** Creates, changes and deletes posts of the caller's own blogs, as blocks. */
export function servePosting(app: Hono<ApiEnv>, { own, media, rules }: Posting): void {
  const isTranscoded = (files: readonly SentFile[]) => rules.transcodingMs > 0 && files.some(({ type }) => type.startsWith('video/'))

  app.post('/v2/blog/:blog/posts', async (c) => {
    const owner = ownerOf(c)
    if (owner instanceof Response) return owner
    const sent = await readPost(c, own)
    if (sent instanceof Response) return sent
    const { body, files } = sent
    const cap = own.counts.cap(owner.user, [...files.values()])
    if (cap) return failed({ status: 403, ...CAPS[cap] })
    const { content, layout, state, tags, slug } = body
    const { name } = owner.blog
    const newPost = {
      blog: name,
      state,
      content: placed(content, files, media(c)),
      layout,
      tags: tagsOf(tags),
      slug,
      pictures: filesOf(content, files),
    }
    if (isTranscoded(newPost.pictures)) {
      if (own.isTranscoding(owner.user)) return failed({ status: 403, code: 8010, detail: 'Your earlier video is still being converted.' })
      return ok({ id: own.transcode(owner.user, newPost), state: 'transcoding', display_text: 'Your video is being converted' }, 201)
    }
    const post = own.add(owner.user, newPost)
    return ok({ id: post.id, state: post.state, display_text: `Posted to ${name}` }, 201)
  })

  app.put('/v2/blog/:blog/posts/:id', async (c) => {
    const owner = ownerOf(c)
    if (owner instanceof Response) return owner
    const post = own.find(owner.blog.name, c.req.param('id'))
    if (!post) return notFound()
    const sent = await readEdit(c, { own, post })
    if (sent instanceof Response) return sent
    const { content, layout, state, tags, slug } = sent.body
    own.change(post, {
      ...(content && { content: placed(content, sent.files, media(c)), pictures: filesOf(content, sent.files, post.pictures) }),
      ...(layout && { layout }),
      ...(state && { state }),
      ...(tags !== undefined && { tags: tagsOf(tags) }),
      ...(slug && { slug }),
    })
    return ok({ id: post.id, state: post.state })
  })

  app.post('/v2/blog/:blog/post/delete', async (c) => {
    const owner = ownerOf(c)
    if (owner instanceof Response) return owner
    const post = own.find(owner.blog.name, idIn(await c.req.text()))
    if (!post) return notFound()
    own.remove(post)
    return ok({ id: post.id })
  })
}

/** As a form or as JSON, where it may be a number: then its digits count, for it is larger than JavaScript's numbers. */
function idIn(body: string): string {
  const [, written] = /^\s*\{\s*"id"\s*:\s*"?(\d{1,20})"?\s*\}\s*$/.exec(body) ?? []
  return written ?? new URLSearchParams(body).get('id') ?? ''
}

/** The signing user and the addressed blog, if it is theirs. */
export function ownerOf(c: Context<ApiEnv>): { user: SampleUser; blog: OwnBlog } | Response {
  const { user } = c.get('caller')
  if (!user) return unauthorized()
  const blog = findOwnBlog(c.req.param('blog') ?? '')
  return blog?.user === user ? blog : failed({ status: 403, detail: 'This blog is not yours' })
}

/** `site`: web address of the posts, which is the sandbox itself. */
export function ownPostJson(post: OwnPost, site: string): Record<string, unknown> {
  const { id, blog, state, content, layout, tags, slug, createdAt, publicAt } = post
  const timestamp = publicAt ?? createdAt
  return {
    type: 'blocks',
    original_type: 'regular',
    is_blocks_post_format: true,
    id: long(id),
    id_string: id,
    blog_name: blog,
    post_url: `${site}/live/tumblr/${id}`,
    slug,
    state,
    timestamp,
    date: `${new Date(timestamp * 1000).toISOString().replace('T', ' ').slice(0, 19)} GMT`,
    tags,
    content,
    layout,
    trail: [],
  }
}
