import { oc } from '@orpc/contract'
import { z } from 'zod'

const linkSchema = z.object({
  /** Where calendars find the posts; null where there is no link, or none that can be shown again. */
  url: z.url().nullable(),
  madeAt: z.iso.datetime({ offset: true }).nullable(),
})
export type CalendarLink = z.infer<typeof linkSchema>

/** A calendar of the posts for other programs. Anyone with the link can read it without signing in. */
export const calendarLinkContract = {
  get: oc.route({ method: 'GET', path: '/calendar-link' }).output(linkSchema),
  /** Creates the link, or replaces it: the previous one becomes invalid. */
  renew: oc.route({ method: 'POST', path: '/calendar-link' }).output(linkSchema),
  remove: oc.route({ method: 'DELETE', path: '/calendar-link' }).output(linkSchema),
}
