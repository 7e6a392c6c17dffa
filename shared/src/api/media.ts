import { oc } from '@orpc/contract'
import { z } from 'zod'
import { creditSchema } from '../stock/credit-schema.ts'
import { filePathSchema, MAX_SLIDES } from '../slide/model.ts'
import {
  MEDIA_BLOCK,
  MEDIA_IDS_MAX,
  MEDIA_PAGE_MAX,
  MEDIA_SEARCH_MAX,
  MEDIA_TAGS_LISTED,
  SUGGESTION_TEXT_MAX,
  SUGGESTIONS_EXCLUDED_MAX,
  TAG_MAX,
  TAGS_PER_PHOTO_MAX,
} from './limits.ts'

export { UPLOAD_MAX_BYTES, UPLOAD_MAX_PIXELS, UPLOAD_MAX_SIDE, SIGNED_URL_SECONDS } from './limits.ts'

export const mediaItemSchema = z.object({
  id: z.uuid(),
  filename: z.string(),
  source: z.enum(['upload']),
  /** The source post of a photo from a followed blog; null for an upload. */
  originalUrl: z.string().nullable(),
  filePath: filePathSchema,
  /** Bytes of the stored (re-encoded) file. */
  fileSize: z.number().int(),
  /** `WIDTHxHEIGHT` in pixels, measured after rotation. */
  dimensions: z.string().regex(/^\d+x\d+$/),
  tags: z.array(z.string()),
  companyIds: z.array(z.uuid()),
  createdAt: z.iso.datetime({ offset: true }),
  /** The source of a found photo; null of an upload. A server of the previous release sends none. */
  credit: creditSchema.nullish(),
  /** Whether an AI made it. */
  madeByAi: z.boolean().optional(),
})
export type MediaItem = z.infer<typeof mediaItemSchema>

/**
 * Renditions of a stored image. `original` is the re-encoded upload, `thumbnail` fits 300 px, `cover` is 1080 x 1920 cut to fill: the one the
 * painter draws behind a slide.
 */
export const FILE_VARIANTS = ['original', 'thumbnail', 'cover'] as const
export type FileVariant = (typeof FILE_VARIANTS)[number]

/** Purpose of an upload: `media` also adds it to the photo library. */
export const UPLOAD_PURPOSES = ['media', 'logo', 'product-photo', 'image-box'] as const
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number]

/** Answer of `POST /api/files` (multipart form: `file`, `purpose`, for media also the client's unique `id`). */
export const uploadedFileSchema = z.object({
  filePath: filePathSchema,
  width: z.number().int(),
  height: z.number().int(),
  fileSize: z.number().int(),
  media: mediaItemSchema.nullable(),
  /** The library already has this image: `media` is the existing photo, and nothing was stored. */
  duplicate: z.boolean(),
})
export type UploadedFile = z.infer<typeof uploadedFileSchema>

/** A photo as the library shows it; the link is signed and valid SIGNED_URL_SECONDS. */
export const libraryPhotoSchema = mediaItemSchema.extend({ thumbnailUrl: z.string() })
export type LibraryPhoto = z.infer<typeof libraryPhotoSchema>

/** Stored in lower case, because tags are compared without regard to case. */
export const tagSchema = z
  .string()
  .transform((text) => text.trim().replace(/\s+/g, ' ').toLowerCase())
  .pipe(z.string().min(1).max(TAG_MAX))

export const PHOTO_SORTS = ['newest', 'oldest', 'name', 'largest'] as const
export type PhotoSort = (typeof PHOTO_SORTS)[number]

/** The section of the photos that belong to no company. */
export const UNLINKED = 'none'

const finding = {
  /** Words that must all occur in the name or in a tag, in any case. */
  search: z.string().max(MEDIA_SEARCH_MAX).default(''),
  tag: z.string().max(TAG_MAX).optional(),
  sort: z.enum(PHOTO_SORTS).default('newest'),
}
/** A company's id, or `none`. */
const section = z.union([z.uuid(), z.literal(UNLINKED)])
/** Where a page ended, as an earlier answer in the same order gave it. */
const place = z.string().max(1500)

const storageSchema = z.object({ used: z.number(), limit: z.number() })

