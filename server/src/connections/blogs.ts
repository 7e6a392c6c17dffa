import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { FOLLOWED_BLOGS_MAX, THUMBNAIL_WIDTH_MAX } from '@ninesixteen/shared/api/limits'
import type { BlogPhoto, BlogPost, FollowedBlogs, PhotoSize } from '@ninesixteen/shared/api/blogs'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { Db } from '../db/db.ts'
import { platformAnswers, socialAccounts } from '../db/schema-connections.ts'
import type { FollowedBlog, PhotoPost, PhotoSize as RemoteSize } from '../platforms/photo-source.ts'
import { platformAppError } from './failure.ts'
import type { PhotoReader, Platforms, PlatformPhotos } from '../platforms/platform.ts'
import type { AccountRef, Tokens } from '../platforms/account.ts'

/** Cache time: all users share the rate limit of one key, 1,000 requests an hour on the strictest platform. */
const FRESH_SECONDS = 15 * 60
/** Refresh returns a cached response that is younger than this. */
const REFRESH_SECONDS = 30
/** Errors for which a stale response is served: the platform is busy or unreachable, or has ended the connection. */
const STALE_ON_ERROR: readonly ErrorCode[] = ['PLATFORM_BUSY', 'PLATFORM_UNREACHABLE', 'ACCOUNT_RECONNECT']
/** Requests full pages, so that picker, library and backgrounds share one cached response. */
const POSTS_REQUESTED = 20

export interface BlogOf {
  platform: PlatformId
  blog: string
  limit: number
}

/** Blogs that an account follows, and their photos. */
export interface Blogs {
  followed(userId: string, platform: PlatformId, refresh: boolean): Promise<FollowedBlogs>
  /** Photo posts, with URLs of this server. */
  posts(userId: string, of: BlogOf, refresh: boolean): Promise<BlogPost[]>
  /** Photo posts with the platform's URLs, for the server only. */
  remotePosts(userId: string, of: BlogOf): Promise<PhotoPost[]>
}

export interface BlogsParts {
  db: Db
  platforms: Platforms
  tokens: Tokens
  log: Logger
  /** A URL of this server for a remote image; null if its host isn't allowed. */
  link(userId: string, url: string): string | null
}

interface CacheKey {
  userId: string
  platform: PlatformId
  question: string
}

