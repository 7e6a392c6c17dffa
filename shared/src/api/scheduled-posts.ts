import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_STYLES } from '../content-types/ids.ts'
import { DELIVERIES, POST_KINDS, POST_STATUSES } from '../publishing/delivery.ts'
import { postOptionsSchema } from '../publishing/platforms.ts'
import { TIKTOK_AUDIENCES } from '../publishing/tiktok-options.ts'
import { filePathSchema } from '../slide/model.ts'
import { postApprovalSchema } from './approvals.ts'
import { platformSchema } from './accounts.ts'
import { POSTS_AT_ONCE_MAX } from './limits.ts'

const moment = z.iso.datetime({ offset: true })
/** The parser accepts longer texts up to here, so that they get their own error. */
const text = z.string().max(100_000)
const zone = z.string().min(1).max(100)

export const scheduledPostSchema = z.object({
  id: z.uuid(),
  /** Null when the project was deleted, as are its title and style. */
  projectId: z.uuid().nullable(),
  projectTitle: z.string().nullable(),
  contentStyle: z.enum(CONTENT_STYLES).nullable(),
  /** True when the slides have changed since this post was created. */
  isOutdated: z.boolean(),
  companyId: z.uuid().nullable(),
  /** Signed URL of the company's logo. */
  companyLogoUrl: z.string().nullable(),
  platform: platformSchema,
  accountId: z.string(),
  /** Null when the account is not connected any more. */
  account: z.object({ id: z.uuid(), username: z.string(), state: z.enum(['active', 'reconnect']) }).nullable(),
  kind: z.enum(POST_KINDS),
  /** Null for a draft. */
  scheduledTime: moment.nullable(),
  timeZone: zone,
  caption: z.string(),
  description: z.string(),
  options: postOptionsSchema.nullable(),
  status: z.enum(POST_STATUSES),
  delivery: z.enum(DELIVERIES),
  /** The step that the post waits for or is in, as text for the user. */
  detail: z.string().nullable(),
  publishedAt: moment.nullable(),
  errorMessage: z.string().nullable(),
  /** Path in the product where the user can fix the error. */
  fixHref: z.string().nullable(),
  /** Address of the post on its platform. */
  remoteUrl: z.string().nullable(),
  /** Signed URL of the first image's thumbnail; null while it is being rendered. */
  thumbnailUrl: z.string().nullable(),
  pictures: z.number().int(),
  repeatId: z.uuid().nullable(),
  /** The same for posts that one request, or one occurrence of a recurrence, scheduled together; null for posts of early versions. */
  groupId: z.string().nullable(),
  approval: postApprovalSchema,
  createdAt: moment,
  updatedAt: moment,
})
export type ScheduledPost = z.infer<typeof scheduledPostSchema>

export const postEventSchema = z.object({ at: moment, kind: z.string(), text: z.string() })
export const postMediaSchema = z.object({
  position: z.number().int(),
  url: z.string(),
  mimeType: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  sha256: z.string(),
})
export const postDetailsSchema = scheduledPostSchema.extend({
  /** The choices made for the platform so far. In a draft, required ones of `options` can be null. */
  filledIn: z.record(z.string(), z.unknown()),
  /** Oldest first. */
  history: z.array(postEventSchema),
  /** The rendered media that goes out or went out. */
  media: z.array(postMediaSchema),
})
export type PostDetails = z.infer<typeof postDetailsSchema>

/** A problem that would stop a post, or a warning for its owner. */
export const postProblemSchema = z.object({
  accountId: z.string(),
  platform: platformSchema,
  code: z.string(),
  /** `stop`: it cannot go out like this. `warn`: it can, but may not be intended. */
  severity: z.enum(['stop', 'warn']),
  message: z.string(),
  /** Label and path of the fix. */
  fix: z.string().nullable(),
  fixHref: z.string().nullable(),
})
export type PostProblem = z.infer<typeof postProblemSchema>

