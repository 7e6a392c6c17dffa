import { oc } from '@orpc/contract'
import { z } from 'zod'
import { filePathSchema } from '../slide/model.ts'

export { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS, SIGNED_URL_SECONDS } from './limits.ts'

export const mediaItemSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  source: z.enum(['upload']),
  filePath: filePathSchema,
  /** Bytes of the stored (re-encoded) file. */
  fileSize: z.number().int(),
  /** `WIDTHxHEIGHT` in pixels, measured after rotation. */
  dimensions: z.string().regex(/^\d+x\d+$/),
  tags: z.array(z.string()),
  companyIds: z.array(z.uuid()),
  createdAt: z.iso.datetime({ offset: true }),
})
export type MediaItem = z.infer<typeof mediaItemSchema>

/**
 * Renditions of a stored picture. `original` is the re-encoded upload, `thumbnail` fits 300 px, `cover` is
 * 1080 x 1920 cut to fill: the one the painter draws behind a slide.
 */
export const FILE_VARIANTS = ['original', 'thumbnail', 'cover'] as const
export type FileVariant = (typeof FILE_VARIANTS)[number]

/** What an upload is for: `media` also enters the photo library. */
export const UPLOAD_PURPOSES = ['media', 'logo', 'product-photo', 'image-box'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

/** Answer of `POST /api/files` (multipart form: `file`, `purpose`, for media also the client's unique `id`). */
export const uploadedFileSchema = z.object({
  filePath: filePathSchema,
  width: z.number().int(),
  height: z.number().int(),
  fileSize: z.number().int(),
  media: mediaItemSchema.nullable(),
})
export type UploadedFile = z.infer<typeof uploadedFileSchema>

export const mediaContract = {
  list: oc
    .route({ method: 'GET', path: '/media' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.array(mediaItemSchema)),
  /** All ids must be found and owned, else MEDIA_SOME_NOT_FOUND and nothing is deleted. */
  remove: oc.route({ method: 'POST', path: '/media/delete' }).input(z.object({ ids: z.array(z.uuid()).min(1).max(500) })),
  link: oc.route({ method: 'POST', path: '/media/link' }).input(z.object({ ids: z.array(z.uuid()).min(1).max(500), companyId: z.uuid() })),
  unlink: oc
    .route({ method: 'POST', path: '/media/unlink' })
    .input(z.object({ ids: z.array(z.uuid()).min(1).max(500), companyId: z.uuid() })),
}

export const filesContract = {
  /** Signed URLs, valid SIGNED_URL_SECONDS. Order and length follow the request; a path that is not the caller's gives null. */
  urls: oc
    .route({ method: 'POST', path: '/files/urls' })
    .input(z.object({ paths: z.array(filePathSchema).min(1).max(200), variant: z.enum(FILE_VARIANTS) }))
    .output(z.array(z.string().nullable())),
}
