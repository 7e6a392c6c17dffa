import { z } from 'zod'

/** One of the user's own blogs. */
export interface OwnBlog {
  name: string
  title: string
  isPrimary: boolean
  avatarUrl: string | null
}

const avatars = z.array(z.object({ url: z.string(), width: z.number().default(0) }))

export const blogsSchema = z
  .object({
    user: z.object({
      blogs: z.array(
        z.object({
          name: z.string().min(1),
          title: z.string().nullish(),
          primary: z.boolean().default(false),
          avatar: avatars.nullish().catch(null),
        }),
      ),
    }),
  })
  .transform(({ user }) =>
    user.blogs.map(({ name, title, primary, avatar }): OwnBlog => ({
      name,
      title: title || name,
      isPrimary: primary,
      avatarUrl: avatarOf(avatar ?? []),
    })),
  )

/** The smallest avatar that is sharp next to a line of text. */
function avatarOf(sizes: z.infer<typeof avatars>): string | null {
  const inOrder = sizes.toSorted((a, b) => a.width - b.width)
  return (inOrder.find(({ width }) => width >= 64) ?? inOrder.at(-1))?.url ?? null
}

/** A new post's id is a string, unlike elsewhere. */
export const createdSchema = z.object({ id: z.string().regex(/^\d{1,20}$/), state: z.string().nullish() })

const ofPost = {
  id: z.union([z.string(), z.number()]).transform(String),
  id_string: z.string().optional(),
  post_url: z.string().catch(''),
  slug: z.string().catch(''),
  /** Missing from some responses. */
  state: z.string().optional(),
}
const listedSchema = z.object(ofPost)
export const listSchema = z.object({ posts: z.array(listedSchema).default([]) })

/** A post in the form that an update sends back: an update replaces all of it. */
export const singleSchema = z.object({
  ...ofPost,
  content: z.array(z.looseObject({})).min(1),
  layout: z.array(z.looseObject({})).default([]),
  tags: z.array(z.string()).default([]),
})

export interface FoundPost {
  id: string
  /** Null if Tumblr doesn't say. */
  state: string | null
  url: string
}

export function foundOf(
  { id: number, id_string: id = number, state, post_url: url }: z.infer<typeof listedSchema>,
  blog: string,
): FoundPost {
  const isUrl = /^https?:\/\//.test(url) && URL.canParse(url)
  return { id, state: state ?? null, url: isUrl ? url : `https://www.tumblr.com/${encodeURIComponent(blog)}/${id}` }
}

/** The remainder of a daily limit. */
export interface TumblrLimit {
  limit: number
  remaining: number
  /** Seconds since 1970; null if Tumblr doesn't say. */
  resetAt: number | null
}
/** Omits limits that Tumblr doesn't report. */
export type TumblrLimits = Partial<Record<'posts' | 'photos' | 'videos', TumblrLimit>>

const limit = z
  .object({ limit: z.number(), remaining: z.number(), reset_at: z.number().nullish() })
  .transform((response): TumblrLimit => ({ limit: response.limit, remaining: response.remaining, resetAt: response.reset_at || null }))
  .optional()
  .catch(undefined)

export const limitsSchema = z
  .object({ user: z.object({ posts: limit, photos: limit, videos: limit }) })
  .transform(({ user: { posts, photos, videos } }): TumblrLimits => ({
    ...(posts && { posts }),
    ...(photos && { photos }),
    ...(videos && { videos }),
  }))