/** The content to post: the slides of a project in this version, as images or as one video. */
const contentSchema = z.object({
  projectId: z.uuid().nullable(),
  /** The version the user saw. If the server has another one, the request fails with PROJECT_CHANGED. */
  projectVersion: z.number().int().min(0).nullable(),
  kind: z.enum(POST_KINDS).default('slides'),
  /** Options of a slideshow posted as a video. */
  film: z
    .object({ seconds: z.number().min(1).max(10), crossFade: z.boolean(), motion: z.boolean().optional() })
    .nullable()
    .default(null),
  /** Storage paths of the photos of a multi-photo video, in their order. */
  photos: z.array(filePathSchema).max(100).default([]),
})

const targetSchema = z.object({
  platform: platformSchema,
  /** The platform's id of the account. */
  accountId: z.string().min(1).max(200),
  /** Held to the platform's rules unless it is a draft. */
  options: z.record(z.string(), z.unknown()),
  /** The texts of this account, in place of those of the request. */
  caption: text.optional(),
  description: text.optional(),
})

export const newPostsSchema = contentSchema.extend({
  /** Made by the page for one click: repeated, it answers the same posts. */
  requestId: z.uuid(),
  targets: z.array(targetSchema).min(1, 'Please select at least one account').max(POSTS_AT_ONCE_MAX),
  /** `now`, a moment, or null for a draft. */
  scheduledTime: z.union([z.literal('now'), moment, z.null()], 'Please select a date and time'),
  timeZone: zone,
  caption: text.default(''),
  description: text.default(''),
})
export type NewPosts = z.infer<typeof newPostsSchema>

const ids = z.array(z.uuid()).min(1).max(POSTS_AT_ONCE_MAX)
const byId = z.object({ id: z.uuid() })

export const postCountsSchema = z.object({
  total: z.number().int(),
  pending: z.number().int(),
  published: z.number().int(),
  failed: z.number().int(),
})

export const tiktokCreatorSchema = z.object({
  nickname: z.string(),
  username: z.string(),
  avatarUrl: z.string().nullable(),
  audiences: z.array(z.enum(TIKTOK_AUDIENCES)),
  commentDisabled: z.boolean(),
  duetDisabled: z.boolean(),
  stitchDisabled: z.boolean(),
  maxVideoSeconds: z.number(),
  /** Why posting is impossible now, as text for the user; null when it is possible. */
  refusal: z.string().nullable(),
})
export type TiktokCreator = z.infer<typeof tiktokCreatorSchema>

export const tumblrBlogSchema = z.object({ name: z.string(), title: z.string(), isPrimary: z.boolean() })
export type TumblrBlog = z.infer<typeof tumblrBlogSchema>

