import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_TYPE_IDS, type ContentTypeId } from '../content-types/ids.ts'
import { LOOK_IDS } from '../looks/look-ids.ts'
import { FORMATS } from '../slide/formats.ts'
import { slideSchema } from '../slide/model.ts'
import { platformSchema } from './accounts.ts'
import {
  LANGUAGE_MAX,
  PLAN_TEMPLATES_MAX,
  PLAN_TEXT_MAX,
  PLAN_TOKENS_MAX,
  POSTS_AT_ONCE_MAX,
  SILENCE_HOURS_MAX,
  WEBHOOK_URL_MAX,
} from './limits.ts'

/** `failed` and `paused` name a reason; both continue when the user starts the plan again. */
export const PLAN_STATES = ['off', 'running', 'paused', 'failed'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/**
 * - `open`: a time without an idea.
 * - `idea`: the hook is chosen.
 * - `slideshow`: the slideshow is written.
 * - `planned`: the captions are written; waits for review.
 * - `approving`: the user approved it; its posts are being created.
 * - `approved`, `skipped`, `missed`: final. `missed` was not reviewed in time.
 */
export const PLAN_SLOT_STATES = ['open', 'idea', 'slideshow', 'planned', 'approving', 'approved', 'skipped', 'missed'] as const
export type PlanSlotState = (typeof PLAN_SLOT_STATES)[number]

/** Content types that the planner can write without the user. */
export const PLANNED_TYPES: readonly ContentTypeId[] = CONTENT_TYPE_IDS.filter((id) => id !== 'custom' && id !== 'multi-photo-video')

const moment = z.iso.datetime({ offset: true })
const accountKey = { platform: platformSchema, accountId: z.string().min(1).max(200) }
const text = z.string().max(100_000)

export const planAccountSchema = z.object({
  ...accountKey,
  /** Null for the platform's default. */
  format: z.enum(FORMATS).nullable().default(null),
  /** Hours after which posts that the user has not reviewed are approved; null for never. Refused for platforms that want a consent for each post. */
  silenceHours: z.number().int().min(1).max(SILENCE_HOURS_MAX).nullable().default(null),
})
export type PlanAccount = z.infer<typeof planAccountSchema>

export const planBriefSchema = z.object({
  companyId: z.uuid(),
  goals: z.string().trim().max(PLAN_TEXT_MAX),
  /** One topic a line. */
  topics: z.string().trim().max(PLAN_TEXT_MAX),
  /** Uses unused ideas of the company first. */
  usesIdeas: z.boolean(),
  /** Address of an RSS or Atom feed; empty for none. */
  feedUrl: z.string().trim().max(WEBHOOK_URL_MAX),
  accounts: z.array(planAccountSchema).max(50),
  /** Used in turn with the templates; at least one of either. */
  contentTypes: z.array(z.enum(CONTENT_TYPE_IDS)).max(CONTENT_TYPE_IDS.length),
  templateIds: z.array(z.uuid()).max(PLAN_TEMPLATES_MAX).default([]),
  /** Used in turn; none for the language of the topics. */
  languages: z.array(z.string().trim().min(1).max(LANGUAGE_MAX)).max(10),
  /** Photos of followed blogs as backgrounds, in place of the library. */
  usesBlogPhotos: z.boolean(),
  weeks: z.number().int().min(2).max(4),
  weeklyTokens: z.number().int().min(1000).max(PLAN_TOKENS_MAX),
})
export type PlanBrief = z.infer<typeof planBriefSchema>

/** The brief of a plan, without its state. */
export function briefOf(plan: PlanBrief): PlanBrief {
  const {
    companyId,
    goals,
    topics,
    usesIdeas,
    feedUrl,
    accounts,
    contentTypes,
    templateIds,
    languages,
    usesBlogPhotos,
    weeks,
    weeklyTokens,
  } = plan
  const texts = { goals, topics, feedUrl, languages }
  return { companyId, ...texts, usesIdeas, accounts, contentTypes, templateIds, usesBlogPhotos, weeks, weeklyTokens }
}

export const contentPlanSchema = planBriefSchema.extend({
  state: z.enum(PLAN_STATES),
  /** Why it does not run, or what it waits for, as text for the user. */
  reason: z.string().nullable(),
  /** Slots by state, from now on. */
  counts: z.object({ writing: z.number().int(), planned: z.number().int(), approved: z.number().int() }),
  /** Tokens reserved this week, UTC. */
  usedTokens: z.number().int(),
})
export type ContentPlan = z.infer<typeof contentPlanSchema>

export const planPostSchema = z.object({
  ...accountKey,
  username: z.string().nullable(),
  at: moment,
  timeZone: z.string(),
  caption: z.string(),
  description: z.string(),
  format: z.enum(FORMATS).nullable(),
  /** When silence approves it; null for never. */
  silentAt: moment.nullable(),
  isApproved: z.boolean(),
})
export type PlanPost = z.infer<typeof planPostSchema>

export const planSlotSchema = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  state: z.enum(PLAN_SLOT_STATES),
  at: moment,
  hook: z.string(),
  /** Null until it has an idea, and for the own look of a template. */
  look: z.enum(LOOK_IDS).nullable().default(null),
  projectId: z.uuid().nullable(),
  /** Version of the slideshow that is shown. */
  version: z.number().int().nullable(),
  slides: z.array(slideSchema),
  posts: z.array(planPostSchema),
})
export type PlanSlot = z.infer<typeof planSlotSchema>

