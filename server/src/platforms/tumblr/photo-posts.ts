import { z } from 'zod'
import type { BlogPhoto, PhotoPost, PhotoSize } from '../photo-source.ts'

const sizeSchema = z.object({ url: z.url({ protocol: /^https?$/ }), width: z.number().catch(0), height: z.number().catch(0) })

/** A classic photo. `original_size` is undocumented but always sent; the widest other size is the fallback. */
const classicPhotoSchema = z.object({
  original_size: sizeSchema.optional(),
  alt_sizes: z.array(sizeSchema).default([]),
  caption: z.string().default(''),
})

/** An NPF image block: the same photo in several sizes, widest first. */
const imageBlockSchema = z.object({
  type: z.literal('image'),
  alt_text: z.string().default(''),
  media: z.array(sizeSchema.extend({ type: z.string().optional() })).min(1),
})

const contentSchema = z.array(z.unknown()).default([])

const postSchema = z.object({
  type: z.string(),
  /** A 64-bit id, which loses its last digits as a number. */
  id_string: z.string().optional(),
  id: z.union([z.number(), z.string()]).optional(),
  blog_name: z.string().default(''),
  timestamp: z.number().default(0),
  tags: z.array(z.string()).default([]),
  post_url: z.string().default(''),
  photos: z.array(z.unknown()).default([]),
  content: contentSchema,
  /** A reblog's photos are here, and its own content may be empty. */
  trail: z.array(z.object({ content: contentSchema })).default([]),
})

function isGif({ url, type }: PhotoSize & { type?: string | undefined }): boolean {
  return type === 'image/gif' || /\.gifv?$/i.test(new URL(url).pathname)
}

function classicPhoto(value: unknown): BlogPhoto | null {
  const parsed = classicPhotoSchema.safeParse(value)
  if (!parsed.success) return null
  const { original_size: original, alt_sizes: altSizes, caption } = parsed.data
  const widest = original ?? altSizes[0]
  if (!widest || isGif(widest)) return null
  return { originalSize: widest, altSizes, altText: caption }
}

function blockPhoto(value: unknown): BlogPhoto | null {
  const parsed = imageBlockSchema.safeParse(value)
  if (!parsed.success) return null
  const { media, alt_text: altText } = parsed.data
  const sizes = media.toSorted((a, b) => b.width - a.width)
  const [widest] = sizes
  if (!widest || sizes.some(isGif)) return null
  const plain = sizes.map(({ url, width, height }) => ({ url, width, height }))
  return { originalSize: plain[0] ?? widest, altSizes: plain, altText }
}

/**
 * Posts with still photos, in one form. Tumblr's current editor writes `type: 'text'` or `'blocks'` with photos in blocks, so filtering by
 * type photo would lose most of them. GIFs are skipped.
 */
export function photoPosts(posts: readonly unknown[]): PhotoPost[] {
  return posts.flatMap((value) => {
    const parsed = postSchema.safeParse(value)
    if (!parsed.success) return []
    const post = parsed.data
    const blocks = [...post.content, ...post.trail.flatMap((part) => part.content)]
    const photos = [...post.photos.map(classicPhoto), ...blocks.map(blockPhoto)].filter((photo) => photo !== null)
    if (photos.length === 0) return []
    const id = post.id_string ?? String(post.id ?? '')
    const { blog_name: blogName, timestamp, tags, post_url: postUrl } = post
    return [{ id, type: 'photo' as const, blogName, timestamp, tags, postUrl, photos }]
  })
}
