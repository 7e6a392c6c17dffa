import { oc } from '@orpc/contract'
import { z } from 'zod'
import { POST_KINDS } from '../publishing/delivery.ts'
import { RULE_MAX } from '../time/recurrence-rule.ts'
import { platformSchema } from './accounts.ts'
import { newPostsSchema, postProblemSchema } from './scheduled-posts.ts'
import { wallSchema, zoneSchema } from './time-fields.ts'

const moment = z.iso.datetime({ offset: true })
const byId = z.object({ id: z.uuid() })

/** Recurrence of a post. An invalid rule fails with RULE_UNREADABLE, RULE_TOO_OFTEN or RULE_TOO_MANY. */
const recurrenceSchema = z.object({
  /** RFC 5545 parts, with or without `RRULE:`. The parser accepts slightly longer rules, so that they get their own error. */
  rule: z
    .string()
    .trim()
    .min(1)
    .max(RULE_MAX * 2),
  zone: zoneSchema,
  /** Where it begins, by the clock of the zone. */
  first: wallSchema,
})

export const recurringPostSchema = z.object({
  id: z.uuid(),
  rule: z.string(),
  zone: z.string(),
  first: z.string(),
  /** Null when the project was deleted. */
  projectId: z.uuid().nullable(),
  projectTitle: z.string().nullable(),
  kind: z.enum(POST_KINDS),
  usesLatest: z.boolean(),
  /** The name is null when the account is not connected any more. */
  targets: z.array(z.object({ platform: platformSchema, accountId: z.string(), username: z.string().nullable() })),
  caption: z.string(),
  description: z.string(),
  /** Its next post that waits. */
  nextAt: moment.nullable(),
  /** Its posts that wait, which ending it cancels. */
  waiting: z.number().int(),
  endedAt: moment.nullable(),
  /** Why it ended by itself. */
  endReason: z.string().nullable(),
  createdAt: moment,
})
export type RecurringPost = z.infer<typeof recurringPostSchema>

/**
 * Recurring posts. Each occurrence is an ordinary post, created some weeks ahead; users move, change and cancel it like any other, and it is not
 * created again.
 */
export const recurrencesContract = {
  /** Active ones, then ended ones, the newest first. */
  list: oc.route({ method: 'GET', path: '/repeats' }).output(z.array(recurringPostSchema)),
  /** The next times of a rule, without creating anything. */
  preview: oc
    .route({ method: 'GET', path: '/repeats/preview' })
    .input(recurrenceSchema)
    .output(z.object({ times: z.array(moment), isMore: z.boolean() })),
  create: oc
    .route({ method: 'POST', path: '/repeats', successStatus: 201 })
    .input(
      newPostsSchema
        .omit({ scheduledTime: true, timeZone: true })
        .extend({ recurrence: recurrenceSchema, usesLatest: z.boolean().default(false) }),
    )
    .output(z.object({ repeat: recurringPostSchema, problems: z.array(postProblemSchema) })),
  /** Creates no more posts and cancels the waiting ones; those being sent still go out. */
  end: oc
    .route({ method: 'POST', path: '/repeats/{id}/end' })
    .input(byId)
    .output(z.object({ repeat: recurringPostSchema, cancelled: z.number().int(), late: z.number().int() })),
}
