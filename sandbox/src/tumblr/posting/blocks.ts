import { z } from 'zod'
import type { SentFile } from './own-posts.ts'

const PICTURES_MAX = 30
/** Videos that are sent; others could be linked. */
const VIDEOS_MAX = 1
const BLOCKS_MAX = 1000
/** In code points, for texts and captions of images. */
const TEXT_MAX = 4096

const text = z.string().refine((value) => [...value].length <= TEXT_MAX)

/** A new image names the multipart part with its bytes, an existing one its address. */
const media = z.union([z.looseObject({ identifier: z.string().min(1) }), z.looseObject({ url: z.string().min(1) })])
const block = z.union([
  z.looseObject({ type: z.literal('text'), text }),
  // The documents write a list, and a bare object works too.
  z.looseObject({ type: z.literal('image'), media: z.union([z.array(media).min(1), media]), alt_text: text.optional() }),
  z.looseObject({ type: z.literal('video'), media: z.union([z.array(media).min(1), media]) }),
  z.looseObject({ type: z.literal('link'), url: z.url() }),
])
export type Block = z.infer<typeof block>

const layout = z.union([
  z.strictObject({ type: z.literal('rows'), display: z.array(z.looseObject({ blocks: z.array(z.number().int().min(0)).min(1) })) }),
  z.looseObject({ type: z.enum(['carousel', 'ask', 'account']) }),
])

const fields = {
  content: z.array(block).min(1).max(BLOCKS_MAX),
  layout: z.array(layout),
  state: z.enum(['published', 'draft', 'queue', 'private', 'unapproved']),
  /** One text with commas. */
  tags: z.string(),
  slug: z.string(),
  publish_on: z.iso.datetime({ offset: true }),
  date: z.string(),
  source_url: z.string(),
  is_private: z.boolean(),
  interactability_reblog: z.string(),
}

/** A partial change. */
export const editSchema = z.object(fields).partial()
export type EditBody = z.infer<typeof editSchema>

export const postSchema = editSchema.extend({
  content: fields.content,
  layout: fields.layout.default([]),
  state: fields.state.default('published'),
  tags: fields.tags.default(''),
  slug: fields.slug.default(''),
})
export type PostBody = z.infer<typeof postSchema>

export function mediaOf(one: Block): Record<string, unknown> | null {
  if (one.type !== 'image' && one.type !== 'video') return null
  return (Array.isArray(one.media) ? one.media[0] : one.media) ?? null
}

export const tagsOf = (tags: string) =>
  tags
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean)

/** The error in the blocks or their layout, or null. `carousel` has a status of its own. */
export function blocksFault({ content, layout: layouts }: PostBody): 'content' | 'layout' | 'carousel' | null {
  const images = content.filter((one) => one.type === 'image').length
  const videos = content.filter((one) => one.type === 'video').length
  if (images > PICTURES_MAX || videos > VIDEOS_MAX) return 'content'
  for (const one of layouts) {
    if (one.type === 'carousel') return 'carousel'
    if (one.type !== 'rows' || !('display' in one)) continue
    const rows = one.display as { blocks: number[] }[]
    const named = rows.flatMap((row) => row.blocks).toSorted((a, b) => a - b)
    // Every block has a row; several in a row are images.
    const isWhole = named.length === content.length && named.every((number, at) => number === at)
    const isGood = rows.every((row) => row.blocks.length === 1 || row.blocks.every((number) => content[number]?.type === 'image'))
    if (!isWhole || !isGood) return 'layout'
  }
  return null
}

/** The blocks with each file that was sent under its address. */
export function placed(content: readonly Block[], files: ReadonlyMap<string, SentFile>, host: string): Record<string, unknown>[] {
  return content.map((one) => {
    const { identifier } = mediaOf(one) ?? {}
    const file = typeof identifier === 'string' ? files.get(identifier) : undefined
    if (!file) return one
    const { sha256, type, width, height } = file
    const object = { media_key: sha256.slice(0, 32), type, url: `${host}/own/${sha256}`, width, height, has_original_dimensions: true }
    // A video is one file, an image a list of its sizes.
    return { ...one, media: one.type === 'video' ? object : [object] }
  })
}
