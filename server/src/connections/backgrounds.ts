import { createHash } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { BACKGROUND_POSTS_PER_BLOG, BLOGS_CHECKED_MAX } from '@ninesixteen/shared/api/limits'
import { PHOTO_PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { shuffled, type Random } from '@ninesixteen/shared/slide/backgrounds'
import type { Db } from '../db/db.ts'
import { createFairQueue } from '../fair-queue/fair-queue.ts'
import { companyBlogs } from '../db/schema-companies.ts'
import { platformAnswers } from '../db/schema-connections.ts'
import { ownsFiles } from '../storage/stored-files.ts'
import type { Blogs } from './blogs.ts'

/** Concurrent requests for one slideshow: blogs and photos. */
const AT_ONCE = { places: 4, maxQueuedPerUser: 1000, maxQueued: 1000 }

export interface WantedBackgrounds {
  companyId: string | null
  /** Number of slides, and so of photos to fetch. */
  count: number
  random: Random
}

/** Copies photos from blogs to the user's files; fewer than wanted if blogs have too few. Never throws because of a platform. */
export type BlogBackgrounds = (userId: string, request: WantedBackgrounds) => Promise<string[]>

export interface BackgroundsParts {
  db: Db
  blogs: Blogs
  log: Logger
  importPhoto(userId: string, url: string): Promise<{ filePath: string }>
}

export function createBlogBackgrounds({ db, blogs, log, importPhoto }: BackgroundsParts): BlogBackgrounds {
  /** The company's blogs first, then other followed ones, up to a limit. */
  async function chosenBlogs(userId: string, platform: PlatformId, companyId: string | null): Promise<string[]> {
    const linked =
      companyId === null
        ? []
        : await db.asUser(userId, (tx) =>
            tx
              .select({ name: companyBlogs.blogName })
              .from(companyBlogs)
              .where(and(eq(companyBlogs.userId, userId), eq(companyBlogs.companyId, companyId)))
              .orderBy(asc(companyBlogs.createdAt)),
          )
    const followed = await blogs.followed(userId, platform, false)
    if (!followed.connected || followed.reconnect) return []
    return [...new Set([...linked, ...followed.blogs].map(({ name }) => name))].slice(0, BLOGS_CHECKED_MAX)
  }

  async function photosOf(userId: string, platform: PlatformId, blog: string): Promise<string[]> {
    try {
      const posts = await blogs.remotePosts(userId, { platform, blog, limit: BACKGROUND_POSTS_PER_BLOG })
      return posts.flatMap((post) => post.photos.map((photo) => photo.originalSize.url))
    } catch (error) {
      log.warn({ err: error, platform }, 'A blog gave no photos for backgrounds')
      return []
    }
  }

  /** Reuses the file of a photo that was copied before, if it still exists. */
  async function fileOf(userId: string, platform: PlatformId, url: string): Promise<string | null> {
    const question = `picture ${createHash('sha256').update(url).digest('base64url')}`
    const existing = await db.asUser(userId, async (tx) => {
      const [row] = await tx
        .select({ answer: platformAnswers.answer })
        .from(platformAnswers)
        .where(and(eq(platformAnswers.userId, userId), eq(platformAnswers.platform, platform), eq(platformAnswers.question, question)))
      const path = typeof row?.answer === 'string' ? row.answer : null
      return path !== null && (await ownsFiles(tx, userId, [path])) ? path : null
    })
    if (existing !== null) return existing
    try {
      const { filePath } = await importPhoto(userId, url)
      await db.asUser(userId, (tx) =>
        tx
          .insert(platformAnswers)
          .values({ userId, platform, question, answer: filePath })
          .onConflictDoUpdate({
            target: [platformAnswers.userId, platformAnswers.platform, platformAnswers.question],
            set: { answer: filePath, askedAt: sql`now()` },
          }),
      )
      return filePath
    } catch (error) {
      log.warn({ err: error, platform }, 'A photo of a blog could not become a background')
      return null
    }
  }

  async function ofPlatform(userId: string, platform: PlatformId, { companyId, count, random }: WantedBackgrounds): Promise<string[]> {
    const queue = createFairQueue(AT_ONCE)
    const slot = <T>(work: () => Promise<T>): Promise<T> => queue.run({ userId }, work)
    const names = await chosenBlogs(userId, platform, companyId)
    const found = await Promise.all(names.map((blog) => slot(() => photosOf(userId, platform, blog))))
    const photos = shuffled([...new Set(found.flat())], random).slice(0, count)
    const files = await Promise.all(photos.map((url) => slot(() => fileOf(userId, platform, url))))
    return files.filter((file) => file !== null)
  }

  return async (userId, request) => {
    const all: string[] = []
    for (const { id } of PHOTO_PLATFORMS) {
      try {
        all.push(...(await ofPlatform(userId, id, request)))
      } catch (error) {
        // As specified, failures are logged and the slideshow is created without photos.
        log.warn({ err: error, platform: id }, 'A platform gave no photos for backgrounds')
      }
    }
    return all
  }
}