export const scheduledPostsContract = {
  /**
   * Posts with a time in [from, to) and all drafts, by their time. Without `from` and `to`: the newest `limit`, page by page; pass `next` as
   * `after`. The counts cover all posts of the user that match the filter, at any time. Pages of 0.2.0 use `offset`; remove it with the second
   * release after that.
   */
  list: oc
    .route({ method: 'GET', path: '/scheduled-posts' })
    .input(
      z.object({
        from: moment.optional(),
        to: moment.optional(),
        platform: platformSchema.optional(),
        accountId: z.string().max(200).optional(),
        companyId: z.uuid().optional(),
        status: z.enum(POST_STATUSES).optional(),
        limit: z.coerce.number().int().min(1).max(5000).default(500),
        offset: z.coerce.number().int().min(0).default(0),
        after: z.string().max(80).optional(),
      }),
    )
    .output(z.object({ posts: z.array(scheduledPostSchema), counts: postCountsSchema, isMore: z.boolean(), next: z.string().nullable() })),
  get: oc.route({ method: 'GET', path: '/scheduled-posts/{id}' }).input(byId).output(postDetailsSchema),
  /** Creates one post per target. If any target has problems, answers POST_REFUSED with all of them and creates nothing. */
  create: oc
    .route({ method: 'POST', path: '/scheduled-posts', successStatus: 201 })
    .input(newPostsSchema)
    .output(z.object({ posts: z.array(scheduledPostSchema), problems: z.array(postProblemSchema) })),
  /** Problems and warnings for such posts, without creating them. */
  check: oc
    .route({ method: 'POST', path: '/scheduled-posts/check' })
    .input(newPostsSchema.omit({ requestId: true }))
    .output(z.object({ problems: z.array(postProblemSchema) })),
  /** Another time (null makes it a draft), text or options. Refused with POST_SENDING once it is being sent. */
  update: oc
    .route({ method: 'PATCH', path: '/scheduled-posts/{id}' })
    .input(
      byId.extend({
        scheduledTime: z
          .union([z.literal('now'), moment])
          .nullable()
          .optional(),
        timeZone: zone.optional(),
        caption: text.optional(),
        description: text.optional(),
        options: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .output(scheduledPostSchema),
  /** Several to other times, all or none of them. */
  move: oc
    .route({ method: 'POST', path: '/scheduled-posts/move' })
    .input(
      z.object({
        posts: z
          .array(z.object({ id: z.uuid(), scheduledTime: moment }))
          .min(1)
          .max(POSTS_AT_ONCE_MAX),
      }),
    )
    .output(z.object({ posts: z.array(scheduledPostSchema) })),
  /** All posts that are not being sent yet; the response lists those that were too late. */
  cancel: oc
    .route({ method: 'POST', path: '/scheduled-posts/cancel' })
    .input(z.object({ ids }))
    .output(z.object({ cancelled: z.array(z.uuid()), late: z.array(z.uuid()) })),
  /** Takes posts that ended, and drafts, off the list. */
  remove: oc
    .route({ method: 'POST', path: '/scheduled-posts/remove' })
    .input(z.object({ ids }))
    .output(z.object({ removed: z.array(z.uuid()) })),
  /** A failed, cancelled or missed post once more: now, or at another time. */
  retry: oc
    .route({ method: 'POST', path: '/scheduled-posts/{id}/retry' })
    .input(byId.extend({ scheduledTime: z.union([z.literal('now'), moment]).default('now') }))
    .output(scheduledPostSchema),
  /** The user's answer for an unconfirmed post: "It is there", or "It is not there, post again". */
  settle: oc
    .route({ method: 'POST', path: '/scheduled-posts/{id}/settle' })
    .input(byId.extend({ isThere: z.boolean() }))
    .output(scheduledPostSchema),
  /** The same post again, to the same accounts or others, with the same rendered media. Without texts of its own it gets the post's. */
  duplicate: oc
    .route({ method: 'POST', path: '/scheduled-posts/{id}/duplicate', successStatus: 201 })
    .input(
      byId.extend({
        requestId: z.uuid(),
        targets: z.array(targetSchema).min(1).max(POSTS_AT_ONCE_MAX),
        scheduledTime: moment.nullable(),
        timeZone: zone,
        caption: text.optional(),
        description: text.optional(),
      }),
    )
    .output(z.object({ posts: z.array(scheduledPostSchema), problems: z.array(postProblemSchema) })),
  /** Replaces the post's slides with the project's current ones. */
  refresh: oc
    .route({ method: 'POST', path: '/scheduled-posts/refresh' })
    .input(z.object({ ids }))
    .output(z.object({ posts: z.array(scheduledPostSchema), late: z.array(z.uuid()) })),
  /** Pending posts that something which is about to be deleted or changed concerns. */
  concerned: oc
    .route({ method: 'GET', path: '/scheduled-posts/concerned' })
    .input(z.object({ projectId: z.uuid().optional(), companyId: z.uuid().optional(), accountRowId: z.uuid().optional() }))
    .output(z.object({ posts: z.array(scheduledPostSchema), total: z.number().int() })),
  /** Asked of TikTok each time, as its rules want it. */
  creator: oc.route({ method: 'GET', path: '/accounts/{id}/tiktok-creator' }).input(byId).output(tiktokCreatorSchema),
  /** The blogs a Tumblr account may post to. */
  blogs: oc
    .route({ method: 'GET', path: '/accounts/{id}/tumblr-blogs' })
    .input(byId)
    .output(z.object({ blogs: z.array(tumblrBlogSchema) })),
  /** Whether a publisher is running. */
  worker: oc
    .route({ method: 'GET', path: '/scheduled-posts/worker' })
    .output(z.object({ isAlive: z.boolean(), beatAt: moment.nullable(), offlineHours: z.number() })),
}
