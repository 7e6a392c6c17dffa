import { z } from 'zod'
import { PLATFORM_IDS } from '../platforms.ts'
import { DELIVERIES, POST_KINDS, POST_STATUSES } from '../publishing/delivery.ts'
import { byId, checks, moment, next, paging, reads, writes } from './base.ts'

/** Longer texts get an error of their own. */
const text = z.string().max(100_000)
const TARGETS_MAX = 20

const postSchema = z.object({
  id: z.uuid(),
  slideshow_id: z.uuid().nullable(),
  company_id: z.uuid().nullable(),
  platform: z.enum(PLATFORM_IDS),
  /** Null when the account is no longer connected. */
  account_id: z.uuid().nullable(),
  kind: z.enum(POST_KINDS),
  /** Null for a draft. */
  scheduled_at: moment.nullable(),
  time_zone: z.string(),
  caption: z.string(),
  description: z.string(),
  status: z.enum(POST_STATUSES),
  /** The exact step. */
  delivery: z.enum(DELIVERIES),
  detail: z.string().nullable(),
  published_at: moment.nullable(),
  error: z.string().nullable(),
  /** Address of the post on its platform. */
  remote_url: z.string().nullable(),
  /** Where its owner sees and changes it. */
  url: z.string(),
  created_at: moment,
  updated_at: moment,
})
export type PublicPost = z.infer<typeof postSchema>

/** A post that was to be scheduled and waits as a draft for a consent that only the user can give. */
const approvalSchema = z.object({ needs_approval: z.literal(true), message: z.string(), url: z.string() })
const createdSchema = postSchema.extend({ approval: approvalSchema.nullable() })

const problemSchema = z.object({
  account_id: z.uuid().nullable(),
  code: z.string(),
  /** `stop`: it can't go out like this. `warn`: it can, and may not be what is meant. */
  severity: z.enum(['stop', 'warn']),
  message: z.string(),
})

const newPostsSchema = z.object({
  slideshow_id: z.uuid(),
  /** The version to post. If the slideshow has another one by now, answers PROJECT_CHANGED. */
  version: z.number().int().min(0).nullable().default(null),
  kind: z.enum(POST_KINDS).default('slides'),
  /** For `video`: how long each slide is shown. */
  seconds_per_slide: z.number().min(1).max(10).default(3),
  targets: z
    .array(
      z.object({
        /** The `id` of a connected account. */
        account_id: z.uuid(),
        /** The platform's options, such as `audience`. */
        options: z.record(z.string(), z.unknown()).default({}),
        caption: text.optional(),
        description: text.optional(),
      }),
    )
    .min(1)
    .max(TARGETS_MAX),
  /** Null saves drafts. */
  scheduled_at: z.union([z.literal('now'), moment, z.null()]).default(null),
  time_zone: z.string().min(1).max(100).default('UTC'),
  caption: text.default(''),
  description: text.default(''),
})
export type NewPublicPosts = z.infer<typeof newPostsSchema>

const attemptSchema = z.object({
  number: z.number().int(),
  phase: z.string(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  started_at: moment,
  finished_at: moment.nullable(),
})

const detailsSchema = postSchema.extend({
  /** Oldest first. */
  history: z.array(z.object({ at: moment, kind: z.string(), text: z.string() })),
  attempts: z.array(attemptSchema),
})

const DRAFT = ['posts:draft', 'posts:schedule'] as const
const SCHEDULE = ['posts:schedule'] as const

export const postsContract = {
  list: reads('/posts', ['posts:read'], 'List posts, newest first')
    .input(
      z.object({
        query: z.object({
          ...paging,
          status: z.enum(POST_STATUSES).optional(),
          company_id: z.uuid().optional(),
        }),
      }),
    )
    .output(z.object({ posts: z.array(postSchema), next })),
  get: reads('/posts/{id}', ['posts:read'], 'Read a post with its history and attempts')
    .input(z.object({ params: byId }))
    .output(detailsSchema),
  check: checks('/posts/check', DRAFT, 'Check posts without creating them')
    .input(z.object({ body: newPostsSchema }))
    .output(z.object({ problems: z.array(problemSchema), needs_approval: z.array(z.uuid()) })),
  create: writes({
    method: 'POST',
    path: '/posts',
    scopes: DRAFT,
    summary: 'Create drafts, or schedule posts (needs posts:schedule)',
    successStatus: 201,
  })
    .input(z.object({ body: newPostsSchema }))
    .output(z.object({ posts: z.array(createdSchema), problems: z.array(problemSchema) })),
  move: writes({ method: 'POST', path: '/posts/{id}/move', scopes: SCHEDULE, summary: 'Move a post to another time, or schedule a draft' })
    .input(z.object({ params: byId, body: z.object({ scheduled_at: moment }) }))
    .output(postSchema),
  cancel: writes({ method: 'POST', path: '/posts/{id}/cancel', scopes: SCHEDULE, summary: 'Cancel a post that is not being sent yet' })
    .input(z.object({ params: byId }))
    .output(postSchema),
  retry: writes({ method: 'POST', path: '/posts/{id}/retry', scopes: SCHEDULE, summary: 'Post a failed, cancelled or missed post again' })
    .input(
      z.object({
        params: byId,
        body: z.object({ scheduled_at: z.union([z.literal('now'), moment]).default('now') }).default({ scheduled_at: 'now' }),
      }),
    )
    .output(postSchema),
}
