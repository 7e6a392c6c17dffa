import { z } from 'zod'
import type { Fetch } from '../../providers/http.ts'
import type { FollowedBlog, PhotoPost, PhotoSource } from '../photo-source.ts'
import type { ClientKeys } from '../account.ts'
import { asPlatformError, PlatformError } from '../../providers/platform-error.ts'
import { readEnvelope } from './response.ts'
import { keyedFetch, signedFetch, type Signer } from './api.ts'
import { photoPosts } from './photo-posts.ts'
import type { TumblrSettings } from './settings.ts'

/** Tumblr's page limit for blogs and for posts. */
const PAGE_MAX = 20
/** Extra pages to request, because some are short. */
const SHORT_PAGES_MAX = 10

const followingSchema = z.object({
  total_blogs: z.number().default(0),
  blogs: z.array(z.object({ name: z.string().min(1), title: z.string().nullish(), description: z.string().nullish() })).default([]),
})

const postsSchema = z.object({ posts: z.array(z.unknown()).default([]) })

export interface TumblrPhotos extends PhotoSource<Signer> {
  /** The newest photo posts under a tag, across all blogs. */
  tagged(client: ClientKeys, tag: string, limit: number): Promise<PhotoPost[]>
}

export function createTumblrPhotos(settings: TumblrSettings, { fetch }: { fetch: Fetch }): TumblrPhotos {
  const api = (path: string, query: Record<string, string>) => {
    const url = new URL(settings.apiUrl + path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  async function get<T>(signer: Signer, url: URL, schema: z.ZodType<T>): Promise<T> {
    const response = await asPlatformError(signedFetch(fetch, signer, { method: 'GET', url: url.href }))
    return asPlatformError(readEnvelope(response, schema))
  }

  async function postsOf(signer: Signer, blog: string, { path, limit }: { path: string; limit: number }): Promise<PhotoPost[]> {
    // NPF for all: the API converts old posts to it, but not the other way round.
    const url = api(`/v2/blog/${encodeURIComponent(blog)}/${path}`, { limit: String(Math.min(limit, PAGE_MAX)), npf: 'true' })
    return photoPosts((await get(signer, url, postsSchema)).posts)
  }

  return {
    async followed(signer, { limit, offset }) {
      const blogs: FollowedBlog[] = []
      // A page may be short although more follow: only `total_blogs` marks the end.
      const end = offset + limit + SHORT_PAGES_MAX * PAGE_MAX
      for (let from = offset; blogs.length < limit && from < end; from += PAGE_MAX) {
        const page = await get(signer, api('/v2/user/following', { limit: String(PAGE_MAX), offset: String(from) }), followingSchema)
        for (const { name, title, description } of page.blogs) blogs.push({ name, title: title || name, description: description ?? '' })
        if (from + PAGE_MAX >= page.total_blogs) break
      }
      return blogs.slice(0, limit)
    },
    async photoPosts(signer, blog, limit) {
      const photos = await postsOf(signer, blog, { path: 'posts/photo', limit })
      if (photos.length > 0) return photos
      // Type `photo` may miss posts of the current editor (undocumented), so an empty result is requested again without it.
      return (await postsOf(signer, blog, { path: 'posts', limit: PAGE_MAX })).slice(0, limit)
    },
    async tagged(client, tag, limit) {
      const url = api('/v2/tagged', { tag, limit: String(Math.min(limit, PAGE_MAX)), npf: 'true' })
      const response = await asPlatformError(keyedFetch(fetch, client, url))
      // A plain array; other endpoints return `{ posts }`.
      return photoPosts(await asPlatformError(readEnvelope(response, z.array(z.unknown()))))
    },
  }
}

/** True if the blog is gone, renamed or closed to this account. */
export function isBlogMissing(thrown: unknown): boolean {
  return thrown instanceof PlatformError && (thrown.status === 404 || thrown.status === 403)
}
