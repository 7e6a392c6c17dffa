import { z } from 'zod'
import { MEDIA_SEARCH_MAX, TAG_MAX } from '../api/limits.ts'
import { filePathSchema } from '../slide/model.ts'
import { moment, next, paging, reads, withIdempotencyKey, writes } from './base.ts'

const photoSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  /** Slides name it by this, for example as `backgroundImage`. */
  path: filePathSchema,
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  tags: z.array(z.string()),
  company_ids: z.array(z.uuid()),
  /** Signed address, valid for an hour. */
  thumbnail_url: z.string(),
  created_at: moment,
})
export type PublicPhoto = z.infer<typeof photoSchema>

const IMAGE = { schema: { type: 'string', format: 'binary' } } as const
const FILES = Object.fromEntries(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'].map((type) => [type, IMAGE]))

export const photosContract = {
  list: reads('/photos', ['photos:read'], 'List and search photos, newest first')
    .input(
      z.object({
        query: z.object({
          ...paging,
          /** Words that must all occur in the name or in a tag. */
          search: z.string().max(MEDIA_SEARCH_MAX).default(''),
          tag: z.string().max(TAG_MAX).optional(),
          company_id: z.uuid().optional(),
        }),
      }),
    )
    .output(z.object({ photos: z.array(photoSchema), next })),
  upload: writes({
    method: 'POST',
    path: '/photos',
    scopes: ['photos:write'],
    summary: 'Upload a photo. The body is the file',
    successStatus: 201,
  })
    .route({ spec: (operation) => ({ ...withIdempotencyKey(operation), requestBody: { required: true, content: FILES } }) })
    .input(z.object({ query: z.object({ filename: z.string().min(1).max(200).default('photo.jpg'), company_id: z.uuid().optional() }) }))
    .output(z.object({ photo: photoSchema, is_duplicate: z.boolean() })),
}
