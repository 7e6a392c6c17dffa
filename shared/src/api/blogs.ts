import { oc } from '@orpc/contract'
import { z } from 'zod'
import { platformSchema } from './accounts.ts'

export {
  BLOGS_CHECKED_MAX,
  FOLLOWED_BLOGS_MAX,
  LIBRARY_POSTS_PER_BLOG,
  PICKER_BLOGS_MAX,
  PICKER_POSTS_PER_BLOG,
  PREVIEW_PHOTOS,
  THUMBNAIL_WIDTH_MAX,
} from './limits.ts'

export const followedBlogSchema = z.object({ name: z.string(), title: z.string(), description: z.string() })
export type FollowedBlog = z.infer<typeof followedBlogSchema>

export const followedBlogsSchema = z.object({
  /** False without an account: `blogs` is empty then. */
  connected: z.boolean(),
  /** The platform no longer accepts the connection: `blogs` is the last known state. */
  reconnect: z.boolean(),
  username: z.string().nullable(),
  blogs: z.array(followedBlogSchema),
})
export type FollowedBlogs = z.infer<typeof followedBlogsSchema>

export const photoSizeSchema = z.object({
  /** An address on this server, which proxies the image. Works in an `<img>` of this user's page and for the import. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
})
export type PhotoSize = z.infer<typeof photoSizeSchema>

export const blogPhotoSchema = z.object({
  originalSize: photoSizeSchema,
  /** Widest first. */
  altSizes: z.array(photoSizeSchema),
  /** The widest of the other sizes that is at most THUMBNAIL_WIDTH_MAX wide, else the original. */
  thumbnail: photoSizeSchema,
  altText: z.string(),
})
export type BlogPhoto = z.infer<typeof blogPhotoSchema>

export const blogPostSchema = z.object({
  id: z.string(),
  type: z.literal('photo'),
  /** Seconds since 1970. */
  timestamp: z.number(),
  tags: z.array(z.string()),
  postUrl: z.string(),
  blogName: z.string(),
  blogTitle: z.string(),
  blogDescription: z.string(),
  /** Photos only, at least one. */
  photos: z.array(blogPhotoSchema).min(1),
})
export type BlogPost = z.infer<typeof blogPostSchema>

export const blogsContract = {
  /** The first FOLLOWED_BLOGS_MAX that the connected account follows. `refresh` bypasses the cache. */
  followed: oc
    .route({ method: 'GET', path: '/blogs/{platform}' })
    .input(z.object({ platform: platformSchema, refresh: z.stringbool().or(z.boolean()).default(false) }))
    .output(followedBlogsSchema),
  /** The newest posts with photos of a blog; empty when the blog gives none to this account. */
  posts: oc
    .route({ method: 'GET', path: '/blogs/{platform}/{blog}/posts' })
    .input(
      z.object({
        platform: platformSchema,
        blog: z.string().min(1).max(200),
        limit: z.coerce.number().int().min(1).max(20),
        refresh: z.stringbool().or(z.boolean()).default(false),
      }),
    )
    .output(z.object({ posts: z.array(blogPostSchema) })),
}