export const photoPageSchema = z.object({
  items: z.array(libraryPhotoSchema),
  /** Asks for the photos after these; null at the end. */
  next: z.string().nullable(),
})
export type PhotoPage = z.infer<typeof photoPageSchema>

export const mediaOverviewSchema = z.object({
  /** Photos found, each counted once. */
  found: z.number().int(),
  /** Non-empty sections: companies in their order, then photos without one. A photo of two companies counts in both. */
  sections: z.array(z.object({ section, count: z.number().int() })),
  /** Photos of the whole library. */
  total: z.number().int(),
  /** Bytes of all the user's images, each counted as at least COUNTED_BYTES_MIN, and the limit. */
  storage: storageSchema,
})
export type MediaOverview = z.infer<typeof mediaOverviewSchema>

const tagCountsSchema = z.array(z.object({ tag: z.string(), count: z.number().int() }))
export type TagCounts = z.infer<typeof tagCountsSchema>

export const mediaSummarySchema = z.object({
  companies: z.array(z.object({ id: z.uuid(), count: z.number().int() })),
  tags: tagCountsSchema,
})
export type MediaSummary = z.infer<typeof mediaSummarySchema>

export const mediaPageSchema = z.object({
  items: z.array(libraryPhotoSchema),
  /** For the whole library, not this page. */
  total: z.number().int(),
  /** Asks for the photos after these; null at the end. */
  next: z.string().nullable(),
  /** Bytes of all the user's images, each counted as at least COUNTED_BYTES_MIN, and the limit. */
  storage: storageSchema,
})
export type MediaPage = z.infer<typeof mediaPageSchema>

/** Where photos are used. These keep showing them after they are deleted from the library. Names at most 20 of each kind. */
export const mediaUsageSchema = z.object({
  /** How many of the given photos are in use. */
  photos: z.number().int(),
  projects: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), title: z.string() })) }),
  /** Slideshows with restorable earlier versions that show them. */
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
  /** Slideshow templates; servers of 0.3.0 have none. */
  templates: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), name: z.string() })) }).optional(),
  /** As their logo or product photo. */
  companies: z.object({ total: z.number().int(), named: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
})
export type MediaUsage = z.infer<typeof mediaUsageSchema>

const ids = z.array(z.uuid()).min(1).max(MEDIA_IDS_MAX)
const tags = z.array(tagSchema).max(TAGS_PER_PHOTO_MAX).default([])

