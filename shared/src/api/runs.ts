import { oc } from '@orpc/contract'
import { z } from 'zod'
import { RUN_STATES } from '../public-api/run-states.ts'

/** Most runs that are listed. */
export const RUNS_LISTED = 50
/** How long the list shows a run after its end, in minutes. */
export const RUNS_RECENT_MINUTES = 15
/** Kinds that cannot be cancelled here: their post or plan says whether they go on. */
const CONTROLLED_ELSEWHERE: readonly string[] = ['content-plan', 'plan-approvals', 'post-media']

export const isCancellable = (kind: string): boolean => !CONTROLLED_ELSEWHERE.includes(kind)

const moment = z.iso.datetime({ offset: true })

export const runListItemSchema = z.object({
  id: z.uuid(),
  /** Later releases have further kinds. */
  kind: z.string(),
  /** Names its subject, such as a slideshow. */
  title: z.string(),
  state: z.enum(RUN_STATES),
  done: z.number().int(),
  /** Null if unknown. */
  total: z.number().int().nullable(),
  /** The current step, or the reason for a delay. */
  note: z.string().nullable(),
  /** Why it failed. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  projectId: z.uuid().nullable(),
  companyId: z.uuid().nullable(),
  createdAt: moment,
  /** When its last attempt began. */
  startedAt: moment.nullable(),
  endedAt: moment.nullable(),
})
export type RunListItem = z.infer<typeof runListItemSchema>

const byId = z.object({ id: z.uuid() })

/** The user's long work. */
export const runsContract = {
  /** Unfinished runs, then those that ended within RUNS_RECENT_MINUTES; each the newest first. */
  list: oc.route({ method: 'GET', path: '/runs' }).output(z.array(runListItemSchema).max(RUNS_LISTED)),
  get: oc.route({ method: 'GET', path: '/runs/{id}' }).input(byId).output(runListItemSchema),
  /** One that has ended, or that isn't cancellable, stays as it is. */
  cancel: oc.route({ method: 'POST', path: '/runs/{id}/cancel' }).input(byId).output(runListItemSchema),
}
