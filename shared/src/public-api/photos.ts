import { z } from 'zod'
import { MEDIA_SEARCH_MAX, TAG_MAX } from '../api/limits.ts'
import { filePathSchema } from '../slide/model.ts'
import { binary, moment, next, paging, reads, withIdempotencyKey, writes } from './base.ts'

export const photoSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  path: filePathSchema.describe('Slides name the photo by this, for example as `backgroundImage`.'),
  bytes: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  tags: z.array(z.string()),
  company_ids: z.array(z.uuid()),
  thumbnail_url: z.string().describe('Signed address, valid for an hour.'),
  created_at: moment,
})
export type PublicPhoto = z.infer<typeof photoSchema>

const FILES = binary(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'])
/** About 2.6 MB, which fit into a request of 4 MB with the rest of it. */
const BASE64_MAX = 3_500_000

const filename = z.string().min(1).max(200).default('photo.jpg')
const addedSchema = z.object({ photo: photoSchema, is_duplicate: z.boolean().describe('The library already had this file.') })

export const photosContract = {
  list: reads('/photos', ['photos:read'], 'List and search photos, newest first')
    .input(
      z.object({
        query: z.object({
          ...paging,
          search: z.string().max(MEDIA_SEARCH_MAX).default('').describe('Words that must all occur in the name or in a tag.'),
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
    summary: 'Upload a photo',
    description:
      'The body is the file: JPEG, PNG, WebP, AVIF or HEIC, at most 20 MB and 50 megapixels. A file that is already in the library is not stored twice.',
    successStatus: 201,
  })
    .route({ spec: (operation) => ({ ...withIdempotencyKey(operation), requestBody: { required: true, content: FILES } }) })
    .input(z.object({ query: z.object({ filename, company_id: z.uuid().optional() }) }))
    .output(addedSchema),
  import: writes({
    method: 'POST',
    path: '/photos/import',
    scopes: ['photos:write'],
    summary: 'Add a photo by address or as Base64',
    description: 'For programs that can’t send a file. Send either `url` or `data`.',
    successStatus: 201,
  })
    .input(
      z.object({
        body: z
          .object({
            url: z
              .url({ protocol: /^https?$/ })
              .max(2000)
              .optional()
              .describe('Public https address of the photo, of at most 20 MB.'),
            data: z.base64().min(1).max(BASE64_MAX).optional().describe('The photo in Base64, of at most 2.6 MB.'),
            filename,
            company_id: z.uuid().optional(),
          })
          .refine(({ url, data }) => (url === undefined) !== (data === undefined), { path: ['url'] })
          .meta({ examples: [{ url: 'https://www.example.com/desk.jpg', filename: 'desk.jpg' }] }),
      }),
    )
    .output(addedSchema),
}