/** Calls on several photos: all ids must be found and owned, else MEDIA_SOME_NOT_FOUND and nothing happens. */
export const mediaContract = {
  /**
   * Photos in pages, of one section where it is named; photos that come or go meanwhile neither repeat nor hide others.
   *
   * Without `limit`, which is how pages of 0.2.0 ask, the answer is a list: the newest MEDIA_WHOLE_MAX photos, of one company when `companyId`
   * names it. That form, `companyId` and `page` below go with the second release after 0.2.0, when no such page can be open any more.
   */
  list: oc
    .route({ method: 'GET', path: '/media' })
    .input(
      z.object({
        ...finding,
        companyId: z.uuid().optional(),
        section: section.optional(),
        limit: z.coerce.number().int().min(1).max(MEDIA_PAGE_MAX).optional(),
        after: place.optional(),
      }),
    )
    .output(z.union([photoPageSchema, z.array(mediaItemSchema)])),
  /** Result counts of a search: how many photos in which sections. */
  overview: oc.route({ method: 'GET', path: '/media/overview' }).input(z.object(finding)).output(mediaOverviewSchema),
  /** A cursor after every `every` photos of a section, so that each block can be requested without the ones before. */
  marks: oc
    .route({ method: 'GET', path: '/media/marks' })
    .input(z.object({ ...finding, section, every: z.coerce.number().int().min(10).max(MEDIA_PAGE_MAX).default(MEDIA_BLOCK) }))
    .output(z.object({ marks: z.array(z.string()) })),
  /** All photos found, in the order of the sections, each once: 16 bytes an id, in Base64. */
  ids: oc
    .route({ method: 'GET', path: '/media/ids' })
    .input(z.object(finding))
    .output(z.object({ ids: z.string() })),
  /** Tags in use with how many photos have them, the most used first. */
  tags: oc.route({ method: 'GET', path: '/media/tags' }).output(tagCountsSchema.max(MEDIA_TAGS_LISTED)),
  /** Companies and tags of these photos, with how many of them have each. */
  summary: oc.route({ method: 'POST', path: '/media/summary' }).input(z.object({ ids })).output(mediaSummarySchema),
  /** The photos of a project's video, in their order; see `videoPhotos`. */
  videoPhotos: oc
    .route({ method: 'GET', path: '/media/video-photos' })
    .input(z.object({ projectId: z.uuid(), companyId: z.uuid().optional() }))
    .output(z.object({ photos: z.array(filePathSchema) })),
  /** The library as pages of 0.2.0 load it, newest first. */
  page: oc
    .route({ method: 'GET', path: '/media/page' })
    .input(z.object({ limit: z.coerce.number().int().min(1).max(MEDIA_PAGE_MAX).default(100), after: z.string().max(80).optional() }))
    .output(mediaPageSchema),
  /** Slideshows and their earlier versions, scheduled posts, custom modes, slideshow templates and companies that show any of these photos. */
  usage: oc.route({ method: 'POST', path: '/media/usage' }).input(z.object({ ids })).output(mediaUsageSchema),
  /**
   * Photos for slides, by words for each and by their topic, as a new slideshow gets them: of the library, then of the product. Null where
   * none but `without` fits.
   */
  suggest: oc
    .route({ method: 'POST', path: '/media/suggestions' })
    .input(
      z.object({
        topic: z.string().max(SUGGESTION_TEXT_MAX).default(''),
        companyId: z.uuid().nullable(),
        words: z.array(z.string().max(SUGGESTION_TEXT_MAX)).max(MAX_SLIDES),
        without: z.array(filePathSchema).max(SUGGESTIONS_EXCLUDED_MAX).default([]),
      }),
    )
    .output(z.array(filePathSchema.nullable())),
  /** Adds and removes tags; returns the current tags of each photo. */
  tag: oc
    .route({ method: 'POST', path: '/media/tags' })
    .input(z.object({ ids, add: tags, remove: tags }))
    .output(z.array(z.object({ id: z.uuid(), tags: z.array(z.string()) }))),
  /** The files of photos that a slideshow still shows stay; all others go at once. */
  remove: oc.route({ method: 'POST', path: '/media/delete' }).input(z.object({ ids })),
  link: oc.route({ method: 'POST', path: '/media/link' }).input(z.object({ ids, companyId: z.uuid() })),
  unlink: oc.route({ method: 'POST', path: '/media/unlink' }).input(z.object({ ids, companyId: z.uuid() })),
}

/** Where a photo that slides show is from: a stock service, an AI, or both. */
export const shownCreditSchema = z.object({
  path: filePathSchema,
  credit: creditSchema.nullable(),
  madeByAi: z.boolean(),
})
export type ShownCredit = z.infer<typeof shownCreditSchema>

const givenPath = z.string().min(1, 'File path is required').pipe(filePathSchema)

export const filesContract = {
  /** Signed URLs, valid SIGNED_URL_SECONDS. Order and length follow the request; a path that is not the caller's gives null. */
  urls: oc
    .route({ method: 'POST', path: '/files/urls' })
    .input(z.object({ paths: z.array(givenPath).min(1, 'File path is required').max(200), variant: z.enum(FILE_VARIANTS) }))
    .output(z.array(z.string().nullable())),
  /** The caller's own photos among these that have a credit or that an AI made, in the order of the request. */
  credits: oc
    .route({ method: 'POST', path: '/files/credits' })
    .input(z.object({ paths: z.array(givenPath).max(200) }))
    .output(z.array(shownCreditSchema)),
  /**
   * Maps of the caller's own photos and of starter photos for `decodePhotoMap`, in the order of the request; null for any other path, and
   * for a map that isn't computed yet.
   */
  maps: oc
    .route({ method: 'POST', path: '/files/maps' })
    .input(z.object({ paths: z.array(givenPath).max(200) }))
    .output(z.array(z.string().nullable())),
}
