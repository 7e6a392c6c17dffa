import type { TumblrPost } from '@ninesixteen/shared/publishing/tumblr-post'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'
import { z } from 'zod'
import { PlatformError } from '../../../providers/platform-error.ts'
import { postingCall, type CallLimits } from '../../posting-call.ts'
import type { PostingFetches } from '../../posting-fetches.ts'
import { readEnvelope } from '../response.ts'
import { signedFetch, type Signer } from '../api.ts'
import type { TumblrSettings } from '../settings.ts'
import { multipart, type PostFile } from './multipart.ts'
import {
  blogsSchema,
  createdSchema,
  foundOf,
  limitsSchema,
  listSchema,
  singleSchema,
  type FoundPost,
  type OwnBlog,
  type TumblrLimits,
} from './responses.ts'

export type TumblrState = TumblrOptions['state']

export interface CreatePostRequest extends TumblrPost {
  state: TumblrState
  /** The end of the post's URL, which identifies it: see `slugOf`. */
  slug: string
  /** One for each identifier in the blocks. */
  files: readonly PostFile[]
}

export interface PublishRequest {
  id: string
  state: TumblrState
}

/**
 * Client of the posting API (Neue Post Format). Throws only PlatformError, which says whether anything was sent. Posts are created as drafts and
 * published by their id, which may be repeated.
 */
export interface TumblrPosting {
  /** Blogs the user may post to, the primary one first. */
  blogs(signer: Signer, bounds?: CallLimits): Promise<OwnBlog[]>
  /** Two calls create two posts: look for the slug before a retry. */
  createPost(signer: Signer, blog: string, request: CreatePostRequest & CallLimits): Promise<{ id: string; isTranscoding: boolean }>
  /** Sets a draft's state. A post that is no longer a draft stays unchanged. */
  publish(signer: Signer, blog: string, request: PublishRequest & CallLimits): Promise<FoundPost>
  /** Succeeds if the post is already gone. */
  remove(signer: Signer, blog: string, request: { id: string } & CallLimits): Promise<void>
  /** Finds a post by its slug among the drafts, the newest posts and the queue. Tumblr doesn't list private posts. */
  find(signer: Signer, blog: string, request: { slug: string } & CallLimits): Promise<FoundPost | null>
  limits(signer: Signer, bounds?: CallLimits): Promise<TumblrLimits>
}

/** Where a post with a lost response can be, the likeliest first. */
const LISTS = ['posts/draft', 'posts', 'posts/queue'] as const

export function createTumblrPosting({ apiUrl }: TumblrSettings, { read, write }: PostingFetches): TumblrPosting {
  const ofBlog = (blog: string, path: string) => `${apiUrl}/v2/blog/${encodeURIComponent(blog)}/${path}`

  const get = <T>(signer: Signer, url: string, { schema, ...bounds }: CallLimits & { schema: z.ZodType<T> }): Promise<T> =>
    postingCall(bounds, async (signal) => readEnvelope(await signedFetch(read, signer, { method: 'GET', url, signal }), schema))

  interface Sent<T> extends CallLimits {
    method: 'POST' | 'PUT'
    body: { type: string; body: string | ReadableStream<Uint8Array>; length?: number; form?: [string, string][] }
    schema: z.ZodType<T>
  }
  const send = <T>(signer: Signer, url: string, { method, body, schema, ...bounds }: Sent<T>): Promise<T> =>
    postingCall(bounds, async (signal) => readEnvelope(await signedFetch(write, signer, { method, url, ...body, signal }), schema))

  async function one(signer: Signer, blog: string, { id, ...bounds }: { id: string } & CallLimits) {
    try {
      return await get(signer, ofBlog(blog, `posts/${encodeURIComponent(id)}`), { schema: singleSchema, ...bounds })
    } catch (thrown) {
      if (!(thrown instanceof PlatformError) || thrown.status !== 404 || thrown.sent !== 'answered') throw thrown
      throw new PlatformError({ fault: 'refused', status: 404, code: 'post_gone', sent: 'answered' }, { cause: thrown })
    }
  }

  return {
    async blogs(signer, bounds) {
      const blogs = await get(signer, `${apiUrl}/v2/user/info`, { schema: blogsSchema, ...bounds })
      return blogs.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    },

    async createPost(signer, blog, { files, content, layout, state, tags, slug, ...bounds }) {
      const form = multipart({ content, layout, state, tags, slug }, files)
      const body = { type: form.type, body: form.stream, length: form.length }
      const created = await send(signer, ofBlog(blog, 'posts'), { method: 'POST', body, schema: createdSchema, ...bounds })
      return { id: created.id, isTranscoding: created.state === 'transcoding' }
    },

    async publish(signer, blog, { id, state, ...bounds }) {
      const post = await one(signer, blog, { id, ...bounds })
      const match = foundOf(post, blog)
      if (state === 'draft' || (post.state !== undefined && post.state !== 'draft')) return match
      const { content, layout, tags, slug } = post
      // An update removes every field it omits.
      const body = JSON.stringify({ content, layout, state, tags: tags.join(','), ...(slug && { slug }) })
      const url = ofBlog(blog, `posts/${encodeURIComponent(id)}`)
      await send(signer, url, { method: 'PUT', body: { type: 'application/json', body }, schema: z.unknown(), ...bounds })
      return { ...match, state }
    },

    async remove(signer, blog, { id, ...bounds }) {
      const form: [string, string][] = [['id', id]]
      const body = { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(form).toString(), form }
      try {
        await send(signer, ofBlog(blog, 'post/delete'), { method: 'POST', body, schema: z.unknown(), ...bounds })
      } catch (thrown) {
        if (!(thrown instanceof PlatformError) || thrown.status !== 404 || thrown.sent !== 'answered') throw thrown
      }
    },

    async find(signer, blog, { slug, ...bounds }) {
      for (const list of LISTS) {
        const { posts } = await get(signer, ofBlog(blog, `${list}?npf=true&limit=20`), { schema: listSchema, ...bounds })
        const post = posts.find((each) => isMarked(each, slug))
        if (post) return foundOf(post, blog)
      }
      return null
    },

    limits: (signer, bounds) => get(signer, `${apiUrl}/v2/user/limits`, { schema: limitsSchema, ...bounds }),
  }
}

/** A shorter end of a slug may be a word of another post. */
const MARK_MIN = 8

/** Compares the end of the slug, which is unique: Tumblr may shorten its beginning. */
function isMarked(post: { slug: string; post_url: string }, slug: string): boolean {
  const mark = slug.slice(slug.lastIndexOf('-') + 1)
  if (mark.length < MARK_MIN) return slug !== '' && post.slug === slug
  return post.slug.includes(mark) || post.post_url.includes(mark)
}
