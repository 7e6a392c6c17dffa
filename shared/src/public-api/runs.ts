import { z } from 'zod'
import { byId, moment, next, paging, reads, writes } from './base.ts'
import { RUN_STATES } from './run-states.ts'

export const runSchema = z.object({
  id: z.uuid(),
  kind: z.string().describe('Such as `slideshow-render`. New kinds may be added.'),
  title: z.string().describe('Names the thing that it works on.'),
  state: z.enum(RUN_STATES),
  done: z.number().int().describe('Steps that are done.'),
  total: z.number().int().nullable().describe('All steps. Null if unknown.'),
  note: z.string().nullable().describe('The current step, or why it waits.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why it failed.'),
  slideshow_id: z.uuid().nullable(),
  company_id: z.uuid().nullable(),
  attempt: z.number().int().describe('Attempts so far. An attempt that was interrupted is repeated.'),
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Depends on `kind`. `slideshow-render`: `url`, which opens the file for an hour, and `bytes`. Null for other kinds.'),
  created_at: moment,
  started_at: moment.nullable().describe('When its last attempt began.'),
  ended_at: moment.nullable(),
  expires_at: moment.nullable().describe('When the server deletes it. Null until it ends.'),
})
export type PublicRun = z.infer<typeof runSchema>

const READ = ['slideshows:read'] as const

export const runsContract = {
  list: reads('/runs', READ, 'List runs, newest first')
    .input(
      z.object({
        query: z.object({
          ...paging,
          state: z.enum(RUN_STATES).optional(),
          kind: z.string().max(100).optional(),
          company_id: z.uuid().optional(),
        }),
      }),
    )
    .output(z.object({ runs: z.array(runSchema), next })),
  get: reads('/runs/{id}', READ, 'Read the progress and the result of a run')
    .input(z.object({ params: byId }))
    .output(runSchema),
  cancel: writes({
    method: 'POST',
    path: '/runs/{id}/cancel',
    scopes: ['slideshows:write'],
    summary: 'Cancel a run',
    description: 'A run that has ended stays as it is.',
  })
    .input(z.object({ params: byId }))
    .output(runSchema),
}
