import { z } from 'zod'
import { MEDIA_SEARCH_MAX, TAG_MAX } from '../api/limits.ts'
import { filePathSchema } from '../slide/model.ts'
import { binary, moment, next, paging, reads, withIdempotencyKey, writes } from './base.ts'

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

const FILES = binary(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'])
/** About 2.6 MB, which fit into a request of 4 MB with the rest of it. */
const BASE64_MAX = 3_500_000

const filename = z.string().min(1).max(200).default('photo.jpg')
const addedSchema = z.object({ photo: photoSchema, is_duplicate: z.boolean() })

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
    .input(z.object({ query: z.object({ filename, company_id: z.uuid().optional() }) }))
    .output(addedSchema),
  import: writes({
    method: 'POST',
    path: '/photos/import',
    scopes: ['photos:write'],
    summary: 'Add a photo from a public https address, or as Base64',
    successStatus: 201,
  })
    .input(
      z.object({
        body: z
          .object({
            /** Public https address of the photo, of at most 20 MB. */
            url: z
              .url({ protocol: /^https?$/ })
              .max(2000)
              .optional(),
            /** The photo in Base64, of at most 2.6 MB. */
            data: z.base64().min(1).max(BASE64_MAX).optional(),
            filename,
            company_id: z.uuid().optional(),
          })
          .refine(({ url, data }) => (url === undefined) !== (data === undefined), { path: ['url'] }),
      }),
    )
    .output(addedSchema),
}
