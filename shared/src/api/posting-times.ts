import { oc } from '@orpc/contract'
import { z } from 'zod'
import { platformSchema } from './accounts.ts'
import { POSTING_SLOTS_MAX, POSTS_AT_ONCE_MAX, SLOT_APART_MINUTES } from './limits.ts'
import { zoneSchema } from './time-fields.ts'

const moment = z.iso.datetime({ offset: true })

const weeklyTimeSchema = z.object({
  /** 0 is Sunday. */
  weekday: z.number().int().min(0).max(6),
  /** Wall time, `HH:MM`. */
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
})

export const accountPostingTimesSchema = z.object({
  /** The connected account. */
  id: z.uuid(),
  platform: platformSchema,
  accountId: z.string(),
  zone: zoneSchema,
  /** By weekday and time. */
  slots: z.array(weeklyTimeSchema),
})
export type AccountPostingTimes = z.infer<typeof accountPostingTimesSchema>

/** When an account posts by habit, by the clock of its zone. */
export const postingTimesContract = {
  /** Posting times of all connected accounts that have any. */
  list: oc.route({ method: 'GET', path: '/posting-slots' }).output(z.array(accountPostingTimesSchema)),
  /** Replaces all times of the account; an empty list removes them. Refused with TIME_ZONE_UNKNOWN. */
  replace: oc
    .route({ method: 'PUT', path: '/posting-slots/{id}' })
    .input(z.object({ id: z.uuid(), zone: zoneSchema, slots: z.array(weeklyTimeSchema).max(POSTING_SLOTS_MAX) }))
    .output(accountPostingTimesSchema),
  /** The next times at which nothing is planned for an account, nor near to them; none where it has no weekly times or is full for a year. */
  next: oc
    .route({ method: 'GET', path: '/posting-slots/next' })
    .input(
      z.object({
        /** Connected accounts. */
        ids: z.array(z.uuid()).min(1).max(50),
        after: moment.optional(),
        /** How many for each: several posts fill the gaps one after the other. */
        count: z.coerce.number().int().min(1).max(POSTS_AT_ONCE_MAX).default(1),
        apartMinutes: z.coerce.number().int().min(0).max(1440).default(SLOT_APART_MINUTES),
        /** Posts that will move, whose current times count as free. */
        moving: z.array(z.uuid()).max(POSTS_AT_ONCE_MAX).default([]),
      }),
    )
    .output(z.array(z.object({ id: z.uuid(), platform: platformSchema, accountId: z.string(), times: z.array(moment) }))),
}
