import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { PLAN_SLOT_STATES, PLAN_STATES, type PlanAccount } from '@ninesixteen/shared/api/content-plan'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { LOOK_IDS } from '@ninesixteen/shared/looks/look-ids'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { createdAt, id, updatedAt } from './columns.ts'
import { userId } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'
import { projects } from './schema-projects.ts'
import { slideshowTemplates } from './schema-slideshow-templates.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A hook that a slot can use, with what its slideshow should know. */
export interface PlanIdea {
  hook: string
  context: string
}

/** A post of a slot. It becomes a scheduled post once it is approved. */
export interface PlannedPost {
  platform: PlatformId
  accountId: string
  /** ISO time. */
  at: string
  timeZone: string
  caption: string
  description: string
  /** The options that the user or silence approved; absent until then. */
  options?: Record<string, unknown>
  /** Version of the slideshow that the user approved; absent after an approval by silence. */
  version?: number
  /** Whether its scheduled post exists. */
  isScheduled?: boolean
}

/** The brief of a company, and the state of its planning. */
export const contentPlans = pgTable(
  'content_plans',
  {
    id: id(),
    userId: userId(),
    companyId: uuid('company_id')
      .notNull()
      .unique()
      .references(() => companies.id, { onDelete: 'cascade' }),
    goals: text('goals').notNull(),
    topics: text('topics').notNull(),
    usesIdeas: boolean('uses_ideas').notNull(),
    feedUrl: text('feed_url').notNull(),
    accounts: jsonb('accounts').$type<PlanAccount[]>().notNull(),
    contentTypes: jsonb('content_types').$type<ContentTypeId[]>().notNull(),
    templateIds: jsonb('template_ids').$type<string[]>().notNull().default([]),
    languages: jsonb('languages').$type<string[]>().notNull(),
    usesBlogPhotos: boolean('uses_blog_photos').notNull(),
    weeks: integer('weeks').notNull(),
    weeklyTokens: integer('weekly_tokens').notNull(),
    state: text('state', { enum: PLAN_STATES }).notNull().default('off'),
    reason: text('reason'),
    /** Ideas of the last request to the sources that no slot has used. */
    ideas: jsonb('ideas').$type<PlanIdea[]>().notNull().default([]),
    /** Hooks that the user swapped for others: they are not proposed again. */
    rejectedHooks: jsonb('rejected_hooks').$type<string[]>().notNull().default([]),
    /** Requests for ideas so far: each takes the next topic. */
    refills: integer('refills').notNull().default(0),
    /** When the user last looked after the plan: approved, changed or skipped a post, or started it. */
    reviewedAt: moment('reviewed_at').notNull().defaultNow(),
    /** The last reminder about waiting posts. */
    remindedAt: moment('reminded_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index().on(t.userId),
    index('content_plans_running')
      .on(t.id)
      .where(sql`state = 'running'`),
  ],
)

/** A time of a plan, with one slideshow for all posts at it. */
export const planSlots = pgTable(
  'plan_slots',
  {
    id: id(),
    userId: userId(),
    planId: uuid('plan_id')
      .notNull()
      .references(() => contentPlans.id, { onDelete: 'cascade' }),
    day: text('day').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** The first of its posts. */
    at: moment('at').notNull(),
    posts: jsonb('posts').$type<PlannedPost[]>().notNull(),
    state: text('state', { enum: PLAN_SLOT_STATES }).notNull().default('open'),
    /** Incremented when the user has it rewritten. Ids of the slot's slideshow and post derive from its id and this number. */
    round: integer('round').notNull().default(0),
    contentType: text('content_type').$type<ContentTypeId>().notNull(),
    /** Null for slides of the content type, and once the template was deleted. */
    templateId: uuid('template_id').references(() => slideshowTemplates.id, { onDelete: 'set null' }),
    /** Null until an idea is chosen, and for the own look of a template. */
    look: text('look', { enum: LOOK_IDS }),
    language: text('language').notNull().default(''),
    hook: text('hook').notNull().default(''),
    context: text('context').notNull().default(''),
    projectId: uuid('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** Reserved tokens of its last round, and when. */
    tokens: integer('tokens').notNull().default(0),
    reservedAt: moment('reserved_at'),
    /** When it began to wait for review. */
    readyAt: moment('ready_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique().on(t.planId, t.day, t.ordinal),
    index().on(t.userId),
    index().on(t.planId, t.at, t.id),
    index().on(t.projectId),
    index().on(t.templateId),
  ],
)
