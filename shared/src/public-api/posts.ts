import { z } from 'zod'
import { APPROVAL_STATES } from '../api/approvals.ts'
import { PLATFORM_IDS } from '../platforms.ts'
import { DELIVERIES, POST_KINDS, POST_STATUSES } from '../publishing/delivery.ts'
import { byId, checks, moment, next, paging, reads, writes } from './base.ts'

/** Longer texts get an error of their own. */
const text = z.string().max(100_000)
const TARGETS_MAX = 20

const NEW_POSTS_EXAMPLE = {
  slideshow_id: 'f2c5a1de-8f0b-4a53-9a55-6c1d0b7e2f10',
  targets: [{ account_id: '0b9d3c52-1f6e-4d0a-8a57-3f4f6f1f2a77', options: { blog: 'moss' } }],
  scheduled_at: '2027-01-05T09:00:00Z',
  time_zone: 'Europe/Berlin',
  caption: 'Five habits of calm mornings',
}

export const postSchema = z.object({
  id: z.uuid(),
  slideshow_id: z.uuid().nullable(),
  company_id: z.uuid().nullable(),
  platform: z.enum(PLATFORM_IDS),
  account_id: z.uuid().nullable().describe('Null when the account is no longer connected.'),
  kind: z.enum(POST_KINDS),
  scheduled_at: moment.nullable().describe('Null for a draft.'),
  time_zone: z.string(),
  caption: z.string(),
  description: z.string(),
  status: z.enum(POST_STATUSES),
  delivery: z.enum(DELIVERIES).describe('The exact step.'),
  detail: z.string().nullable(),
  published_at: moment.nullable(),
  error: z.string().nullable(),
  client_approval: z
    .object({
      state: z.enum(APPROVAL_STATES).describe('`draft`: not shared with a client.'),
      is_required: z.boolean().describe('Its company lets posts out only when approved.'),
      decided_by: z.string().nullable(),
      decided_at: moment.nullable(),
    })
    .describe('A decision counts for what the client saw: a change of the post puts it back in review.'),
  remote_url: z.string().nullable().describe('Address of the post on its platform.'),
  url: z.string().describe('Where its owner sees and changes it.'),
  created_at: moment,
  updated_at: moment,
})
export type PublicPost = z.infer<typeof postSchema>

const approvalSchema = z.object({
  needs_approval: z.literal(true),
  message: z.string(),
  url: z.string().describe('Where the user gives the consent and schedules the post.'),
})
const createdSchema = postSchema.extend({
  approval: approvalSchema
    .nullable()
    .describe('Set for a post that was to be scheduled, and waits as a draft for a consent that only the user can give.'),
})

export const problemSchema = z.object({
  account_id: z.uuid().nullable(),
  code: z.string(),
  severity: z.enum(['stop', 'warn']).describe('`stop`: it can’t go out like this. `warn`: it can, and may not be what you want.'),
  message: z.string(),
})

const newPostsSchema = z
  .object({
    slideshow_id: z.uuid(),
    version: z
      .number()
      .int()
      .min(0)
      .nullable()
      .default(null)
      .describe('The version to post. If the slideshow has another one by now, the answer is PROJECT_CHANGED.'),
    kind: z.enum(POST_KINDS).default('slides'),
    seconds_per_slide: z.number().min(1).max(10).default(3).describe('For `video`: how long each slide is shown.'),
    targets: z
      .array(
        z.object({
          account_id: z.uuid().describe('The `id` of a connected account.'),
          options: z.record(z.string(), z.unknown()).default({}).describe('The platform’s options, such as `audience`.'),
          caption: text.optional().describe('For this account only.'),
          description: text.optional().describe('For this account only.'),
        }),
      )
      .min(1)
      .max(TARGETS_MAX),
    scheduled_at: z
      .union([z.literal('now'), moment, z.null()])
      .default(null)
      .describe('Null saves drafts.'),
    time_zone: z.string().min(1).max(100).default('UTC'),
    caption: text.default(''),
    description: text.default(''),
    photo_credits: z
      .boolean()
      .nullable()
      .default(null)
      .describe(
        'Whether the credits of found photos, and of the music of a video, follow in the description. Null: when a licence requires them or a service asks for them. See `GET /slideshows/{id}/credits`.',
      ),
  })
  .meta({ examples: [NEW_POSTS_EXAMPLE] })
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
  history: z.array(z.object({ at: moment, kind: z.string(), text: z.string() })).describe('Oldest first.'),
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
    .output(
      z.object({
        problems: z.array(problemSchema),
        needs_approval: z.array(z.uuid()).describe('Accounts whose posts wait for a consent that only the user can give.'),
      }),
    ),
  create: writes({
    method: 'POST',
    path: '/posts',
    scopes: DRAFT,
    summary: 'Create drafts or schedule posts',
    description:
      'Creates one post for each target. Without `scheduled_at` they are drafts. Scheduling needs `posts:schedule`. A post that needs a consent only the user can give stays a draft, and `approval` says where to give it.',
    successStatus: 201,
  })
    .input(z.object({ body: newPostsSchema }))
    .output(z.object({ posts: z.array(createdSchema), problems: z.array(problemSchema) })),
  move: writes({ method: 'POST', path: '/posts/{id}/move', scopes: SCHEDULE, summary: 'Move a post to another time, or schedule a draft' })
    .input(
      z.object({ params: byId, body: z.object({ scheduled_at: moment }).meta({ examples: [{ scheduled_at: '2027-01-05T09:00:00Z' }] }) }),
    )
    .output(postSchema),
  cancel: writes({ method: 'POST', path: '/posts/{id}/cancel', scopes: SCHEDULE, summary: 'Cancel a post that is not being sent yet' })
    .input(z.object({ params: byId }))
    .output(postSchema),
  retry: writes({ method: 'POST', path: '/posts/{id}/retry', scopes: SCHEDULE, summary: 'Post a failed, cancelled or missed post again' })
    .input(
      z.object({
        params: byId,
        body: z
          .object({ scheduled_at: z.union([z.literal('now'), moment]).default('now') })
          .default({ scheduled_at: 'now' })
          .meta({ examples: [{ scheduled_at: 'now' }] }),
      }),
    )
    .output(postSchema),
}
