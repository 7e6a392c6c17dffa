import { z } from 'zod'

/** Lengths are counted in UTF-16 code units. */
const common = {
  privacy_level: z.string().optional(),
  disable_comment: z.boolean().optional(),
  brand_content_toggle: z.boolean().optional(),
  brand_organic_toggle: z.boolean().optional(),
  is_aigc: z.boolean().optional(),
}

export const photoBody = z.object({
  media_type: z.literal('PHOTO'),
  // One table of the documents writes the first with a space; the example, and the server, do not.
  post_mode: z.enum(['DIRECT_POST', 'MEDIA_UPLOAD']),
  is_aigc: z.boolean().optional(),
  post_info: z.object({
    ...common,
    title: z.string().max(90).optional(),
    description: z.string().max(4000).optional(),
    auto_add_music: z.boolean().optional(),
  }),
  source_info: z
    .object({
      // Photos are never sent: they are fetched.
      source: z.literal('PULL_FROM_URL'),
      photo_images: z.array(z.url()).min(1).max(35),
      photo_cover_index: z.number().int().min(0),
    })
    .refine(({ photo_cover_index: at, photo_images: images }) => at < images.length),
})
export type PhotoBody = z.infer<typeof photoBody>

const LEAST_CHUNK = 5 * 1024 * 1024
const MOST_CHUNK = 64 * 1024 * 1024
const LAST_CHUNK_MOST = 128 * 1024 * 1024

const upload = z.object({
  source: z.literal('FILE_UPLOAD'),
  video_size: z
    .number()
    .int()
    .positive()
    .max(4 * 1024 ** 3),
  chunk_size: z.number().int().positive(),
  total_chunk_count: z.number().int().min(1).max(1000),
})
export type UploadPlan = z.infer<typeof upload>

/** Whether the chunks are cut as the documents say: what is left over belongs to the last one and is no chunk of its own. */
export function isGoodPlan({ video_size: size, chunk_size: chunk, total_chunk_count: count }: UploadPlan): boolean {
  if (count === 1) return chunk === size && size <= MOST_CHUNK
  const last = size - chunk * (count - 1)
  return count === Math.floor(size / chunk) && chunk >= LEAST_CHUNK && chunk <= MOST_CHUNK && last <= LAST_CHUNK_MOST
}

const source = z.discriminatedUnion('source', [upload, z.object({ source: z.literal('PULL_FROM_URL'), video_url: z.url() })])

export const videoBody = z.object({
  post_info: z.object({
    ...common,
    title: z.string().max(2200).optional(),
    disable_duet: z.boolean().optional(),
    disable_stitch: z.boolean().optional(),
    video_cover_timestamp_ms: z.number().int().min(0).optional(),
  }),
  source_info: source,
})
export const inboxVideoBody = z.object({ source_info: source })