export function createBlogs({ db, platforms, tokens, log, link }: BlogsParts): Blogs {
  const flights = new Map<string, Promise<unknown>>()

  async function readCache(
    { userId, platform, question }: CacheKey,
    seconds: number,
  ): Promise<{ answer: unknown; fresh: boolean } | undefined> {
    const [row] = await db.asUser(userId, (tx) =>
      tx
        .select({
          answer: platformAnswers.answer,
          fresh: sql<boolean>`${platformAnswers.askedAt} > now() - make_interval(secs => ${seconds})`,
        })
        .from(platformAnswers)
        .where(and(eq(platformAnswers.userId, userId), eq(platformAnswers.platform, platform), eq(platformAnswers.question, question))),
    )
    return row
  }

  async function writeCache(of: CacheKey, response: unknown): Promise<void> {
    await db.asUser(of.userId, (tx) =>
      tx
        .insert(platformAnswers)
        .values({ ...of, answer: response })
        .onConflictDoUpdate({
          target: [platformAnswers.userId, platformAnswers.platform, platformAnswers.question],
          set: { answer: response, askedAt: sql`now()` },
        }),
    )
  }

  /** Requests in progress: two tabs that open at the same time share one. */
  function shareInFlight<T>(of: CacheKey, fetchFresh: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(of)
    const flight = flights.get(key) ?? fetchFresh().finally(() => flights.delete(key))
    flights.set(key, flight)
    return flight as Promise<T>
  }

  /** Reads from the cache, otherwise from the platform; falls back to a stale response if the platform fails. */
  async function cachedResponse<T>(of: CacheKey, refresh: boolean, fetchFresh: () => Promise<T>): Promise<T> {
    const seconds = refresh ? REFRESH_SECONDS : FRESH_SECONDS
    const cached = await readCache(of, seconds)
    // This function wrote it, for the same query.
    if (cached?.fresh) return cached.answer as T
    return shareInFlight(of, async () => {
      // A request in progress may have finished since the cache was read.
      const stale = await readCache(of, seconds)
      if (stale?.fresh) return stale.answer as T
      try {
        const fresh = await fetchFresh()
        await writeCache(of, fresh)
        return fresh
      } catch (thrown) {
        if (!stale || !(thrown instanceof AppError) || !STALE_ON_ERROR.includes(thrown.code)) throw thrown
        log.warn({ platform: of.platform, code: thrown.code }, 'An older answer of a platform was used')
        return stale.answer as T
      }
    })
  }

  async function accountOf(userId: string, platform: PlatformId) {
    const [row] = await db.asUser(userId, (tx) =>
      tx
        .select({ id: socialAccounts.id, username: socialAccounts.username, state: socialAccounts.state })
        .from(socialAccounts)
        .where(and(eq(socialAccounts.userId, userId), eq(socialAccounts.platform, platform)))
        .limit(1),
    )
    return row
  }

  function photosOf(platform: PlatformId): PlatformPhotos {
    const { photos } = platforms[platform]
    if (!photos) throw new AppError('NOT_FOUND')
    return photos
  }

  async function read<T>(ref: AccountRef, call: (reader: PhotoReader) => Promise<T>): Promise<T> {
    return tokens.use(ref, async ({ client, tokens: pair }) => call({ client, tokens: pair }))
  }

  const followedBy = (ref: AccountRef, platform: PlatformId, refresh: boolean): Promise<FollowedBlog[]> =>
    cachedResponse({ userId: ref.userId, platform, question: 'followed' }, refresh, () =>
      read(ref, (reader) => photosOf(platform).followed(reader, FOLLOWED_BLOGS_MAX)),
    )

  async function postsOf(userId: string, { platform, blog, limit }: BlogOf, refresh: boolean): Promise<PhotoPost[]> {
    const photos = photosOf(platform)
    const account = await accountOf(userId, platform)
    if (!account) return []
    const ref = { userId, id: account.id }
    const all = await cachedResponse({ userId, platform, question: `posts ${blog}` }, refresh, () =>
      read(ref, async (reader) => {
        try {
          return await photos.posts(reader, blog, POSTS_REQUESTED)
        } catch (thrown) {
          if (photos.isGone(thrown)) return []
          throw platformAppError(thrown, { label: platforms[platform].label, otherwise: 'BLOG_PHOTOS_FAILED' })
        }
      }),
    )
    return all.slice(0, limit)
  }

  /** The sizes that can be shown; null if the photo itself can't. */
  function presentPhoto(userId: string, { originalSize, altSizes, altText }: PhotoPost['photos'][number]): BlogPhoto | null {
    const photoSizeOf = ({ url, width, height }: RemoteSize): PhotoSize | null => {
      const at = link(userId, url)
      return at === null ? null : { url: at, width: Math.round(width), height: Math.round(height) }
    }
    const original = photoSizeOf(originalSize)
    if (!original) return null
    const sizes = altSizes.map(photoSizeOf).filter((size) => size !== null)
    const small = sizes.filter((size) => size.width > 0 && size.width <= THUMBNAIL_WIDTH_MAX).toSorted((a, b) => b.width - a.width)[0]
    return { originalSize: original, altSizes: sizes, thumbnail: small ?? original, altText }
  }

  return {
    async followed(userId, platform, refresh) {
      photosOf(platform)
      const account = await accountOf(userId, platform)
      if (!account) return { connected: false, reconnect: false, username: null, blogs: [] }
      const { username } = account
      try {
        const blogs = await followedBy({ userId, id: account.id }, platform, refresh)
        // The request may have shown that the connection has ended.
        const now = await accountOf(userId, platform)
        return { connected: true, reconnect: now?.state === 'reconnect', username, blogs }
      } catch (thrown) {
        if (!(thrown instanceof AppError) || thrown.code !== 'ACCOUNT_RECONNECT') throw thrown
        return { connected: true, reconnect: true, username, blogs: [] }
      }
    },

    async posts(userId, of, refresh) {
      const followed = await readCache({ userId, platform: of.platform, question: 'followed' }, FRESH_SECONDS)
      const blog = ((followed?.answer ?? []) as FollowedBlog[]).find((one) => one.name === of.blog)
      return (await postsOf(userId, of, refresh)).flatMap((post) => {
        const photos = post.photos.map((photo) => presentPhoto(userId, photo)).filter((photo) => photo !== null)
        if (photos.length === 0) return []
        return [{ ...post, blogName: of.blog, blogTitle: blog?.title ?? of.blog, blogDescription: blog?.description ?? '', photos }]
      })
    },

    remotePosts: (userId, of) => postsOf(userId, of, false),
  }
}