const companyPath = { companyId: z.uuid() }
const ids = z.array(z.uuid()).min(1).max(POSTS_AT_ONCE_MAX)
const slots = z.object({ slots: z.array(planSlotSchema) })

export const contentPlanContract = {
  /** The plan of a company; null before its brief is saved. */
  get: oc
    .route({ method: 'GET', path: '/content-plans/{companyId}' })
    .input(z.object(companyPath))
    .output(z.object({ plan: contentPlanSchema.nullable() })),
  save: oc.route({ method: 'PUT', path: '/content-plans/{companyId}' }).input(planBriefSchema).output(contentPlanSchema),
  /** The cost of a brief, before it starts. */
  estimate: oc
    .route({ method: 'POST', path: '/content-plans/{companyId}/estimate' })
    .input(planBriefSchema)
    .output(
      z.object({ slideshowsPerWeek: z.number(), postsPerWeek: z.number(), tokensPerSlideshow: z.number(), tokensPerWeek: z.number() }),
    ),
  start: oc.route({ method: 'POST', path: '/content-plans/{companyId}/start' }).input(z.object(companyPath)).output(contentPlanSchema),
  pause: oc.route({ method: 'POST', path: '/content-plans/{companyId}/pause' }).input(z.object(companyPath)).output(contentPlanSchema),
  /** Coming slots of a company that need a review or are being written, by time; `next` is the cursor to pass as `after`. */
  slots: oc
    .route({ method: 'GET', path: '/content-plans/{companyId}/slots' })
    .input(z.object({ ...companyPath, after: z.string().max(80).optional(), limit: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(slots.extend({ next: z.string().nullable(), total: z.number().int() })),
  /** Schedules the posts of planned slots. `options` are the user's choices by platform and account. */
  approve: oc
    .route({ method: 'POST', path: '/plan-slots/approve' })
    .input(
      z.object({
        slots: z
          .array(
            z.object({
              id: z.uuid(),
              version: z.number().int(),
              options: z
                .array(z.object({ ...accountKey, options: z.record(z.string(), z.unknown()) }))
                .max(50)
                .default([]),
            }),
          )
          .min(1)
          .max(POSTS_AT_ONCE_MAX),
      }),
    )
    .output(z.object({ approved: z.array(z.uuid()), problems: z.array(z.object({ id: z.uuid(), message: z.string() })) })),
  /** Other times or texts, or another look for its slides. */
  change: oc
    .route({ method: 'PATCH', path: '/plan-slots/{id}' })
    .input(
      z.object({
        id: z.uuid(),
        posts: z
          .array(z.object({ ...accountKey, at: moment.optional(), caption: text.optional(), description: text.optional() }))
          .max(50)
          .default([]),
        look: z.enum(LOOK_IDS).optional(),
      }),
    )
    .output(planSlotSchema),
  /** Writes the slot again: with another idea, or the same idea. */
  rewrite: oc
    .route({ method: 'POST', path: '/plan-slots/rewrite' })
    .input(z.object({ ids, keepsIdea: z.boolean() }))
    .output(z.object({ rewritten: z.array(z.uuid()) })),
  skip: oc
    .route({ method: 'POST', path: '/plan-slots/skip' })
    .input(z.object({ ids }))
    .output(z.object({ skipped: z.array(z.uuid()) })),
}
