import { oc } from '@orpc/contract'
import { z } from 'zod'
import { filePathSchema } from '../slide/model.ts'
import { MEDIA_IDS_MAX, MEDIA_PAGE_MAX, TAG_MAX, TAGS_PER_PHOTO_MAX } from './limits.ts'

export { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS, UPLOAD_MAX_SIDE, SIGNED_URL_SECONDS } from './limits.ts'

export const mediaItemSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  source: z.enum(['upload']),
  /** Where it stood, of a photo taken over from a followed blog; null of an upload. */
  originalUrl: z.string().nullable(),
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
  /** The library had this picture already: `media` is the photo that stands there, and nothing was stored. */
  duplicate: z.boolean(),
})
export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** A photo as the library shows it; the link is signed and valid SIGNED_URL_SECONDS. */
export const libraryPhotoSchema = mediaItemSchema.extend({ thumbnailUrl: z.string() })
export type LibraryPhoto = z.infer<typeof libraryPhotoSchema>

/** Tags are compared without regard to case, so they are kept in small letters. */
export const tagSchema = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
  .pipe(z.string().min(1).max(TAG_MAX))

export const mediaPageSchema = z.object({
  items: z.array(libraryPhotoSchema),
  /** Of the whole library, not of this page. */
  total: z.number().int(),
  /** Asks for the photos after these; null at the end. */
  next: z.string().nullable(),
  /** Bytes of all pictures a person keeps, each counted as at least COUNTED_BYTES_MIN, and how many they may be. */
  storage: z.object({ used: z.number(), limit: z.number() }),
})
export type MediaPage = z.infer<typeof mediaPageSchema>

/** Where photos stand: what goes on showing them after they are deleted from the library. At most 20 of each are named. */
export const mediaUsageSchema = z.object({
  /** How many of the photos asked about are used anywhere. */
  photos: z.number().int(),
  projects: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), title: z.string() })) }),
  /** Slideshows of which only earlier versions show them, that can be restored. */
  versions: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), title: z.string() })) }),
  posts: z.object({
    total: z.number().int(),
    named: z.array(
      z.object({
        id: z.uuid(),
        title: z.string(),
        platform: z.string(),
        /** Null for a draft. */
        scheduledTime: z.iso.datetime({ offset: true }).nullable(),
      }),
    ),
  }),
  modes: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
  /** As their logo or product photo. */
  companies: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
})
export type MediaUsage = z.infer<typeof mediaUsageSchema>

const ids = z.array(z.uuid()).min(1).max(MEDIA_IDS_MAX)
const tags = z.array(tagSchema).max(TAGS_PER_PHOTO_MAX).default([])

/** Calls on several photos: all ids must be found and owned, else MEDIA_SOME_NOT_FOUND and nothing happens. */
export const mediaContract = {
  /** All photos, or all of one company; newest first. */
  list: oc
    .route({ method: 'GET', path: '/media' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.array(mediaItemSchema)),
  /** The library in pages, newest first; photos that come or go meanwhile neither repeat nor hide others. */
  page: oc
    .route({ method: 'GET', path: '/media/page' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(MEDIA_PAGE_MAX).default(100), after: z.string().max(80).optional() }))
    .output(mediaPageSchema),
  /** Slideshows and their earlier versions, scheduled posts, custom modes and companies that show any of these photos. */
  usage: oc.route({ method: 'POST', path: '/media/usage' }).input(z.object({ ids })).output(mediaUsageSchema),
  /** Adds and takes away tags; answers with the tags that each photo now has. */
  tag: oc
    .route({ method: 'POST', path: '/media/tags' })
    .input(z.object({ ids, add: tags, remove: tags }))
    .output(z.array(z.object({ id: z.uuid(), tags: z.array(z.string()) }))),
  /** The files of photos that a slideshow still shows stay; all others go at once. */
  remove: oc.route({ method: 'POST', path: '/media/delete' }).input(z.object({ ids })),
  link: oc.route({ method: 'POST', path: '/media/link' }).input(z.object({ ids, companyId: z.uuid() })),
  unlink: oc.route({ method: 'POST', path: '/media/unlink' }).input(z.object({ ids, companyId: z.uuid() })),
}

const givenPath = z.string().min(1, 'File path is required').pipe(filePathSchema)

export const filesContract = {
  /** Signed URLs, valid SIGNED_URL_SECONDS. Order and length follow the request; a path that is not the caller's gives null. */
  urls: oc
    .route({ method: 'POST', path: '/files/urls' })
    .input(z.object({ paths: z.array(givenPath).min(1, 'File path is required').max(200), variant: z.enum(FILE_VARIANTS) }))
    .output(z.array(z.string().nullable())),
}
